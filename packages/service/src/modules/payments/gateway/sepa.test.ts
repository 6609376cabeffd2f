import { randomUUID } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayClient, requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { events } from '../../../core/events.tables.js';
import { mandates } from '../mandates/mandates.tables.js';
import { payments } from '../payments.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
});

/** Opens a session and returns a gateway client for it. */
async function open(fields?: Record<string, unknown>): Promise<GatewayClient> {
  return service.gateway(await service.api().session(fields));
}

type Session = Schemas['Session'];

function methodNamed({ paymentMethods }: Session, name: string) {
  return paymentMethods.find(({ paymentMethod }) => paymentMethod === name);
}

const DECLINED = 'DE62370400440532013001';

describe('GET /api/v1/session', () => {
  test('says what may be paid and how', async () => {
    const gateway = await open({ customerId: 2001, requireDirectDebitSignature: true });
    const { status, body } = await gateway.session({ 'accept-language': 'de-LU' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      amount: { amount: 0, currency: 'EUR' },
      scope: 'MEMBER_ACCOUNT',
      tokenValidUntil: '2026-11-20T10:30:00.000Z',
      referenceText: 'Membership',
      creditor: { name: 'Northside Gym Berlin GmbH', creditorIdentifier: 'DE98ZZZ09999999999' },
      requireDirectDebitSignature: true,
      savingOffered: false,
    });
    const sepa = methodNamed(body, 'SEPA');
    expect(sepa).toMatchObject({ paymentMethod: 'SEPA', canBeSaved: false, requiredFields: ['signature'] });
    expect(sepa?.mandate).toMatchObject({
      scheme: 'SEPA',
      language: 'de',
      heading: 'SEPA-Lastschriftmandat',
      paymentType: 'RECURRENT',
    });
    expect(sepa?.mandate?.reference.length).toBeLessThanOrEqual(35);
    expect(sepa?.mandate?.text.join(' ')).toContain('Northside Gym Berlin GmbH');
    expect(body).not.toHaveProperty('pendingPayment');
  });

  test.each([
    ['tr', '2026-11.2'],
    ['ru', '2026-11.2'],
  ])('in %s, where no translation is approved, the English text binds', async (language, version) => {
    const { body } = await (await open()).session({ 'accept-language': language });
    const english = methodNamed(
      (await (await open()).session({ 'accept-language': 'en' })).body,
      'SEPA',
    )?.mandate;
    expect(methodNamed(body, 'SEPA')?.mandate).toMatchObject({
      language,
      version,
      binding: { language: 'en', text: english?.text },
    });
    expect(english).not.toHaveProperty('binding');
  });

  test.each([
    [{ scope: 'ECOM', amount: 10 }, true, 'RECURRENT'],
    [{ scope: 'ECOM', amount: 10, savePaymentInstrument: true }, true, 'RECURRENT'],
    [{ scope: 'ECOM', amount: 10, savePaymentInstrument: false }, false, 'ONE_OFF'],
    [{ scope: 'MEMBER_ACCOUNT', savePaymentInstrument: true }, false, 'RECURRENT'],
  ])('%j: saving offered %s, %s', async (fields, savingOffered, paymentType) => {
    const { body } = await (await open(fields)).session();
    expect(body.savingOffered).toBe(savingOffered);
    expect(methodNamed(body, 'SEPA')).toMatchObject({ canBeSaved: savingOffered, mandate: { paymentType } });
  });

  test('the filter of the session narrows the methods, to none if need be', async () => {
    const { body } = await (await open({ permittedPaymentChoices: ['ACH'] })).session();
    expect(body.paymentMethods).toEqual([]);
  });

  test.each([
    ['no token', ''],
    ['an unknown token', 'x'.repeat(54)],
    ['an API key', 'test-key-northside-berlin-eur'],
  ])('%s is not a session', async (_, token) => {
    const { status, body } = await service.gateway(token).session();
    expect([status, body]).toMatchObject([401, { errorCode: 'errormessage.payment.session.invalid' }]);
  });
});

