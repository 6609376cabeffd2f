import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockCommand } from '../src/clock-command.js';
import { choosePorts, type Ports } from '../src/ports.js';
import { type Sandbox, startSandbox } from '../src/sandbox.js';
import { welcome } from '../src/welcome.js';
import { RepeatingClient } from './repeating-client.fixture.js';

/** Time that docs/testing.md promises. */
const PROMISED_SECONDS = 60;
const KEY = 'test-key-northside-berlin-eur';
/** Key that docs/sandbox.md publishes. */
const SIGNING_KEY = 'whsec_dGVzdC1zaWduaW5nLWtleS1vZi10aGUtZGVtby1zdHVkaW8=';
/** A member who owes monthly fees and has no payment instrument. */
const MEMBER = 2005;
/** A member who owes a fee, and whose account is stored. */
const MEMBER_WITH_ACCOUNT = 2002;
/** A member whose card has expired, and whose contract is extended each month. */
const MEMBER_WITH_EXPIRED_CARD = 2008;

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let ports: Ports;
let receiver: Receiver;
let sandbox: Sandbox;
let client: RepeatingClient;
const start = () => startSandbox(ports, { dataFolder: path.join(folder, 'data'), webhookUrl: receiver.url });
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upc-walkthrough-'));
  ports = await choosePorts(0);
  receiver = await startReceiver();
  sandbox = await start();
  client = new RepeatingClient(sandbox.serviceUrl);
}, 300_000);
afterAll(async () => {
  await sandbox.close();
  receiver.server.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Sends a request with headers that `fetch` does not allow. */
function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<{
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the routes of the clock', () => {
  const advanceUrl = () => `http://127.0.0.1:${ports.service}/sandbox/clock/advance`;

  test.each([
    ['a page of another site', { ...JSON_TYPE, origin: 'https://other.example' }],
    ['a registered page', { ...JSON_TYPE, origin: 'http://localhost:3000' }],
    ['a page in a sandboxed frame', { ...JSON_TYPE, origin: 'null' }],
    ['a link on a page', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }],
    ['a name that was rebound to this machine', { ...JSON_TYPE, host: 'rebound.example' }],
  ])('refuse %s', async (_, headers) => {
    expect((await send(advanceUrl(), headers, '{"by":"1d"}')).status).toBe(403);
    expect(sandbox.clock.ahead).toBe(0);
  });

  test('accept JSON only', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(advanceUrl(), form, 'by=1d')).status).toBe(415);
    expect((await send(advanceUrl(), { 'content-type': 'text/plain' }, '{"by":"1d"}')).status).not.toBe(200);
    expect(sandbox.clock.ahead).toBe(0);
  });

  test('tell a page nothing in a preflight', async () => {
    const { headers } = await fetch(advanceUrl(), {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('name what is allowed', async () => {
    const { status, body } = await send(advanceUrl(), JSON_TYPE, '{"by":"1y"}');
    expect(status).toBe(400);
    expect(body).toContain('such as 90m, 12h, 31d or 2w');
  });

  test('are not part of the Open API', async () => {
    const description = await fetch(`${sandbox.serviceUrl}/openapi.json`);
    expect(await description.text()).not.toContain('/sandbox/');
  });
});

test('the walkthrough of docs/testing.md, to the letter: from a contract to debt collection', async () => {
  const page = await readFile(path.join(root, 'docs/testing.md'), 'utf8');
  const blocks = [...page.matchAll(/<!-- walkthrough -->\n\n```sh\n(.*?)\n```/gs)].map(
    ([, code = '']) => code,
  );
  expect(blocks).toHaveLength(6);
  // The test differs from the page in the port only, and in that the program comes from this clone: the alias of the
  // page has no effect in a script.
  const programs = path.join(folder, 'bin');
  await mkdir(programs);
  const code = `import { clockCommand } from '${path.join(root, 'packages/sandbox/src/clock-command.ts')}';
    process.stdout.write(await clockCommand(process.argv.slice(3)));`;
  await writeFile(path.join(programs, 'clock.mts'), code);
  await writeFile(
    path.join(programs, 'upc-sandbox'),
    `#!/bin/sh\ncd '${root}' && exec node --import tsx '${path.join(programs, 'clock.mts')}' "$@" --port ${ports.service}\n`,
    { mode: 0o755 },
  );
  const script = blocks.join('\n').replaceAll('localhost:4010', `localhost:${ports.service}`);
  const begun = performance.now();
  const cpu = process.cpuUsage();
  // `times` prints the processor time of the shell, then that of the programs that it has run.
  const output = await run('bash', ['-e', '-c', `${script}\ntimes`], {
    PATH: `${programs}:${process.env.PATH ?? ''}`,
    HOME: folder,
  });
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const busySeconds = (user + system) / 1_000_000 + secondsOf(output.trim().split('\n').slice(-2).join(' '));
  console.log(
    `${output}\nThe walkthrough took ${seconds.toFixed(1)} s, and ${busySeconds.toFixed(1)} s of a processor.`,
  );
  expect(output.split('\n').filter((line) => /^-?[\d.]+$/.test(line))).toEqual(['0', '-24.9', '3', '24.9']);
  // A machine that runs other tests meanwhile takes longer. The processor time is what it takes alone.
  expect(busySeconds).toBeLessThan(PROMISED_SECONDS);
}, 600_000);

test('a session that is opened then is valid for 30 minutes by the clock, and expires with it', async () => {
  const headers = { ...JSON_TYPE, 'x-api-key': KEY };
  const body = JSON.stringify({ amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Membership' });
  const opened = await fetch(`${sandbox.serviceUrl}/v1/payments/user-session`, {
    method: 'POST',
    headers,
    body,
  });
  const { token, tokenValidUntil } = (await opened.json()) as Record<string, string>;
  const minutesLeft = (until: string, now: string) => (Date.parse(until) - Date.parse(now)) / 60_000;
  expect(minutesLeft(tokenValidUntil ?? '', opened.headers.get('date') ?? '')).toBeCloseTo(30, 0);
  expect(sandbox.clock.ahead).toBeGreaterThan(0);
  const session = () =>
    fetch(`${sandbox.serviceUrl}/api/v1/session`, {
      headers: { 'x-user-payment-session-token': token ?? '', origin: 'http://localhost:3000' },
    });
  expect((await session()).status).toBe(200);
  expect(await clockCommand(['advance', '31m', '--port', String(ports.service)])).toContain('EXPIRY');
  expect((await session()).status).toBe(401);
}, 120_000);

/** Stores an account from which payment runs collect the fees of a member. */
async function storeAccount(customerId: number): Promise<void> {
  const purpose = { amount: 0, scope: 'MEMBER_ACCOUNT', customerId, referenceText: 'Membership' };
  const session = await client.send<{ token: string }>('POST', '/v1/payments/user-session', purpose);
  const paymentRequestToken = await client.pay(session);
  await client.send('POST', `/v1/customers/${customerId}/account/payment-instrument`, {
    paymentRequestToken,
  });
}

test('payment runs are switched on as docs/sandbox.md says', async () => {
  await client.send('POST', '/v1/studios/confirmActivation', {});
  expect(await client.balance(MEMBER)).toBeLessThan(0);
  expect(await client.balance(MEMBER_WITH_ACCOUNT)).toBeLessThan(0);
  await storeAccount(MEMBER);
  const page = await readFile(path.join(root, 'docs/sandbox.md'), 'utf8');
  const [, command = ''] = /<!-- run by: .*walkthrough\.test\.ts -->\n\n```sh\n(.*?)\n```/s.exec(page) ?? [];
  await run('sh', ['-c', command.replaceAll('localhost:4010', `localhost:${ports.service}`)], {
    PATH: process.env.PATH,
  });
});

test('a month takes seconds: contracts go on, old data goes, and the clock stays where it is', async () => {
  const output = await clockCommand(['advance', '31d', '--port', String(ports.service)]);
  console.log(output);
  expect(output).toMatch(/CONTRACTS +\d/);
  expect(output).toMatch(/RETENTION +\d/);
  const days = sandbox.clock.ahead / (24 * 3600_000);
  expect(days).toBeGreaterThan(59);
  expect(welcome(sandbox, folder)).toMatch(/Clock +\d{4}-\d\d-\d\d \d\d:\d\d UTC, 60 days 31 minutes ahead/);
  await sandbox.close();
  sandbox = await start();
  expect(sandbox.clock.ahead / (24 * 3600_000)).toBe(days);
}, 600_000);

describe('in that month', () => {
  beforeAll(async () => {
    // The service repeats the events that have failed ten minutes later. If the sandbox was started on the first of a
    // month, the card is still valid somewhere when the next fee is due; that of the month after falls due in these days.
    receiver.acceptAll();
    await clockCommand(['advance', '3d', '--port', String(ports.service)]);
  }, 300_000);

  const eventsOf = (customerId: number) =>
    receiver.accepted.filter(({ entityId }) => entityId === customerId).flatMap(({ payload }) => payload);

  test('payment runs collected once what was due, as events report', async () => {
    expect(await client.balance(MEMBER)).toBe(0);
    expect(await client.balance(MEMBER_WITH_ACCOUNT)).toBe(0);
    const paid = eventsOf(MEMBER).filter(({ type }) => type === 'PAYMENT_SUCCEEDED');
    for (const { content } of paid) expect(content).toMatchObject({ origin: 'PAYMENT_RUN' });
    // What the member owed before, and at least one fee of the month.
    const claims = paid.flatMap(({ content }) => content?.debtClaimIds);
    expect(claims.length).toBeGreaterThan(1);
    expect(new Set(claims).size).toBe(claims.length);
  });

  test('an expired card was declined', async () => {
    const failed = eventsOf(MEMBER_WITH_EXPIRED_CARD).filter(({ type }) => type === 'PAYMENT_FAILED');
    expect(failed.length).toBeGreaterThan(0);
    for (const { content } of failed) expect(content).toMatchObject({ failureCode: 'EXPIRED_CARD' });
    expect(await client.balance(MEMBER_WITH_EXPIRED_CARD)).toBeLessThan(0);
    // No request met an error that a backend may repeat.
    expect(client.repeats).toBe(0);
  });

  test('the events of a member arrived in their order, although some failed at first', () => {
    const times = eventsOf(MEMBER_WITH_EXPIRED_CARD).map(({ timestamp }) => timestamp);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('each event was genuine by the real time and was repeated after a failure', () => {
    expect(receiver.refused).toEqual([]);
    const uuids = receiver.accepted.map(({ uuid }) => uuid);
    expect(receiver.failed.size).toBeGreaterThan(0);
    expect([...receiver.failed].filter((uuid) => !uuids.includes(uuid))).toEqual([]);
  });
});

interface ReceivedEvent {
  readonly uuid: string;
  readonly entityId: number;
  readonly payload: readonly {
    readonly type: string;
    readonly timestamp: number;
    readonly content?: Readonly<Record<string, unknown>>;
  }[];
}

interface Receiver {
  readonly url: string;
  readonly server: Server;
  /** Events that it has accepted, in their order and without repetitions. */
  readonly accepted: readonly ReceivedEvent[];
  /** The uuids of the events that it has not accepted at once. */
  readonly failed: ReadonlySet<string>;
  /** Reasons why it has refused requests as not genuine. */
  readonly refused: readonly unknown[];
  /** Lets no more events fail. */
  acceptAll(): void;
}

/** Starts a partner's receiver. It verifies events by the real time, and fails once for each event of one member. */
async function startReceiver(): Promise<Receiver> {
  const webhook = new Webhook(SIGNING_KEY);
  const failed = new Set<string>();
  const accepted: ReceivedEvent[] = [];
  const refused: unknown[] = [];
  let isFailing = true;
  const statusFor = (body: string, headers: NodeJS.Dict<string | string[]>): number => {
    try {
      const event = webhook.verify(body, headers as Record<string, string>) as ReceivedEvent;
      if (isFailing && event.entityId === MEMBER_WITH_EXPIRED_CARD && !failed.has(event.uuid)) {
        failed.add(event.uuid);
        return 503;
      }
      // An event may arrive more than once.
      if (!accepted.some(({ uuid }) => uuid === event.uuid)) accepted.push(event);
      return 204;
    } catch (error) {
      refused.push(error);
      return 401;
    }
  };
  const server = createServer((received, response) => {
    void text(received).then((body) => response.writeHead(statusFor(body, received.headers)).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const acceptAll = () => {
    isFailing = false;
  };
  return { url: `http://localhost:${port}/events`, server, accepted, failed, refused, acceptAll };
}

/** Adds up the times that `times` has printed, such as 0m1.250s. */
function secondsOf(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => parts.push(part.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (status) => {
      const output = parts.join('');
      if (status === 0) resolve(output);
      else reject(new Error(`${command} ended with ${status}:\n${output}`));
    });
  });
}
