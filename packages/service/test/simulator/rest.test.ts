import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type TestBench } from './support/simulator.js';

let bench: TestBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

let keys = 0;
const key = (value = `rest-${(keys += 1)}`): Record<string, string> => ({ 'idempotency-key': value });

const terms = {
  mode: 'setup',
  paymentMethod: 'SEPA',
  amount: 0,
  currency: 'EUR',
  customer: 'customer-1',
  statementText: 'Membership',
};
const confirmation = {
  details: { accountHolder: 'Ada Lovelace', iban: 'DE89370400440532013000' },
  mandate: { reference: 'M-1', acceptedAt: '2026-11-20T10:00:00Z', ip: '::1', userAgent: '' },
};
const errorOf = (answer: {
  body: Record<string, unknown>;
}): { code: string; param?: string; message: string } =>
  answer.body.error as { code: string; param?: string; message: string };

describe('who may ask', () => {
  it.each([
    ['no key', { authorization: '' }, 401, 'secret_key_invalid'],
    ['a wrong key', { authorization: 'Bearer sk_wrong' }, 401, 'secret_key_invalid'],
    ['no account', { 'simulator-account': '' }, 400, 'account_missing'],
    ['an unknown account', { 'simulator-account': 'pk_unknown' }, 403, 'account_unknown'],
  ])('%s', async (_, headers, status, code) => {
    const answer = await bench.request('POST', '/v1/intents', terms, { ...key(), ...headers });
    expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
  });
});

describe('a request that is wrong', () => {
  const cases: [string, unknown, string, string][] = [
    [
      'an unknown parameter',
      { ...terms, payment_method_types: [] },
      'parameter_unknown',
      'payment_method_types',
    ],
    ['a missing one', { ...terms, customer: undefined }, 'parameter_missing', 'customer'],
    [
      'a currency the method does not take',
      { ...terms, currency: 'CHF' },
      'currency_unsupported',
      'currency',
    ],
    [
      'a return to a foreign page',
      { ...terms, returnUrl: 'https://evil.example/back' },
      'return_url_not_registered',
      'returnUrl',
    ],
  ];
  it.each(cases)('%s', async (_, body, code, param) => {
    const answer = await bench.request('POST', '/v1/intents', body, key());
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ code, param });
  });

  it.each([
    ['broken JSON', '{"mode":', 400, 'body_invalid'],
    ['too much', JSON.stringify({ mode: 'x'.repeat(70_000) }), 400, 'body_invalid'],
  ])('%s', async (_, body, status, code) => {
    const answer = await bench.request('POST', '/v1/intents', body, key());
    expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
  });

  it('an address that does not exist', async () => {
    const answer = await bench.request('GET', '/v1/charges');
    expect([answer.status, errorOf(answer).code]).toEqual([404, 'resource_missing']);
  });

  it('origins that are not origins', async () => {
    for (const origin of [
      '*',
      'https://a.example/path',
      "https://a.example; script-src 'none'",
      'ftp://a.example',
    ]) {
      const body = { merchantName: 'Studio', origins: [origin] };
      expect((await bench.request('PUT', '/v1/accounts/pk_test_third', body)).status).toBe(400);
    }
  });
});

describe('Idempotency-Key', () => {
  it('is required on every POST', async () => {
    for (const path of ['/v1/intents', '/v1/intents/int_x/cancel']) {
      const answer = await bench.request('POST', path, path === '/v1/intents' ? terms : {});
      expect(errorOf(answer).code).toBe('idempotency_key_missing');
    }
  });

  it('gives the same answer to the same request, whatever has happened since, and after a restart', async () => {
    const first = await bench.request('POST', '/v1/intents', terms, key('same-1'));
    const path = `/v1/intents/${String(first.body.id)}/confirm`;
    const confirmed = await bench.request('POST', path, confirmation, key('same-2'));
    expect(confirmed.body.status).toBe('succeeded');
    expect(await bench.request('POST', '/v1/intents', terms, key('same-1'))).toEqual(first);
    await bench.restart();
    expect(await bench.request('POST', '/v1/intents', terms, key('same-1'))).toEqual(first);
    expect(await bench.request('POST', path, confirmation, key('same-2'))).toEqual(confirmed);
  });

  it('does it once when ten ask at the same time', async () => {
    const before = bench.simulator.ledger().length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bench.request('POST', '/v1/intents', terms, key('ten'))),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(bench.simulator.ledger().length).toBe(before + 1);
  });

  it('refuses another body, and another path', async () => {
    const { body } = await bench.request('POST', '/v1/intents', terms, key('other'));
    const changed = { ...terms, customer: 'customer-2' };
    for (const [path, sent] of [
      ['/v1/intents', changed],
      [`/v1/intents/${String(body.id)}/cancel`, {}],
    ] as const) {
      const answer = await bench.request('POST', path, sent, key('other'));
      expect([answer.status, errorOf(answer).code]).toEqual([409, 'idempotency_key_reused']);
    }
  });

  it('keeps nothing of a refused request', async () => {
    await bench.request('POST', '/v1/intents', { ...terms, amount: 5 }, key('refused'));
    expect((await bench.request('POST', '/v1/intents', terms, key('refused'))).status).toBe(201);
  });
});

describe('an intent in the wrong state', () => {
  it('is not confirmed twice', async () => {
    const { body } = await bench.request('POST', '/v1/intents', terms, key());
    const path = `/v1/intents/${String(body.id)}/confirm`;
    expect((await bench.request('POST', path, confirmation, key())).status).toBe(200);
    const second = await bench.request('POST', path, confirmation, key());
    expect([second.status, errorOf(second).code]).toEqual([400, 'intent_unexpected_state']);
  });

  it.each(['capture', 'refund'])('refuses to %s what nobody has paid', async (move) => {
    const { body } = await bench.request('POST', '/v1/intents', terms, key());
    const path = `/v1/intents/${String(body.id)}/${move}`;
    expect(errorOf(await bench.request('POST', path, { amount: 1 }, key())).code).toBe(
      'intent_unexpected_state',
    );
    expect(errorOf(await bench.request('POST', path, { amount: 0 }, key())).param).toBe('amount');
  });

  it('is answered with its current status when the service cancels what has ended', async () => {
    const { body } = await bench.request('POST', '/v1/intents', terms, key());
    const reference = String(body.id);
    await bench.request('POST', `/v1/intents/${reference}/confirm`, confirmation, key());
    expect((await bench.provider().cancelIntent(reference, 'cancel-ended')).status).toBe('SUCCEEDED');
  });
});

describe('the ledger', () => {
  it('is open to the secret key only', async () => {
    expect((await bench.request('GET', '/v1/ledger', undefined, { authorization: 'Bearer no' })).status).toBe(
      401,
    );
  });

  it('lists the intents of one account, or of all', async () => {
    const { body } = await bench.request('GET', '/v1/ledger');
    expect(body.rows).toEqual(bench.simulator.ledger());
    const other = { 'simulator-account': 'pk_test_studio_zurich' };
    expect((await bench.request('GET', '/v1/ledger', undefined, other)).body.rows).toEqual([]);
  });
});
