import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { webhookDeliveries } from '../../src/modules/webhooks/webhooks.tables.js';
import { SIGNATURE, TERMS, tokenFor } from '../support/buyer.js';
import { integrationWith } from '../support/integration.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';

/* Rules for requests and responses that hold for a partner's client, whichever operation it calls. */

const READ_ONLY = 'test-key-northside-berlin-read-only';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await subscribe(service.database.db, service.app.context.keys, {
    apiKey: EUR_KEY,
    url: 'http://127.0.0.1:1/events',
    webhookKey: 'x',
    types: null,
  });
  await send('POST', '/v1/studios/confirmActivation');
});
afterAll(() => service.close());
beforeEach(() => service.database.db.delete(webhookDeliveries));

const send = (
  method: 'GET' | 'HEAD' | 'POST',
  url: string,
  { key = EUR_KEY, payload, type }: { key?: string; payload?: object | string; type?: string } = {},
) =>
  service.app.app.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...(type !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });

describe('an identifier', () => {
  const ID = '9007199254740993';
  const NEXT = '9223372036854775807';
  const BOOKINGS = `startDate=2027-01-04&endDate=2027-01-04&studioId=${ID}`;

  // A JSON number would round most of these.
  test.each([
    [`/v1/customers/${ID}/account/balances`, `There is no customer ${ID}.`],
    [`/v1/customers/${NEXT}/account/balances`, `There is no customer ${NEXT}.`],
    ['/v1/customers/-9223372036854775808', 'There is no customer -9223372036854775808.'],
    ['/v1/customers/1234567890123456', 'There is no customer 1234567890123456.'],
    [`/v1/memberships/membership-offers/${ID}`, `There is no membership offer ${ID}.`],
    [`/v1/memberships/${ID}/self-service/contract-data`, `There is no customer ${ID}.`],
    [`/v1/customers/2001/documents/${ID}`, `The customer has no document ${ID}.`],
    [`/v1/customers/${ID}/documents/${NEXT}`, `There is no customer ${ID}.`],
    [`/v1/customers/9007199254740991/documents/${ID}`, 'There is no customer 9007199254740991.'],
    [`/connect/v1/trialsession?${BOOKINGS}`, `Studio ${ID} does not offer trial sessions.`],
  ])('%s is not found as it was given', async (url, expected) => {
    const answer = await send('GET', url);
    const { errorMessage } = answer.json<{ errorMessage: string }>();
    expect([answer.statusCode, errorMessage]).toEqual([404, expected]);
  });

  test.each([
    ['/v1/customers/9223372036854775808/account/balances', 'customerId', '9223372036854775808'],
    ['/v1/customers/2001/documents/-9223372036854775809', 'id', '-9223372036854775809'],
    [`/v1/memberships/membership-offers/${'9'.repeat(90)}`, 'membershipOfferId', '9'.repeat(90)],
  ])('%s of more than 64 bits is refused', async (url, field, given) => {
    const answer = await send('GET', url);
    expect([answer.statusCode, answer.json<unknown>()]).toEqual([
      400,
      expect.objectContaining({
        reference: field,
        errorMessage: `The request is invalid: ${field} must be between -9223372036854775808 and 9223372036854775807, not ${given}.`,
      }),
    ]);
  });

  // A number that JSON.parse has rounded can no longer be reported as it was sent, and must not be stored as another
  // one.
  test.each([ID, `"${ID}"`, NEXT, '92233720368547758080', '"92233720368547758080"', '1e300'])(
    'in a body that no number holds exactly is refused: %s',
    async (id) => {
      const answer = await send('POST', '/v1/memberships/customers/2001/add-membership/preview', {
        payload: `{"contractOfferTermId": ${TERMS.free}, "employeeId": ${id}, "startDate": "2027-01-01"}`,
        type: 'application/json',
      });
      expect([answer.statusCode, answer.json<unknown>()]).toEqual([
        400,
        expect.objectContaining({
          reference: 'employeeId',
          errorMessage: 'The request is invalid: employeeId must be at most 9007199254740991.',
        }),
      ]);
    },
  );
});

describe('a POST without a body', () => {
  test.each([
    undefined,
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
  ])('is the same whatever type it names: %s', async (type) => {
    const answer = await send('POST', '/v1/studios/confirmActivation', type === undefined ? {} : { type });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    const needed = await send(
      'POST',
      '/v1/customers/2001/account/payment',
      type === undefined ? {} : { type },
    );
    expect(needed.statusCode).toBe(400);
  });
});

describe('what returns nothing', () => {
  test('has no byte and no type', async () => {
    const answer = await send('POST', '/v1/studios/confirmActivation');
    expect([answer.body, answer.headers['content-length'], answer.headers['content-type']]).toEqual([
      '',
      '0',
      undefined,
    ]);
    const bought = await service.api().post('/v1/memberships/customers/2001/add-membership', {
      contractOfferTermId: TERMS.free,
      startDate: '2027-01-01',
      contractSignature: { base64SvgSignature: SIGNATURE },
    });
    expect([bought.status, bought.body]).toEqual([200, null]);
  });

  test('but for the account’s payment and instrument: an empty object', async () => {
    const instrument = await tokenFor(service, { customerId: 2001 });
    const replaced = await service
      .api()
      .post('/v1/customers/2001/account/payment-instrument', { paymentRequestToken: instrument.token });
    expect([replaced.status, replaced.body]).toEqual([200, {}]);
    const { token } = await tokenFor(service, { customerId: 2001, scope: 'ECOM', amount: 5 });
    const paid = await service.api().post('/v1/customers/2001/account/payment', {
      paymentRequestToken: token,
      amount: { amount: 5, currency: 'EUR' },
    });
    expect([paid.status, paid.body]).toEqual([200, {}]);
  });
});

