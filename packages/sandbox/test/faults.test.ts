import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { EventFaults } from '../src/event-faults.js';
import {
  type FaultName,
  type FaultOptions,
  Faults,
  FAULTS,
  type Incident,
  repeatingOptions,
} from '../src/faults.js';
import { HeldEvents } from '../src/held-events.js';
import { choosePorts } from '../src/ports.js';
import { type Sandbox, startSandbox } from '../src/sandbox.js';
import { MEMBER, RepeatingClient } from './repeating-client.fixture.js';

/** Beginning of the types of events that the tests cause. */
const MEDIUM = 'CUSTOMER_ACCESS_MEDIUM_';

describe('the draws', () => {
  const drawn = (options: Partial<FaultOptions>, key = 'POST /v1/leads') => {
    const faults = new Faults({ names: FAULTS, rate: 0.5, seed: 42, ...options });
    return Array.from({ length: 200 }, () => faults.draw(FAULTS, key)?.fault ?? null);
  };

  test('repeat with a seed, and differ with another seed or route', () => {
    expect(drawn({})).toEqual(drawn({}));
    expect(drawn({})).not.toEqual(drawn({ seed: 43 }));
    expect(drawn({})).not.toEqual(drawn({}, 'GET /v1/leads'));
  });

  test('happen as often as the rate says', () => {
    const count = (rate: number) => drawn({ rate }).filter((fault) => fault !== null).length;
    expect(count(0)).toBe(0);
    expect(count(1)).toBe(200);
    expect(Math.abs(count(0.5) - 100)).toBeLessThan(25);
  });

  test('are only those that were chosen', () => {
    expect(new Set(drawn({ rate: 1, names: ['slow', 'doubled-event'] }))).toEqual(
      new Set(['slow', 'doubled-event']),
    );
  });

  test('the list holds the latest 500, newest first, and counts all', () => {
    const faults = new Faults({ names: ['slow'], rate: 1, seed: 1 });
    for (let number = 1; number <= 501; number += 1)
      faults.record({ time: new Date(number), fault: 'slow', description: '' });
    expect(faults.latest).toHaveLength(500);
    expect(faults.latest[0]?.time).toEqual(new Date(501));
    expect(faults.counts).toEqual(new Map([['slow', 501]]));
  });
});

describe('an event that is held back', () => {
  const URL = 'http://localhost/events';
  let folder: string;
  let heldEvents: HeldEvents;
  /** Uuids of the events that have arrived, in their order. */
  let arrived: string[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'upc-held-'));
    heldEvents = await HeldEvents.open(folder);
    arrived = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
      arrived.push((JSON.parse(body) as { uuid: string }).uuid);
      return new Response(null, { status: 204 });
    });
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (repeat = async (uuid: string) => arrived.push(uuid) > 0) =>
    new EventFaults({
      faults: new Faults({ names: ['reordered-events'], rate: 1, seed: 7 }),
      heldEvents,
      heldBefore: await heldEvents.list(),
      now: () => new Date(),
      repeat,
    });
  const send = async (events: EventFaults, uuid: string) => {
    const body = JSON.stringify({ uuid, entityId: MEMBER, payload: [{ type: `${MEDIUM}DELETED` }] });
    return (await events.fetch(URL, { body })).status;
  };

  test('is sent after the next one of its entity', async () => {
    const events = await start();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await send(events, first)).toBe(202);
    expect(await heldEvents.list()).toEqual([first]);
    expect(await send(events, second)).toBe(204);
    expect(arrived).toEqual([second, first]);
    expect(await heldEvents.list()).toEqual([]);
  });

  test('is overtaken by the next one even while it is being kept', async () => {
    const events = await start();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await Promise.all([send(events, first), send(events, second)])).toEqual([202, 204]);
    expect(arrived).toEqual([second, first]);
  });

  test('is sent after ten seconds', async () => {
    const uuid = randomUUID();
    expect(await send(await start(), uuid)).toBe(202);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(arrived).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(arrived).toEqual([uuid]);
  });

  test('is kept for the next start if the service does not repeat it, and has no other fault then', async () => {
    const uuid = randomUUID();
    const events = await start(async () => false);
    await send(events, uuid);
    const sent = send(events, randomUUID());
    await vi.advanceTimersByTimeAsync(60_000);
    await sent;
    expect(await heldEvents.list()).toEqual([uuid]);
    expect(await send(await start(), uuid)).toBe(204);
  });

  test('is not counted as delivered if it cannot be kept, and then not held back again', async () => {
    const events = await start();
    const uuid = randomUUID();
    await rm(folder, { recursive: true });
    await expect(send(events, uuid)).rejects.toThrow('ENOENT');
    expect(await send(events, uuid)).toBe(204);
    expect(arrived).toEqual([uuid]);
  });

  test('is not mistaken for another file', async () => {
    const [held = ''] = await readdir(folder);
    await writeFile(path.join(folder, held, '.DS_Store'), '');
    expect(await heldEvents.list()).toEqual([]);
  });
});