describe('a SEPA payment', () => {
  test('goes from details to a token', async () => {
    const gateway = await open();
    const made = await gateway.create(await gateway.sepaRequest());
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String) as string,
      paymentMethod: 'SEPA',
      status: 'CREATED',
      traceId: expect.any(String) as string,
      paymentInstrumentDetails: {
        sepa: {
          bankAccountDetails: {
            accountHolder: 'Mara Lindner',
            bankName: 'Commerzbank',
            bic: 'COBADEFFXXX',
            iban: 'DE89 •••• 3000',
          },
        },
      },
    });
    const done = await gateway.authenticate(made.body.id);
    expect(done.body).toMatchObject({ status: 'PREAUTHED', id: made.body.id });
    expect(done.body.paymentRequestToken).toMatch(/^[A-Za-z0-9]{54}$/);
    expect(done.body.paymentInstrumentToken).toMatch(/^[A-Za-z0-9]{54}$/);
    expect((await gateway.get(made.body.id)).body).toEqual(done.body);
  });

  test('a reload finds it again, with its token', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    const { body } = await gateway.session();
    expect(body.pendingPayment).toEqual(payment);
  });

  test('a refusal of the provider is final for the attempt; another one may follow', async () => {
    const gateway = await open();
    const failed = await gateway.paySepa(DECLINED);
    expect(failed.status).toBe('FAILED');
    expect(failed.failure?.code).toBeDefined();
    expect(failed).not.toHaveProperty('paymentRequestToken');
    expect((await gateway.session()).body).not.toHaveProperty('pendingPayment');
    expect((await gateway.paySepa()).status).toBe('PREAUTHED');
  });

  test('keeps what was accepted, and the account encrypted only', async () => {
    const signature = '<svg viewBox="0 0 9 9"><path d="M 1,1 L 8,8"/><script>alert(1)</script></svg>';
    const gateway = await open({ requireDirectDebitSignature: true });
    const request = await gateway.sepaRequest();
    const made = await gateway.create({ ...request, mandate: { ...request.mandate, signature } });
    const { db } = service.database;
    const [kept] = await db.select().from(mandates).where(eq(mandates.paymentId, made.body.id));
    expect(kept).toMatchObject({
      scheme: 'SEPA',
      reference: request.mandate?.reference,
      version: '2026-11.2',
      language: 'en',
      paymentType: 'RECURRENT',
      acceptedAt: service.clock.now(),
      ip: '127.0.0.1',
      userAgent: 'lightMyRequest',
    });
    expect(kept?.acceptedText).toContain('SEPA Direct Debit Mandate');
    expect(kept?.acceptedText).toContain('DE98ZZZ09999999999');
    expect(kept?.acceptedText).toContain(kept?.reference);
    expect(kept?.acceptedTextSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(kept?.signature).toContain('M 1,1 L 8,8');
    expect(kept?.signature).not.toContain('script');
    const payer = JSON.parse(
      service.app.context.keys.decrypt(kept?.payerEncrypted ?? '', `mandates ${kept?.id}`),
    ) as object;
    expect(payer).toEqual({ $v: 1, accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' });
  });

  test('the IBAN and the tokens stand nowhere in the database in the clear', async () => {
    const token = await service.api().session();
    const payment = await service.gateway(token).paySepa('NL91ABNA0417164300');
    const { rows } = await service.database.raw.query({
      text: "select table_name from information_schema.tables where table_schema = 'public'",
    });
    for (const { table_name: table } of rows as { table_name: string }[]) {
      const found = await service.database.raw.query({ text: `select t::text as line from "${table}" t` });
      const content = (found.rows as { line: string }[]).map(({ line }) => line).join('\n');
      for (const secret of ['ABNA0417164300', token, requestToken(payment)])
        expect(content).not.toContain(secret);
    }
  });
});

describe('what is refused', () => {
  const address = { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' };

  test.each([
    ['a wrong IBAN', { details: { accountHolder: 'A', iban: 'DE00370400440532013000' } }, 'errormessage.payment.iban.invalid', 'details.iban'],
    ['no details', { details: undefined }, 'errormessage.payment.details.required', 'details.accountHolder'],
    ['no holder', { details: { iban: 'DE89370400440532013000' } }, 'errormessage.payment.details.required', 'details.accountHolder'],
    ['no address where the IBAN needs one', { details: { accountHolder: 'A', iban: 'CH9300762011623852957' } }, 'errormessage.payment.details.required', 'details.address'],
    ['a blank city', { details: { accountHolder: 'A', iban: 'CH9300762011623852957', address: { ...address, city: ' ' } } }, 'errormessage.payment.details.required', 'details.address.city'],
    ['no mandate', { mandate: undefined }, 'errormessage.payment.mandate.required', 'mandate'],
    ['a method that is not offered', { paymentMethod: 'ACH' }, 'errormessage.payment.method.not.offered', 'paymentMethod'],
    ['an instrument that is not there', { paymentInstrumentToken: 'x' }, 'errormessage.payment.instrument.unknown', 'paymentInstrumentToken'],
    ['an unknown method', { paymentMethod: 'BITCOIN' }, 'errormessage.request.invalid', 'paymentMethod'],
    ['an unknown property', { amount: 1 }, 'errormessage.request.invalid', 'amount'],
    ['a method as number', { paymentMethod: 1 }, 'errormessage.request.invalid', 'paymentMethod'],
  ])('%s', async (_, change, errorCode, reference) => {
    const gateway = await open();
    const answer = await gateway.create({ ...(await gateway.sepaRequest()), ...change });
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([400, errorCode, reference]);
  }); // prettier-ignore

  test.each([
    ['reference', 'UPC-OTHER'],
    ['version', '1999-01'],
    ['language', 'xx'],
  ])('a mandate with another %s than was offered', async (field, value) => {
    const gateway = await open();
    const request = await gateway.sepaRequest();
    const answer = await gateway.create({ ...request, mandate: { ...request.mandate, [field]: value } });
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([
      400,
      'errormessage.payment.mandate.outdated',
      `mandate.${field}`,
    ]);
  });

  test('a missing signature where one is required', async () => {
    const gateway = await open({ requireDirectDebitSignature: true });
    const answer = await gateway.create(await gateway.sepaRequest());
    expect(answer.body).toMatchObject({ reference: 'mandate.signature' });
  });

  test('a request without Idempotency-Key, or with a wrong one', async () => {
    const gateway = await open();
    const answer = await gateway.create(await gateway.sepaRequest(), 'short');
    expect([answer.status, answer.body.reference]).toEqual([400, 'Idempotency-Key']);
  });

  test.each(['nonsense', randomUUID()])('a payment that is not there: %s', async (id) => {
    const gateway = await open();
    for (const answer of [await gateway.get(id), await gateway.cancel(id), await gateway.authenticate(id)]) {
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'errormessage.payment.not.found']);
    }
  });

  test("another session's payment", async () => {
    const { id } = await (await open()).paySepa();
    expect((await (await open()).get(id)).status).toBe(404);
  });

  test('no refusal repeats what was typed, and each is found by its trace id', async () => {
    const gateway = await open();
    const request = await gateway.sepaRequest();
    const answer = await gateway.create({
      ...request,
      details: { accountHolder: 'Canary Person', iban: 'DE00999999990000001234' },
    });
    // The trace id is removed because it may contain these four digits by chance.
    expect(JSON.stringify({ ...answer.body, traceId: '' })).not.toMatch(/Canary|1234/);
    const found = await service.database.db
      .select()
      .from(events)
      .where(eq(events.traceId, answer.body.traceId));
    expect(found).toMatchObject([
      { kind: 'REQUEST_REFUSED', detail: '400 errormessage.payment.iban.invalid, details.iban' },
    ]);
  });
});

