import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody, Payment, Session } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const URL = '/v1/payments/user-session';
const valid = { amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Membership' };
const ecom = { ...valid, scope: 'ECOM', amount: 19.99 };

interface Made {
  token: string;
  tokenValidUntil: string;
  paymentServiceCustomerId: string;
  paymentServiceRegion: string;
  session?: Session & { token: string; locale: string };
}

describe('POST /v1/payments/user-session', () => {
  test('answers the token, its end, the person and the region', async () => {
    const { status, body } = await service.api().post<Made>(URL, { ...valid, customerId: 2001 });
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9]{54}$/) as string,
      tokenValidUntil: '2026-11-20T10:30:00.000Z',
      paymentServiceCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001',
      paymentServiceRegion: 'eu-central-1',
    });
  });

  test('without a referenceText the name of the studio stands on statements, in the widget and at the provider', async () => {
    const { referenceText: _, ...unnamed } = { ...ecom, customerId: 2001 };
    const { status, body } = await service.api().post<Made>(URL, unnamed);
    expect(status, JSON.stringify(body)).toBe(200);
    const gateway = service.gateway(body.token);
    const session = (await gateway.session()).body;
    expect(session.referenceText).toBe('Northside Gym Berlin');
    const payment = await gateway.paySepa();
    const used = await service.api().post('/v1/customers/2001/account/payment', {
      paymentRequestToken: payment.paymentRequestToken,
    });
    expect(used.status).toBe(200);
    const charges = (await service.ledgerOfPayment(payment.id)).filter(({ mode }) => mode === 'payment');
    expect(charges.at(-1)?.statementText).toBe(session.referenceText);
  });

  test('a person without customer record gets an id, which a later session takes', async () => {
    const first = await service.api().post<Made>(URL, valid);
    const { paymentServiceCustomerId } = first.body;
    const second = await service.api().post<Made>(URL, { ...ecom, paymentServiceCustomerId });
    expect(second.status).toBe(200);
    expect(second.body.paymentServiceCustomerId).toBe(paymentServiceCustomerId);
    expect(second.body.token).not.toBe(first.body.token);
  });

  test.each([
    ['unknown properties', { ...valid, somethingElse: { a: 1 } }],
    ['null for every optional field', {
      ...valid,
      customerId: null,
      paymentServiceCustomerId: null,
      permittedPaymentChoices: null,
      requireDirectDebitSignature: null,
      showExistingPaymentInstruments: null,
      savePaymentInstrument: null,
      prefetch: null,
    }],
    ['a numeric string as id', { ...valid, customerId: '2001' }],
    ['all thirteen choices', {
      ...ecom,
      permittedPaymentChoices: [
        'TWINT', 'SEPA', 'ACH', 'CH_DD', 'CASH', 'BECS', 'CREDIT_CARD', 'LSV', 'BACS', 'IDEAL', 'PAYPAL',
        'BANK_TRANSFER', 'BANCONTACT',
      ],
    }],
    ['saving switched off in ECOM', { ...ecom, savePaymentInstrument: false }],
    ['ECOM with amount 0', { ...ecom, amount: 0 }],
    ['the largest amount', { ...ecom, amount: 999_999.99 }],
  ])('takes %s', async (_, body) => {
    expect((await service.api().post(URL, body)).status).toBe(200);
  }); // prettier-ignore

  const REFUSED: readonly [what: string, body: object, reference: string][] = [
    ['no amount', { scope: 'ECOM', referenceText: 'x' }, 'amount'],
    ['amount null', { ...ecom, amount: null }, 'amount'],
    ['an amount as text', { ...ecom, amount: '19.99' }, 'amount'],
    ['an amount as boolean', { ...ecom, amount: true }, 'amount'],
    ['a negative amount', { ...ecom, amount: -1 }, 'amount'],
    ['an amount with too many decimals', { ...ecom, amount: 19.999 }, 'amount'],
    ['an amount beyond the bound', { ...ecom, amount: 1_000_000 }, 'amount'],
    ['no scope', { amount: 0, referenceText: 'x' }, 'scope'],
    ['an unknown scope', { ...valid, scope: 'SHOP' }, 'scope'],
    ['a blank referenceText', { ...valid, referenceText: ' \u00a0 ' }, 'referenceText'],
    ['a referenceText with a null byte', { ...valid, referenceText: 'a\u0000b' }, 'referenceText'],
    ['a referenceText of 141 characters', { ...valid, referenceText: 'x'.repeat(141) }, 'referenceText'],
    ['an unknown choice', { ...valid, permittedPaymentChoices: ['BITCOIN'] }, 'permittedPaymentChoices.0'],
    ['a choice twice', { ...valid, permittedPaymentChoices: ['SEPA', 'SEPA'] }, 'permittedPaymentChoices'],
    ['a customerId with decimals', { ...valid, customerId: 1.5 }, 'customerId'],
    ['a paymentServiceCustomerId that is not a uuid', { ...valid, paymentServiceCustomerId: 'x' }, 'paymentServiceCustomerId'],
    ['both ids', { ...valid, customerId: 2001, paymentServiceCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001' }, 'paymentServiceCustomerId'],
    ['savePaymentInstrument false with MEMBER_ACCOUNT', { ...valid, savePaymentInstrument: false }, 'savePaymentInstrument'],
    ['a boolean as text', { ...ecom, showExistingPaymentInstruments: 'true' }, 'showExistingPaymentInstruments'],
    ['a prefetch that is no object', { ...valid, prefetch: 'de' }, 'prefetch'],
    ['a prefetch without locale', { ...valid, prefetch: { language: 'de' } }, 'prefetch.locale'],
    ['a prefetch whose locale is null', { ...valid, prefetch: { locale: null } }, 'prefetch.locale'],
    ['a prefetch of several languages', { ...valid, prefetch: { locale: 'de, en;q=0.5' } }, 'prefetch.locale'],
    ['a prefetch whose locale is a path', { ...valid, prefetch: { locale: '../../x' } }, 'prefetch.locale'],
    ['the payment id of somebody who is a customer', { ...valid, paymentServiceCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001' }, 'paymentServiceCustomerId'],
  ]; // prettier-ignore

  test('refuses each wrong field by its name', async () => {
    const found: unknown[] = [];
    for (const [what, body] of REFUSED) {
      const { status, body: refusal } = await service.api().post(URL, body);
      expect(refusal.message, what).toBe(refusal.errorMessage);
      expect(refusal.traceId, what).toMatch(/^[0-9a-f-]{36}$/);
      found.push([what, status, refusal.reference]);
    }
    expect(found).toEqual(REFUSED.map(([what, , reference]) => [what, 400, reference]));
  });

  test('an unknown person, and a person of another studio, are not found', async () => {
    const { body } = await service.api('test-key-seeblick-zuerich-chf').post<Made>(URL, valid);
    for (const id of [body.paymentServiceCustomerId, '00000000-0000-4000-8000-000000000000']) {
      expect(await service.api().post(URL, { ...valid, paymentServiceCustomerId: id })).toMatchObject({
        status: 404,
        body: { errorCode: 'errormessage.payment.customer.unknown' },
      });
    }
  });

  test('an amount in a currency without decimals is checked by that currency', async () => {
    const answer = await service.api('test-key-seeblick-zuerich-chf').post(URL, { ...ecom, amount: 12.345 });
    expect(answer.body.errorMessage).toContain('2');
  });
});

describe('a prefetched session', () => {
  const [EUR, GBP] = ['test-key-northside-berlin-eur', 'test-key-harbour-bristol-gbp'];
  const signed = { requireDirectDebitSignature: true };

  const open = async (fields: object, apiKey = EUR, headers: Record<string, string> = {}) => {
    const { body } = await service.api(apiKey).post<Made>(URL, { ...valid, ...fields }, headers);
    const asTheWidget = body.session?.locale.replaceAll('_', '-') ?? '';
    const gateway = service.gateway(body.token);
    return { body, gateway, confirmed: () => gateway.session({ 'accept-language': asTheWidget }) };
  };

  const use = async ({ paymentRequestToken }: Payment) => {
    const url = '/v1/customers/2001/account/payment-instrument';
    expect((await service.api().post(url, { paymentRequestToken })).status).toBe(200);
  };
  beforeAll(async () => use(await (await open({ customerId: 2001 })).gateway.paySepa()));

  test.each([
    ['a new person', EUR, {}, 'de', { language: 'de', signs: false, instruments: 0 }],
    ['a new person who signs', EUR, signed, 'fr_BE', { language: 'fr-BE', signs: true, instruments: 0 }],
    ['a customer', EUR, { customerId: 2001 }, 'de-CH', { language: 'de', signs: false, instruments: 1 }],
    ['a customer who pays, in an unknown language', EUR, { ...ecom, customerId: 2001 }, 'zz', { language: 'en', signs: false, instruments: 1 }],
    ['a customer with BACS', GBP, { customerId: 2201 }, 'en_GB', { language: 'en', signs: false, instruments: 0 }],
  ])('of %s is what the gateway answers', async (_, apiKey, fields, locale, expected) => {
    const { body, confirmed } = await open({ ...fields, prefetch: { locale } }, apiKey);
    const { token, locale: asked, ...session } = body.session ?? {};
    expect([token, asked]).toEqual([body.token, locale]);
    expect(session).toEqual((await confirmed()).body);
    const debit = body.session?.paymentMethods.find(({ mandate }) => mandate);
    expect({
      language: debit?.mandate?.language,
      signs: debit?.requiredFields?.includes('signature'),
      instruments: body.session?.paymentInstruments.length,
    }).toEqual(expected);
    const text = JSON.stringify(body.session);
    expect(text).not.toContain(body.paymentServiceCustomerId);
    expect(text).not.toMatch(/customerId|:"?2[02]01[",}]/i);
  }); // prettier-ignore

  test('shows a repeated request what has happened since, until the session has been used', async () => {
    const headers = { 'idempotency-key': 'prefetch-of-one-session' };
    const again = () => open({ customerId: 2001, prefetch: { locale: 'de' } }, EUR, headers);
    const { body, gateway, confirmed } = await again();
    const payment = await gateway.paySepa();
    const repeated = (await again()).body;
    expect(repeated).toEqual({
      ...body,
      session: { token: body.token, locale: 'de', ...(await confirmed()).body },
    });
    expect(repeated.session?.pendingPayment?.id).toBe(payment.id);
    await use(payment);
    const { session: _, ...rest } = body;
    expect((await again()).body).toEqual(rest);
  });

  test('is left out once the session has expired', async () => {
    const headers = { 'idempotency-key': 'prefetch-of-a-session-that-ends' };
    const again = () => open({ prefetch: { locale: 'de' } }, EUR, headers);
    const { session: _, ...rest } = (await again()).body;
    service.clock.advance(30 * 60_000);
    expect((await again()).body).toEqual(rest);
    service.clock.advance(-30 * 60_000);
  });
});