describe('a sandbox with faults', () => {
  let dataFolder: string;
  /** What the test has started. */
  const started: { close(): unknown }[] = [];
  const ending = <Started extends { close(): unknown }>(one: Started): Started => {
    started.push(one);
    return one;
  };
  beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'upc-data-'));
    // The first start takes longest, because it creates the database.
    const first = await startSandbox(await choosePorts(0), { dataFolder, webhookUrl: null });
    await first.close();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map(async (one) => one.close()));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  const start = async (names: readonly FaultName[], webhookUrl: string | null = null): Promise<Sandbox> => {
    const faults = { names, rate: 1, seed: 7 };
    return ending(await startSandbox(await choosePorts(0), { dataFolder, webhookUrl, faults }));
  };

  test.each([['lost-answer'], ['5xx']] as const)(
    'a client that repeats its requests opens one session and pays once: %s',
    async (fault) => {
      const { serviceUrl } = await start([fault]);
      const client = new RepeatingClient(serviceUrl);
      const before = await client.balance();
      const session = await client.openSession(5);
      const token = await client.pay(session);
      await client.use(token, 5);
      expect(client.repeats).toBeGreaterThan(3);
      expect(await client.balance()).toBeCloseTo(before + 5);
      // The first request with this key, whose answer the client may not have received, opened the same session.
      expect((await client.openSession(5, session.key)).token).toBe(session.token);

      const { counts, faults, seed } = await listOf(serviceUrl);
      expect(seed).toBe(7);
      expect(counts).toEqual({ [fault]: faults.length });
      expect(faults[0]).toMatchObject({
        fault,
        request: { method: 'POST', route: '/v1/payments/user-session' },
      });
      expect(JSON.stringify(faults)).not.toMatch(/2001|test-key/);
    },
  );

  test('every event arrives twice: doubled-event', async () => {
    const receiver = ending(await startReceiver());
    const { serviceUrl } = await start(['doubled-event'], receiver.url);
    await causeEvents(serviceUrl);
    await expect.poll(() => receiver.events.length, { timeout: 60_000 }).toBe(6);
    expect(receiver.types()).toEqual(['CREATED', 'CREATED', 'UPDATED', 'UPDATED', 'DELETED', 'DELETED']);
    expect(new Set(receiver.events.map(({ uuid }) => uuid)).size).toBe(3);
    const { faults } = await listOf(serviceUrl);
    expect(faults[0]?.event).toMatchObject({ receiver: new URL(receiver.url).host });
  });

  test('no event is lost, although the sandbox is killed: reordered-events', async () => {
    const receiver = ending(await startReceiver());
    const all = new Set(['CREATED', 'UPDATED', 'DELETED']);
    const killed = await startProcess(['--faults', 'reordered-events', '--fault-rate', '1'], receiver.url);
    await causeEvents(killed.serviceUrl);
    await expect
      .poll(
        async () => {
          const { faults } = await listOf(killed.serviceUrl);
          const held = faults.map(({ event }) => event?.type ?? '').filter((type) => type.startsWith(MEDIUM));
          return new Set([...receiver.types(), ...held.map((type) => type.replace(MEDIUM, ''))]);
        },
        { timeout: 60_000 },
      )
      .toEqual(all);
    // Once the clock has moved, the service has recorded every delivery.
    await advanceClock(killed.serviceUrl);
    await killed.close();
    const { serviceUrl } = ending(
      await startSandbox(await choosePorts(0), { dataFolder, webhookUrl: receiver.url }),
    );
    await advanceClock(serviceUrl);
    await expect.poll(() => new Set(receiver.types()), { timeout: 60_000 }).toEqual(all);
  }, 300_000);

  /** Starts the sandbox in a process of its own. */
  const startProcess = async (options: readonly string[], webhookUrl: string) => {
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const args = [main, '--data', dataFolder, '--port', '0', '--webhook-url', webhookUrl, ...options];
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const close = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    ending({ close });
    const serviceUrl = await new Promise<string>((resolve, reject) => {
      let printed = '';
      child.stdout.on('data', (part) => {
        printed += String(part);
        const [, url] = /Service +(\S+)\n/.exec(printed) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.once('exit', () => reject(new Error(`The sandbox did not start:\n${printed}`)));
    });
    return { serviceUrl, close };
  };

  test('the page lists no fault at first, and is not there without faults', async () => {
    const faulty = await start(['slow']);
    const page = await fetch(`${faulty.serviceUrl}/sandbox/faults`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const markup = await page.text();
    expect(markup).toContain('There have been no faults yet');
    expect(markup).toContain(repeatingOptions({ names: ['slow'], rate: 1, seed: 7 }));
    await faulty.close();
    const { serviceUrl } = ending(await startSandbox(await choosePorts(0), { dataFolder, webhookUrl: null }));
    expect((await fetch(`${serviceUrl}/sandbox/faults`)).status).toBe(404);
  });
});

/** Lets an access medium be created, changed and deleted. */
async function causeEvents(serviceUrl: string): Promise<void> {
  const client = new RepeatingClient(serviceUrl);
  await client.send('POST', '/v1/studios/confirmActivation', {});
  const mediums = `/v1/customers/${MEMBER}/access-mediums`;
  const value = () => String(randomInt(1e8, 1e9));
  const { id } = await client.send<{ id: number }>('POST', mediums, { type: 'PIN', value: value() });
  await client.send('PUT', `${mediums}/${id}`, { value: value() });
  await client.send('DELETE', `${mediums}/${id}`);
}

async function advanceClock(serviceUrl: string): Promise<void> {
  await new RepeatingClient(serviceUrl).send('POST', '/sandbox/clock/advance', { by: '15m' });
}

interface List {
  readonly seed: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly Incident[];
}

async function listOf(serviceUrl: string): Promise<List> {
  const response = await fetch(`${serviceUrl}/sandbox/faults`, { headers: { accept: 'application/json' } });
  return (await response.json()) as List;
}

interface Receiver {
  readonly url: string;
  readonly events: readonly { readonly type: string; readonly uuid: string }[];
  /** Returns what happened to the access medium, in the order in which the events arrived. */
  types(): readonly string[];
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const events: { type: string; uuid: string }[] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const { uuid, payload } = JSON.parse(body) as { uuid: string; payload: { type: string }[] };
      // The first start of a sandbox also reports what it prepares.
      for (const { type } of payload) if (type.startsWith(MEDIUM)) events.push({ type, uuid });
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const types = () => events.map(({ type }) => type.replace(MEDIUM, ''));
  return { url: `http://localhost:${port}/events`, events, types, close: () => server.close() };
}