describe('one payment at a time', () => {
  test('a new attempt cancels one that is not finished', async () => {
    const gateway = await open();
    const first = await gateway.create(await gateway.sepaRequest());
    const second = await gateway.create(await gateway.sepaRequest());
    expect((await gateway.get(first.body.id)).body.status).toBe('CANCELLED');
    expect((await gateway.get(second.body.id)).body.status).toBe('CREATED');
    expect((await gateway.session()).body.pendingPayment?.id).toBe(second.body.id);
  });

  test('a new attempt takes the token of an unused one away', async () => {
    const gateway = await open({ customerId: 2002 });
    const first = await gateway.paySepa();
    const second = await gateway.paySepa('NL91ABNA0417164300');
    expect((await gateway.get(first.id)).body).toMatchObject({ status: 'CANCELLED' });
    const use = (token: string) =>
      service.api().post('/v1/customers/2002/account/payment-instrument', { paymentRequestToken: token });
    const refused = await use(requestToken(first));
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'errormessage.payment.token.invalid']);
    expect((await use(requestToken(second))).status).toBe(200);
  });

  test('five attempts at once leave one alive', async () => {
    const gateway = await open();
    const request = await gateway.sepaRequest();
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.create(request)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const states = await Promise.all(
      answers.map(async ({ body }) => (await gateway.get(body.id)).body.status),
    );
    expect(states.sort()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CREATED']);
  });

  test('while the outcome of one is unknown, no other is begun; asking again decides it', async () => {
    const gateway = await open();
    const made = await gateway.create(await gateway.sepaRequest());
    service.network.lose('answer-lost', /confirm/);
    const unknown = await gateway.authenticate(made.body.id);
    expect(unknown.body).toEqual({ ...made.body, status: 'UNKNOWN' });
    service.network.lose('answer-lost', /intents/);
    expect((await gateway.get(made.body.id)).body.status).toBe('UNKNOWN');
    const refused = await gateway.create(await gateway.sepaRequest());
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'errormessage.payment.pending']);
    expect((await gateway.cancel(made.body.id)).status).toBe(409);
    service.network.mend();
    expect((await gateway.get(made.body.id)).body.status).toBe('PREAUTHED');
    expect(await service.ledgerOfPayment(made.body.id)).toHaveLength(1);
  });

  test.each(['request-lost', 'answer-lost'] as const)(
    '%s when the intent is made: made once',
    async (fault) => {
      const gateway = await open();
      const made = await gateway.create(await gateway.sepaRequest());
      service.network.lose(fault, /intents$/);
      expect((await gateway.authenticate(made.body.id)).body.status).toBe('UNKNOWN');
      service.network.mend();
      expect((await gateway.get(made.body.id)).body.status).toBe('PREAUTHED');
      expect(await service.ledgerOfPayment(made.body.id)).toHaveLength(1);
    },
  );
});

