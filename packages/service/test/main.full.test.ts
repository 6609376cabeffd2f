import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Simulator } from '@upc/simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPglite } from '../src/core/database/pglite.js';
import { keptSecret } from '../src/environment.js';
import { apiKeys } from '../src/modules/integrations/integrations.tables.js';
import { studioOrigins } from '../src/modules/studios/origins.tables.js';
import {
  type BuiltProcess,
  builtService,
  type BuiltService,
  endBuilt,
  startBuilt,
} from './support/built-service.js';
import { integrationWith } from './support/integration.js';
import { EUR_KEY } from './support/service.js';
import { SIMULATOR_KEY, startSimulator } from './support/simulator.js';
import { startStripeRecorder, type StripeRecorder } from './support/stripe/stripe-recorder.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

let folder: string;
let built: BuiltService;
let program: string;
let simulator: Simulator;
let stripe: StripeRecorder;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upc-main-'));
  [simulator, stripe] = await Promise.all([startSimulator(), startStripeRecorder()]);
  built = await builtService();
  ({ program } = built);
});
afterAll(async () => {
  await Promise.all([simulator.close(), stripe.close()]);
  await Promise.all([rm(folder, { recursive: true }), built.remove()]);
});

/** Starts the built service with its data in the folder. */
function start(environment: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<BuiltProcess> {
  const own = {
    UPC_DATA_DIR: folder,
    SIMULATOR_URL: simulator.url,
    SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
    ...environment,
  };
  return startBuilt(program, own, args);
}

/** Waits until a process has logged a text. */
async function untilLogged({ child, output }: BuiltProcess, words: string): Promise<void> {
  while (!output.err.includes(words)) await once(child.stderr ?? child, 'data');
}

const OWN_KEYS = { euros: 'kQ7zVd2mRf9Ls4TxYb6NcHw8', francs: 'Jq2mVTzR4nWc9YbL6pHs3DfG' };

/** Replaces the published keys and origins with the operator's own. */
async function replacePublished(keys: Readonly<Record<string, number>>): Promise<void> {
  const database = await openPglite(folder);
  const { db } = database;
  await db.delete(apiKeys);
  await db.update(studioOrigins).set({ pattern: 'https://studio.example' });
  const scopes = ['PAYMENT_WRITE'];
  for (const [key, studioId] of Object.entries(keys)) await integrationWith(db, { key, scopes, studioId });
  await database.close();
}

/** Returns the methods that a session of a key's studio offers. */
async function methods({ url }: BuiltProcess, key: string) {
  const made = await fetch(`${url}/v1/payments/user-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Membership' }),
  });
  const { token } = (await made.json()) as { token: string };
  const session = await fetch(`${url}/api/v1/session`, {
    headers: { 'x-user-payment-session-token': token },
  });
  const { paymentMethods } = (await session.json()) as {
    paymentMethods: { paymentMethod: string; provider?: object }[];
  };
  return paymentMethods;
}

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'];

/** Words of the sandbox's own code, none of which may reach a service that moves money. */
const OF_SANDBOX = /lost-answer|doubled-event|reordered-events|fault-rate|fault-seed|\/sandbox\//;

describe('the service as a process', () => {
  test('starts from the environment, rejects a second process on its folder, and survives SIGKILL', async () => {
    const first = await start();
    const head = await fetch(`${first.url}/v1/payments/user-session`, {
      method: 'HEAD',
      headers: { 'x-api-key': EUR_KEY },
    });
    expect(head.status).toBe(200);
    expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600);

    const second = await start();
    expect([second.url, second.child.exitCode]).toEqual([null, 1]);
    expect(second.output.err).toContain(
      `${path.join(folder, 'database')} is in use by another running service`,
    );

    await endBuilt(first, 'SIGKILL');
    const third = await start({ SIMULATOR_PUBLIC_URL: 'https://frames.example' });
    // Browsers reach the provider at a different address from the service's.
    const card = (await methods(third, EUR_KEY)).find(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD');
    expect(card?.provider).toMatchObject({ frameUrl: 'https://frames.example/frames/card' });
    expect(await endBuilt(third, 'SIGTERM')).toBe(0);
    const fourth = await start();
    expect(await endBuilt(fourth, 'SIGINT')).toBe(0);
  }, 120_000);

  test('ends immediately on a second Ctrl-C', async () => {
    const draining = await start({ UPC_DRAIN_SECONDS: '300' });
    const ended = once(draining.child, 'close');
    // Signals within the first second count as the same press; a later one ends the process.
    const press = setInterval(() => draining.child.kill('SIGINT'), 50);
    expect(await ended.finally(() => clearInterval(press))).toEqual([130, null]);
    expect(draining.output.err).toContain('Press Ctrl-C again to end immediately.');
  }, 120_000);

  test('logs by trace id and route, without personal data', async () => {
    const service = await start({ LOG_LEVEL: 'debug', UPC_METRICS_PORT: '0' });
    const post = (path_: string, body: object, headers: Record<string, string>) =>
      fetch(`${service.url}${path_}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const made = await post(
      '/v1/payments/user-session?canary=CanaryQuery',
      { amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'CanaryText' },
      { 'x-api-key': EUR_KEY },
    );
    const { token } = (await made.json()) as { token: string };
    await post(
      '/api/v1/payments',
      { paymentMethod: 'SEPA', details: { accountHolder: 'CanaryHolder', iban: 'DE89370400440532013000' } },
      { 'x-user-payment-session-token': token, 'idempotency-key': 'canary-canary-canary' },
    );
    const { metrics } = JSON.parse(service.output.out) as { metrics: string };
    const measured = await (await fetch(`${metrics}/metrics`)).text();
    // Only names and labels are checked, because a figure may have any digits.
    const measures = measured.replaceAll(/^([^#].*) \S+$/gm, '$1');
    expect(measures).toContain('route="/v1/payments/user-session",status="200"');
    await endBuilt(service, 'SIGTERM');
    expect(service.output.err).toContain('"route":"/v1/payments/user-session","status":200');
    expect(service.output.err).toMatch(/"traceId":"[0-9a-f-]{36}"/);
    // Ids and times may contain any digits.
    const said = (service.output.err + service.output.out).replaceAll(
      /"(traceId|hostname|time)":[^,}]+/g,
      '',
    );
    for (const canary of [token, EUR_KEY, 'Canary', 'canary', 'DE8937', '013000']) {
      expect(said + measures).not.toContain(canary);
    }
  }, 120_000);

  test('in a sandbox, studios accept payments through Stripe if its key is valid, without any simulation', async () => {
    // The studios must already be in the database. These are the demo's, whose published keys and origins are replaced
    // below.
    await endBuilt(await start(), 'SIGTERM');
    const sandbox = {
      UPC_ENVIRONMENT: 'sandbox',
      UPC_SECRET: 'YSBzZWNyZXQgb2YgYSBzYW5kYm94IGluIGEgdGVzdC4=',
      STRIPE_SECRET_KEY: 'sk_test_canary',
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_API_URL: stripe.url,
      SIMULATOR_URL: '',
    };
    const refused = await start(sandbox);
    expect([refused.url, refused.child.exitCode]).toEqual([null, 1]);
    expect(refused.output.err).toContain('cannot be used with sandbox');
    expect(refused.output.err).toContain('the published test key "EUR, all scopes" (studio 1001)');
    expect(refused.output.err).toContain('the origin http://localhost:* (studio 1001)');
    expect(refused.output.err).not.toContain(EUR_KEY);
    await replacePublished({ [OWN_KEYS.euros]: 1001, [OWN_KEYS.francs]: 1002 });
    const changed = await start(sandbox);
    expect([changed.url, changed.child.exitCode]).toEqual([null, 1]);
    expect(changed.output.err).toContain('was last used with another UPC_SECRET');
    const previous = await keptSecret(folder);
    expect(changed.output.err).not.toContain(previous);
    const mistyped = await start({ ...sandbox, UPC_SECRET_PREVIOUS: previous });
    await untilLogged(mistyped, 'Stripe rejects the secret key');
    expect(await methods(mistyped, OWN_KEYS.euros)).toMatchObject([
      { paymentMethod: 'BANK_TRANSFER' },
      { paymentMethod: 'CASH' },
    ]);
    await endBuilt(mistyped, 'SIGTERM');
    expect(mistyped.output.err).not.toContain('canary');
    const service = await start({
      ...sandbox,
      STRIPE_SECRET_KEY: stripe.secretKey,
      UPC_SECRET_PREVIOUS: previous,
    });
    await untilLogged(service, 'Stripe accepts payments');
    const euros = await methods(service, OWN_KEYS.euros);
    expect(euros.map(({ paymentMethod }) => paymentMethod)).toEqual([
      'CREDIT_CARD',
      'SEPA',
      'PAYPAL',
      'BANK_TRANSFER',
      'CASH',
    ]);
    expect(euros[0]?.provider).toMatchObject({ name: 'STRIPE', publicKey: stripe.publishableKey });
    const francs = await methods(service, OWN_KEYS.francs);
    expect(francs.map(({ paymentMethod }) => paymentMethod)).not.toContain('CH_DD');
    expect(JSON.stringify([euros, francs])).not.toMatch(/SIMULATOR|canary/);
    expect((await fetch(`${service.url}/studio`)).status).toBe(404);
    await endBuilt(service, 'SIGTERM');
    expect(service.output.err + service.output.out).not.toContain(stripe.secretKey);
  }, 120_000);

  test('with a key of the wrong mode ends before it listens, and does not print it', async () => {
    const { child, output } = await start({
      STRIPE_SECRET_KEY: 'sk_live_canary',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_canary',
    });
    expect(child.exitCode).toBe(1);
    expect(output.err).toContain('STRIPE_SECRET_KEY is not a key for this UPC_ENVIRONMENT');
    expect(output.err).not.toContain('canary');
  }, 120_000);

  test('reports that it is not built yet', async () => {
    const unbuilt = path.join(folder, 'upc-service.mjs');
    await copyFile(program, unbuilt);
    const child = spawn(process.execPath, [unbuilt]);
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toContain('npm run build');
  });

  test('loads only packages that the service declares, and few of them at its start', async () => {
    const parts = (await readdir(built.parts)).filter((file) => file.endsWith('.js'));
    const texts = await Promise.all(parts.map((file) => readFile(path.join(built.parts, file), 'utf8')));
    const outside = (pattern: RegExp, of = texts) =>
      new Set(
        of
          .flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
          .filter((name) => !name.startsWith('.') && !isBuiltin(name)),
      );
    const STATIC = /^import (?:[^"]* from )?"([^"]+)";$/gm;
    // The embedded database is loaded from a separate file.
    const atStart = texts.filter((_, index) => parts[index] !== 'pglite.js');
    expect([...outside(STATIC, atStart)].sort()).toEqual(['@fastify/static', 'iban-to-bic', 'pg']);
    const later = outside(/(?:\bimport|__require)\("([^"]+)"\)/g);
    expect(later).toContain('pdfkit');
    const named = await Promise.all(
      ['packages/service', 'packages/server-kit'].map(async (workspace) => {
        const manifest = await readFile(path.join(REPOSITORY, workspace, 'package.json'), 'utf8');
        return Object.keys((JSON.parse(manifest) as { dependencies?: object }).dependencies ?? {});
      }),
    );
    expect(named.flat()).toEqual(expect.arrayContaining([...outside(STATIC), ...later]));
  });

  test('contains nothing of the sandbox', async () => {
    const files = await readdir(built.parts, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const text = await readFile(path.join(file.parentPath, file.name), 'utf8');
      expect([file.name, OF_SANDBOX.exec(text)?.[0]]).toEqual([file.name, undefined]);
    }
  });

  test('contains the license text of every bundled package', async () => {
    const texts = await readFile(path.join(built.parts, 'packages.LICENSES.txt'), 'utf8');
    const licenses = texts.split(/^-{80}$/m).map((text) => text.trim());
    expect(licenses.length).toBeGreaterThan(40);
    for (const license of licenses)
      expect(license).toMatch(/^\S+ \d\S+\n.*(Permission is|Permission to|Redistribution|Apache License)/s);
    const names = licenses.map((license) => license.split(' ')[0]);
    expect(names).toEqual(
      expect.arrayContaining(['abstract-logging', 'drizzle-orm', 'fastify', 'ibantools']),
    );
  });

  test('--help names every variable it reads', async () => {
    const { output, child } = await start({}, ['--help']);
    expect(child.exitCode).toBe(0);
    for (const name of [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'UPC_SECRET',
      'UPC_SECRET_PREVIOUS',
      'UPC_WIDGET_DIR',
      'UPC_WIDGET_RELEASES_DIR',
      'SIMULATOR_URL',
      ...STRIPE,
    ]) {
      expect(output.out).toContain(name);
    }
  });
});