describe('a scope that the public description has moved', () => {
  const WRITER = 'test-key-northside-berlin-no-payments';
  test.each([
    ['a preview', READ_ONLY, '/v1/memberships/customers/2001/add-membership/preview', 400],
    ['a preview', WRITER, '/v1/memberships/customers/2001/add-membership/preview', 400],
    ['a payment of the account', WRITER, '/v1/customers/2001/account/payment', 400],
    ['a payment of the account', READ_ONLY, '/v1/customers/2001/account/payment', 403],
  ])('%s with %s', async (_, key, url, status) => {
    expect((await send('POST', url, { key, payload: {} })).statusCode).toBe(status);
  });

  const IDLE_PERIODS = '/v1/memberships/999999/self-service/idle-periods/validate';
  const PREVIEW = '/v1/memberships/customers/2001/add-membership/preview';
  const PAY = '/v1/customers/2001/account/payment';
  test.each([
    ['MEMBERSHIP_READ', PREVIEW, 400],
    ['MEMBERSHIP_WRITE', PREVIEW, 400],
    ['PAYMENT_WRITE', PREVIEW, 403],
    ['PAYMENT_WRITE', PAY, 400],
    ['CUSTOMER_ACCOUNT_WRITE', PAY, 400],
    ['MEMBERSHIP_WRITE', PAY, 403],
    ['MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_READ', IDLE_PERIODS, 400],
    ['MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE', IDLE_PERIODS, 400],
    ['MEMBERSHIP_WRITE', IDLE_PERIODS, 403],
  ])('%s alone, asking %s: %i', async (scope, url, status) => {
    const key = `${scope} for ${url}`;
    await integrationWith(service.database.db, { key, scopes: [scope] });
    expect((await send('POST', url, { key, payload: {} })).statusCode).toBe(status);
  });
});

describe('an optional field that is empty counts as not given', () => {
  test('permittedPaymentChoices: every choice of the studio', async () => {
    const methods = async (fields: object) =>
      (await service.gateway(await service.api().session({ ...fields })).session()).body.paymentMethods
        .length;
    expect(await methods({ permittedPaymentChoices: [] })).toBe(await methods({}));
  });

  test('voucherCode: no voucher', async () => {
    const { status, body } = await service
      .api()
      .post('/v1/memberships/customers/2001/add-membership/preview', {
        contractOfferTermId: TERMS.standard,
        startDate: '2027-01-01',
        voucherCode: '',
      });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('voucherErrorCode');
  });
});

test('nothing is told of a member who has not consented, not even that there is one', async () => {
  const { db } = service.database;
  const [member] = await db.select().from(customers).where(eq(customers.id, 2002));
  await db.update(customers).set({ thirdPartyAccess: false }).where(eq(customers.id, 2002));
  const { status, body } = await service.api().post('/v1/payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'x',
    paymentServiceCustomerId: member?.paymentCustomerId,
  });
  await db.update(customers).set({ thirdPartyAccess: true }).where(eq(customers.id, 2002));
  expect([status, body.errorCode]).toEqual([403, 'errormessage.third.party.customer.access.disabled']);
  // A trace id may contain any four digits.
  expect(JSON.stringify({ ...body, traceId: '' })).not.toContain('2002');
});

describe('a token beside a further membership', () => {
  const buy = async (paymentRequestToken: string) =>
    service.api().post('/v1/memberships/customers/2002/add-membership', {
      contractOfferTermId: TERMS.free,
      startDate: '2027-01-01',
      contractSignature: { base64SvgSignature: SIGNATURE },
      paymentRequestToken,
    });

  test('is the instrument of the payment runs from now on, and partners are told', async () => {
    const { token } = await tokenFor(service, { customerId: 2002 }, { iban: 'DE02120300000000202051' });
    const find = async () =>
      (await service.database.db.select().from(customers).where(eq(customers.id, 2002)))[0]
        ?.paymentInstrumentId;
    const before = await find();
    expect((await buy(token)).status).toBe(200);
    expect(await find()).not.toBe(before);
    const events = await service.database.db.select().from(webhookDeliveries);
    expect(events.map(({ type }) => type).sort()).toEqual(['CONTRACT_CREATED', 'CUSTOMER_UPDATED']);
    // The repeated request returns the same result and changes nothing.
    expect((await buy(token)).status).toBe(200);
    expect(await service.database.db.select().from(webhookDeliveries)).toHaveLength(2);
  });

  test('that is none is refused by its name', async () => {
    const { status, body } = await buy('nonsense');
    expect([status, body.reference]).toEqual([400, 'paymentRequestToken']);
  });
});

test('partners are told of an instrument that has changed', async () => {
  const { token } = await tokenFor(service, { customerId: 2001 });
  await service.api().post('/v1/customers/2001/account/payment-instrument', { paymentRequestToken: token });
  const events = await service.database.db.select().from(webhookDeliveries);
  expect(events.map(({ type, entityId }) => [type, entityId])).toEqual([['CUSTOMER_UPDATED', 2001]]);
});