describe('cancelling', () => {
  test('an attempt that is not finished, twice', async () => {
    const gateway = await open();
    const { body } = await gateway.create(await gateway.sepaRequest());
    expect((await gateway.cancel(body.id)).body.status).toBe('CANCELLED');
    expect((await gateway.cancel(body.id)).body.status).toBe('CANCELLED');
    expect((await gateway.authenticate(body.id)).body.status).toBe('CANCELLED');
  });

  test('a token that was not used: it is worth nothing afterwards, and nothing is listed', async () => {
    service.clock.advance(1000);
    const gateway = await open({ customerId: 2002 });
    const payment = await gateway.paySepa('FR1420041010050500013M02606');
    const before = (await gateway.session()).body.paymentInstruments.map(({ token }) => token);
    expect(before).toContain(payment.paymentInstrumentToken);
    expect((await gateway.cancel(payment.id)).body).not.toHaveProperty('paymentRequestToken');
    const listed = (await gateway.session()).body.paymentInstruments.map(({ token }) => token);
    expect(listed).not.toContain(payment.paymentInstrumentToken);
    const [row] = await service.database.db.select().from(payments).where(eq(payments.id, payment.id));
    expect(row?.releaseStatus).toBe('DONE');
  });

  test('a failed attempt cannot be cancelled', async () => {
    const gateway = await open();
    const { id } = await gateway.paySepa(DECLINED);
    const answer = await gateway.cancel(id);
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'errormessage.payment.finished']);
  });
});

