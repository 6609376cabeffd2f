import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { charge, debit, setup } from './support/requests.js';
import { startBench, STUDIO, type TestBench } from './support/simulator.js';
import { UnreliableNetwork } from '../support/network.js';
import { movement } from '../support/movement.js';

let bench: TestBench;
let server: Server | undefined;
beforeAll(async () => {
  bench = await startBench();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});
afterAll(() => bench.close());

/**
 * Starts a server that gives faulty responses, as a real provider may on a bad day. `keys` are recorded when they are
 * sent, because an attempt may end before the server has received its request.
 */
async function answering(respond: (attempts: number) => { status: number; body: string } | 'silence') {
  const keys: (string | null)[] = [];
  let attempts = 0;
  server = createServer((_, response) => {
    const answer = respond((attempts += 1));
    if (answer === 'silence') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const send: typeof fetch = (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return fetch(input, init);
  };
  return { keys, to: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fetch: send } };
}

describe('on a bad network', () => {
  it.each(['request-lost', 'answer-lost'] as const)('%s twice: asked again, done once', async (fault) => {
    const network = new UnreliableNetwork();
    const provider = bench.provider({ fetch: network.fetch });
    const made = await provider.createIntent(setup(), `create-${fault}`);
    const before = bench.simulator.ledger().length;
    network.lose(fault, /confirm$/, 2);
    const collected = await provider.confirmIntent(
      made.reference,
      debit('DE89370400440532013000'),
      `confirm-${fault}`,
    );
    expect(collected.status).toBe('SUCCEEDED');
    network.lose(fault, /intents$/, 2);
    const charged = await provider.chargeInstrument(
      charge(collected.instrument!.reference),
      movement(`charge-${fault}`),
    );
    expect(charged.status).toBe('PROCESSING');
    expect(bench.simulator.ledger().length).toBe(before + 1);
  });

  it('lost for good: unavailable, and the same key finds out what happened', async () => {
    const network = new UnreliableNetwork();
    const provider = bench.provider({ fetch: network.fetch });
    network.lose('answer-lost', /intents$/);
    await expect(provider.createIntent(setup(), 'lost')).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
    const before = bench.simulator.ledger().length;
    network.mend();
    const found = await provider.createIntent(setup(), 'lost');
    expect(found.reference).toBe(bench.simulator.ledger().at(-1)?.intent);
    expect(bench.simulator.ledger().length).toBe(before);
  });
});

describe('an answer that says nothing', () => {
  it.each([
    ['500', { status: 500, body: '{}' }],
    ['503 with HTML', { status: 503, body: '<html>' }],
    ['429', { status: 429, body: '{}' }],
    ['HTML with 200', { status: 200, body: '<html>' }],
    ['another shape with 200', { status: 200, body: '{"id":"int_1","status":"fine"}' }],
    ['an error without the shape', { status: 400, body: '{"oops":true}' }],
    ['silence', 'silence' as const],
  ])('%s: three attempts with one key, then unavailable', async (_, answer) => {
    const { to, keys } = await answering(() => answer);
    const provider = bench.provider({ ...to, ...(answer === 'silence' && { timeoutMs: 100 }) });
    await expect(provider.createIntent(setup(), 'key-1')).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
    expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('is forgiven when the next try is answered', async () => {
    const intent = await bench.provider().createIntent(setup(), 'forgiven');
    const { body } = await bench.request('GET', `/v1/intents/${intent.reference}`);
    const { to } = await answering((attempts) =>
      attempts < 3 ? { status: 503, body: '{}' } : { status: 201, body: JSON.stringify(body) },
    );
    expect(await bench.provider(to).createIntent(setup(), 'forgiven')).toEqual(intent);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'amount_invalid'],
    [401, 'secret_key_invalid'],
    [409, 'idempotency_key_reused'],
  ])('%s is told at once and not tried again', async (status, code) => {
    const body = JSON.stringify({ error: { type: 'invalid_request', code, message: 'No.' } });
    const { to, keys } = await answering(() => ({ status, body }));
    await expect(bench.provider(to).createIntent(setup(), 'k')).rejects.toMatchObject({
      name: 'ProviderRequestError',
      code,
      message: 'No.',
    });
    expect(keys).toHaveLength(1);
  });

  it('of the wrong secret key, by the real simulator', async () => {
    const provider = bench.provider({ secretKey: 'sk_wrong' });
    await expect(provider.retrieveIntent('int_1')).rejects.toMatchObject({ code: 'secret_key_invalid' });
  });
});

it('gives the browser the address of the frames, and nothing secret', () => {
  const publicUrl = 'https://pay.example';
  expect(bench.provider({ publicUrl }).publicConfiguration(STUDIO)).toEqual({
    name: 'SIMULATOR',
    publicKey: STUDIO,
    frameUrl: 'https://pay.example/frames/card',
    redirectOrigins: ['https://pay.example'],
  });
});
