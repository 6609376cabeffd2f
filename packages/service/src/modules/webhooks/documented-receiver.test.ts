import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverDue } from '../../../test/support/batches.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { newSigningKey, signatureHeaders } from './signing-keys.js';
import { subscribe } from './subscriptions.js';
import { emit } from './webhook-events.js';
import { definitionOf, EVENT_TYPES } from './webhook-events.schema.js';
import { webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

/* Runs the receiver of docs/webhooks.md as a partner would, and sends it the service's events. */

const SOURCE = fileURLToPath(new URL('../..', import.meta.url));

let service: TestService;
let folder: string;
let receiver: ChildProcess | undefined;
let document: string;
beforeAll(async () => {
  [service, folder, document] = await Promise.all([
    startTestService(),
    mkdtemp(path.join(tmpdir(), 'receiver-')),
    readFile(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8'),
  ]);
});
afterAll(async () => {
  receiver?.kill();
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

test('the types that are said not to be sent are the rest of the public list', () => {
  const [, table = ''] = /\| Type +\| Why([\s\S]*?)\n\n/.exec(document) ?? [];
  const unsent = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, type = '']) => type);
  expect(unsent.filter((type) => (EVENT_TYPES as readonly string[]).includes(type))).toEqual([]);
  // The public list has 44 types (fields-2, 6).
  expect([...unsent, ...EVENT_TYPES.filter((type) => !definitionOf(type).isOurs)]).toHaveLength(44);
});

test('something in the service sends each type', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const sources = files.filter(
    (file) => /\.ts$/.test(file) && !/(\.test|\.fixture|webhook-events\.schema)\.ts$/.test(file),
  );
  const code = (await Promise.all(sources.map((file) => readFile(path.join(SOURCE, file), 'utf8')))).join(
    '\n',
  );
  // The code assembles some types: `CONTRACT_IDLE_PERIOD_${change}`.
  const assembled = [...code.matchAll(/`((?:[A-Z_]|\$\{\w+\})*[A-Z]{4}(?:[A-Z_]|\$\{\w+\})*)`/g)].map(
    ([, parts = '']) => new RegExp(`^${parts.replaceAll(/\$\{\w+\}/g, '[A-Z]+')}$`),
  );
  const isSent = (type: string) =>
    code.includes(`'${type}'`) || assembled.some((pattern) => pattern.test(type));
  expect(EVENT_TYPES.filter((type) => !isSent(type))).toEqual([]);
});

test('the receiver of 20 lines knows our signature, gives a receipt, and does nothing twice', async () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(document) ?? [];
  expect(code.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(20);
  const file = path.join(folder, 'receiver.mjs');
  await writeFile(file, code);
  const modules = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));
  await symlink(modules, path.join(folder, 'node_modules'), 'junction');

  const webhookKey = 'the-webhook-key-of-the-tests';
  const signingKey = newSigningKey();
  // The receiver checks the age of events by its own clock, so it gets the service's fixed time.
  const now = service.clock.now().getTime();
  const clock = `data:text/javascript,Date.now=()=>${now}`;
  const child = spawn(process.execPath, ['--import', clock, file], {
    env: { ...process.env, SIGNING_KEY: signingKey, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver = child;
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  const [listening] = (await once(output, 'line')) as [string];
  output.on('line', (line) => lines.push(line));
  const url = `http://127.0.0.1:${/\d+$/.exec(listening)?.[0]}/`;
  const { context } = service.app;
  await subscribe(context.db, context.keys, {
    apiKey: EUR_KEY,
    url,
    webhookKey,
    signingKey,
    types: null,
  });
  await service.api().post('/v1/studios/confirmActivation', {});

  const body = '{"uuid":"1","entityId":1,"payload":[]}';
  const signed = (key: string, secondsAgo = 0) =>
    signatureHeaders([key], { id: '1', sentAt: new Date(now - secondsAgo * 1000), body });
  const send = async (headers: Record<string, string>, sent = body) =>
    (await fetch(url, { method: 'POST', headers, body: sent })).status;
  expect(await send(signed(signingKey))).toBe(204);
  for (const headers of [
    {},
    signed(newSigningKey()),
    signed(signingKey, 301),
    { ...signed(signingKey), 'webhook-id': '2' },
    { ...signed(signingKey), 'webhook-signature': 'v1,é' },
    { ...signed(signingKey), 'webhook-timestamp': '' },
  ]) {
    expect(await send(headers)).toBe(401);
  }
  expect(await send(signed(signingKey), body.replace('"entityId":1', '"entityId":2'))).toBe(401);
  const notify = (entityId: number) =>
    emit(context, context.db, 1001, { type: 'CONTRACT_CREATED', entityId, content: { contractId: 5 } });
  await notify(77);
  await deliverDue(context);
  const [delivered] = await context.db.select().from(webhookDeliveries);
  expect(delivered).toMatchObject({ status: 'DELIVERED', lastResult: 'HTTP 204' });
  await staff(service, 'event.replay', { deliveryId: delivered?.id });
  await notify(78);
  await deliverDue(context);
  expect(await context.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id)).toMatchObject([
    { status: 'DELIVERED', uuid: delivered?.uuid },
    { status: 'DELIVERED' },
  ]);
  // During a key rotation the receiver still has the earlier key, so it could not verify a signature of only the new
  // one.
  const [subscription] = await context.db.select().from(webhookSubscriptions);
  const { shownOnce } = await staff(service, 'webhook.rotate', {
    integrationId: subscription?.integrationId,
  });
  await notify(79);
  await deliverDue(context);
  const [newest] = await context.db.select().from(webhookDeliveries).orderBy(desc(webhookDeliveries.id));
  expect(newest).toMatchObject({ status: 'DELIVERED', entityId: 79 });
  expect(await send(signed(shownOnce?.signingKey ?? ''))).toBe(401);
  const closed = once(output, 'close');
  child.kill();
  await closed;
  expect(lines).toEqual([
    'CONTRACT_CREATED 77 {"contractId":5}',
    'CONTRACT_CREATED 78 {"contractId":5}',
    'CONTRACT_CREATED 79 {"contractId":5}',
  ]);
});