describe('Idempotency-Key', () => {
  test('the same key and body make nothing again, also later and with members in another order', async () => {
    const gateway = await open();
    const request = await gateway.sepaRequest();
    const key = randomUUID();
    const first = await gateway.create(request, key);
    const payment = await gateway.authenticate(first.body.id, key.replace(/^./, 'x'));
    expect(payment.body.status).toBe('PREAUTHED');
    const reordered = Object.fromEntries(Object.entries(request).reverse());
    expect(await gateway.create(reordered, key)).toMatchObject({ status: 201, body: payment.body });
    expect((await gateway.authenticate(first.body.id, key.replace(/^./, 'x'))).body).toEqual(payment.body);
  });

  test('the same key with another body is 409', async () => {
    const gateway = await open();
    const key = randomUUID();
    await gateway.create(await gateway.sepaRequest(), key);
    const other = await gateway.create(await gateway.sepaRequest('NL91ABNA0417164300'), key);
    expect([other.status, other.body.errorCode]).toEqual([
      409,
      'errormessage.payment.idempotency.key.reused',
    ]);
  });

  test('five at once with one key make one payment', async () => {
    const gateway = await open();
    const request = await gateway.sepaRequest();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.create(request, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const id = answers[0]?.body.id ?? '';
    const second = randomUUID();
    const done = await Promise.all(Array.from({ length: 5 }, () => gateway.authenticate(id, second)));
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await service.ledgerOfPayment(id)).toHaveLength(1);
  });

  test('a refused request leaves its key free', async () => {
    const gateway = await open();
    const key = randomUUID();
    const wrong = await gateway.create(await gateway.sepaRequest('DE00370400440532013000'), key);
    expect(wrong.status).toBe(400);
    expect((await gateway.create(await gateway.sepaRequest(), key)).status).toBe(201);
  });

  test('keys of two sessions are two keys', async () => {
    const key = randomUUID();
    for (const gateway of [await open(), await open()]) {
      expect((await gateway.create(await gateway.sepaRequest(), key)).status).toBe(201);
    }
  });
});

describe('origins', () => {
  test('a page of an origin that is not registered is refused', async () => {
    const token = await service.api().session();
    for (const origin of ['http://127.0.0.1:5173', 'https://evil.example', 'null']) {
      const { status, body, headers } = await service.gateway(token, origin).session();
      expect([status, body]).toMatchObject([
        403,
        { errorCode: 'errormessage.payment.origin.not.registered' },
      ]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('a registered one may read the answer and the headers it waits by', async () => {
    const token = await service.api().session();
    const { headers } = await service.gateway(token, 'http://localhost:4999').session();
    expect(headers['access-control-allow-origin']).toBe('http://localhost:4999');
    expect(headers['access-control-expose-headers']).toBe(
      'x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, date',
    );
  });

  test('a preflight is answered for the registered origins of all studios, and for no other', async () => {
    const ask = (origin: string) =>
      service.app.app.inject({
        method: 'OPTIONS',
        url: `/api/v1/payments/${randomUUID()}/authentication`,
        headers: { origin, 'access-control-request-method': 'PUT' },
      });
    const allowed = await ask('http://localhost:5173');
    expect(allowed.headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE');
    expect(allowed.headers['access-control-allow-headers']).toBe(
      'content-type, accept-language, x-user-payment-session-token, idempotency-key',
    );
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