describe('the key', () => {
  test.each([
    ['empty', ''],
    ['unknown', 'nonsense'],
    ['rotated', 'test-key-northside-berlin-rotated'],
    ['deactivated', 'test-key-northside-berlin-deactivated'],
  ])('%s is refused', async (_, key) => {
    const headers = { 'x-api-key': key };
    const answer = await service.app.app.inject({ method: 'POST', url: URL, headers, payload: valid });
    expect(answer.statusCode).toBe(401);
    expect(answer.json<ErrorBody>().errorCode).toBe('errormessage.authentication.failed');
  });

  test('in the wrong header is not a key; in any case of letters it is', async () => {
    const send = (headers: Record<string, string>) =>
      service.app.app.inject({ method: 'POST', url: URL, headers, payload: valid });
    const key = 'test-key-northside-berlin-eur';
    expect((await send({ authorization: key })).statusCode).toBe(401);
    expect((await send({ 'X-API-KEY': key })).statusCode).toBe(200);
  });
});

describe('errors', () => {
  test.each([
    ['de', 'Der Betrag -1 ist nicht erlaubt'],
    ['de-CH', 'Der Betrag -1 ist nicht erlaubt'],
    ['en', 'The amount -1 is not allowed'],
    ['pl', 'Kwota -1 jest niedozwolona'],
    ['ja', 'The amount -1 is not allowed'],
  ])('are told in the language asked for: %s', async (language, text) => {
    const answer = await service.api().post(URL, { ...ecom, amount: -1 }, { 'accept-language': language });
    expect(answer.body.errorMessage).toContain(text);
  });

  test("without Accept-Language, in the studio's language", async () => {
    const answer = await service.api('test-key-seeblick-zuerich-chf').post(URL, { ...ecom, amount: -1 });
    expect(answer.body.errorMessage).toContain('Der Betrag');
  });

  test.each([
    ['malformed JSON', '{"amount":', 'application/json', 400],
    ['no body', '', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['another media type', '<a/>', 'application/xml', 415],
    ['a body of 600 KB', JSON.stringify({ ...valid, x: 'x'.repeat(600_000) }), 'application/json', 413],
    [
      '__proto__',
      '{"__proto__":{"a":1},"amount":0,"scope":"ECOM","referenceText":"x"}',
      'application/json',
      400,
    ],
  ])('%s is refused as JSON', async (_, payload, type, status) => {
    const answer = await service.api().request<ErrorBody>({
      method: 'POST',
      url: URL,
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.errorCode).toMatch(/^errormessage\./);
    expect(answer.headers['content-type']).toContain('application/json');
  });
});
