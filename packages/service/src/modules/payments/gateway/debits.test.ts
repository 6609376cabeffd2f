import { randomUUID } from 'node:crypto';
import { catalogue, type DebitMethod } from '@upc/contract/catalogue';
import type { Schemas } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayClient, type Payment, requestToken } from '../../../../test/support/clients.js';
import { modulesOf, readModules } from '../../../../test/support/qr-code.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { idempotencyKeys } from '../../../core/idempotency/idempotency.tables.js';
import { customers } from '../../customers/customers.tables.js';
import { accountTransactions } from '../account/account.tables.js';
import { mandates } from '../mandates/mandates.tables.js';

type Details = Schemas['PaymentDetails'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
});

/** Makes each test's account unique, so that the test finds it in a list. */
let accounts = 0;

const address = { line1: 'Seestrasse 40', city: 'Zürich', postalCode: '8002', country: 'CH' };
const swiss = (iban: string): Details => ({ accountHolder: 'Reto Baumann', iban, address });
const british = (bankLocationId: string, accountNumber: string): Details => ({
  accountHolder: 'Gwen Harris',
  bankLocationId,
  accountNumber,
  email: 'gwen@example.com',
  address: { ...address, country: 'GB' },
});
const american = (bankLocationId: string, accountNumber: string): Details => ({
  accountHolder: 'Dale Whitman',
  bankLocationId,
  accountNumber,
  accountType: 'CHECKING',
  holderType: 'PERSONAL',
});

const STUDIOS = {
  CH_DD: { key: 'test-key-seeblick-zuerich-chf', customerId: 2101, currency: 'CHF' },
  LSV: { key: 'test-key-seeblick-zuerich-chf', customerId: 2101, currency: 'CHF' },
  BACS: { key: 'test-key-harbour-bristol-gbp', customerId: 2201, currency: 'GBP' },
  ACH: { key: 'test-key-lakeshore-chicago-usd', customerId: 2301, currency: 'USD' },
  SEPA: { key: 'test-key-northside-berlin-eur', customerId: 2001, currency: 'EUR' },
} as const satisfies Readonly<Record<DebitMethod, object>>;
type Method = DebitMethod;

async function open(method: Method, fields: Record<string, unknown> = {}): Promise<GatewayClient> {
  return service.gateway(await service.api(STUDIOS[method].key).session(fields));
}

async function collect(method: Method, details: Details, fields?: Record<string, unknown>): Promise<Payment> {
  const gateway = await open(method, fields);
  return gateway.pay(await gateway.debitRequest(method, details));
}

/** Returns an ECOM session of 5.00 for the member of the method's studio. */
const purchase = (method: Method, more: object = {}) => ({
  scope: 'ECOM',
  amount: 5,
  customerId: STUDIOS[method].customerId,
  ...more,
});

function settle(method: Method, token: string) {
  const { key, customerId, currency } = STUDIOS[method];
  const path = `/v1/customers/${customerId}/account/payment`;
  return service.api(key).post(path, { paymentRequestToken: token, amount: { amount: 5, currency } });
}

async function booked(method: Method): Promise<number> {
  const { customerId } = STUDIOS[method];
  const rows = await service.database.db
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.customerId, customerId));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

test('a request repeated with its key gives the payment as it is now; neither token nor link is kept', async () => {
  const gateway = await open('BACS');
  const request = await gateway.debitRequest('BACS', british('10-88-00', '00012345'));
  const key = randomUUID();
  const made = await gateway.create(request, key);
  expect(await gateway.create(request, key)).toMatchObject({ status: 201, body: made.body });
  const { id } = made.body;
  const second = randomUUID();
  const { body: paid } = await gateway.authenticate(id, second);
  expect([paid.status, paid.nextAction?.type]).toEqual(['PREAUTHED', 'MANDATE_DOWNLOAD']);
  expect((await gateway.create(request, key)).body).toEqual(paid);
  expect((await gateway.authenticate(id, second)).body).toEqual(paid);
  const kept = JSON.stringify(await service.database.db.select().from(idempotencyKeys));
  expect(kept).toContain(key);
  for (const secret of [requestToken(paid), 'signature=']) expect(kept).not.toContain(secret);
  const { body: cancelled } = await gateway.cancel(id);
  expect(cancelled.status).toBe('CANCELLED');
  expect((await gateway.create(request, key)).body).toEqual(cancelled);
  expect((await gateway.authenticate(id, second)).body).toEqual(cancelled);
});

describe('what a session says of each method', () => {
  test.each([
    ['SEPA', ['signature'], 'en'],
    ['CH_DD', ['address', 'signature'], 'fr'],
    ['LSV', ['address', 'signature'], 'fr'],
    ['BACS', ['address', 'email'], 'en'],
    ['ACH', [], 'en'],
  ] as const)('%s needs %j', async (method, requiredFields, language) => {
    const gateway = await open(method, { requireDirectDebitSignature: true });
    const { body } = await gateway.session({ 'accept-language': method === 'SEPA' ? 'en' : 'fr' });
    const offered = body.paymentMethods.find(({ paymentMethod }) => paymentMethod === method);
    expect(offered).toMatchObject({ requiredFields, mandate: { scheme: method, language } });
    expect(offered?.mandate?.text.join(' ')).not.toMatch(/[{}]/);
  });

  test('an ACH authorization for a single debit names its amount', async () => {
    const gateway = await open('ACH', { scope: 'ECOM', amount: 49.5, savePaymentInstrument: false });
    const { body } = await gateway.session();
    const ach = body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'ACH');
    expect(ach?.mandate).toMatchObject({ paymentType: 'ONE_OFF' });
    expect(ach?.mandate?.text[0]).toContain('once, for $49.50');
  });
});

describe('test data of the simulated provider', () => {
  test.each<[Method, Details]>([
    ['CH_DD', swiss('CH83 0900 0000 1000 1234 5')],
    ['LSV', swiss('CH93 0076 2011 6238 5295 7')],
    ['LSV', swiss('LI26 0881 0000 0123 4567 8')],
    ['BACS', british('10-88-00', '00012345')],
    ['ACH', american('110000000', '000123456789')],
    ['SEPA', { accountHolder: 'Mara Lindner', iban: 'DE89 3704 0044 0532 0130 00' }],
  ])('%s %j is collected', async (method, details) => {
    const payment = await collect(method, details);
    expect(payment).toMatchObject({ status: 'PREAUTHED', paymentMethod: method });
    expect(Object.keys(payment.paymentInstrumentDetails ?? {})).toEqual([catalogue[method].detailsKey]);
    const full = details.iban ?? details.accountNumber ?? '';
    expect(JSON.stringify(payment)).not.toContain(full.replaceAll(' ', ''));
    expect(await service.ledgerOfPayment(payment.id)).toMatchObject([
      { mode: 'setup', status: 'succeeded', paymentMethod: method, captured: 0 },
    ]);
  });

  test.each<[Method, Details, string]>([
    ['CH_DD', swiss('CH08 0900 0000 1000 4444 4'), 'DECLINED'],
    ['LSV', swiss('CH54 0076 2011 6238 4444 4'), 'DECLINED'],
    ['BACS', british('10-88-00', '00044444'), 'INVALID_ACCOUNT'],
    ['ACH', american('110000000', '000111111116'), 'INVALID_ACCOUNT'],
    ['SEPA', { accountHolder: 'Mara Lindner', iban: 'DE62 3704 0044 0532 0130 01' }, 'DECLINED'],
  ])('%s %j is refused: %s', async (method, details, code) => {
    const payment = await collect(method, details);
    expect(payment).toMatchObject({ status: 'FAILED', failure: { code } });
    expect(payment).not.toHaveProperty('paymentRequestToken');
    expect(payment).not.toHaveProperty('nextAction');
    expect(await service.ledgerOfPayment(payment.id)).toMatchObject([{ status: 'declined', captured: 0 }]);
  });

  test.each<[Method, Details, string, string, string]>([
    ['CH_DD', swiss('CH93 0076 2011 6238 5295 7'), 'de', 'details.iban', 'LSV+'],
    ['LSV', swiss('CH83 0900 0000 1000 1234 5'), 'en', 'details.iban', 'CH-DD'],
    ['LSV', swiss('CH34 3000 0001 1000 1234 5'), 'de', 'details.iban', 'QR-IBAN'],
    ['BACS', british('10-88', '00012345'), 'en', 'details.bankLocationId', '6 digits'],
    ['BACS', british('08-99-99', '66374959'), 'de', 'details.accountNumber', 'passen nicht zusammen'],
    ['ACH', american('000000000', '000123456789'), 'en', 'details.bankLocationId', 'routing number'],
  ])('%s %j is a field error in the language of the person', async (method, details, language, field, words) => {
    const gateway = await open(method);
    const request = await gateway.debitRequest(method, details);
    const answer = await gateway.create(request, undefined, { 'accept-language': language });
    expect([answer.status, answer.body.reference]).toEqual([400, field]);
    expect(answer.body.message).toContain(words);
    for (const typed of [details.iban, details.accountNumber]) {
      if (typed) expect(JSON.stringify(answer.body)).not.toContain(typed);
    }
    expect((await gateway.session()).body).not.toHaveProperty('pendingPayment');
  }); // prettier-ignore

  test('a signature is asked for where the scheme has one, and kept as it was redrawn', async () => {
    const gateway = await open('LSV', { requireDirectDebitSignature: true });
    const request = await gateway.debitRequest('LSV', swiss('CH93 0076 2011 6238 5295 7'));
    expect((await gateway.create(request)).body).toMatchObject({ reference: 'mandate.signature' });
    const signature = '<svg onload="x()"><path d="M 1 2 L 3 4 L 5 6"/><script>x</script></svg>';
    const signed = { ...request, mandate: { ...request.mandate, signature } };
    const payment = await gateway.pay(signed as Schemas['PaymentRequest']);
    const [kept] = await service.database.db
      .select()
      .from(mandates)
      .where(eq(mandates.paymentId, payment.id));
    expect(kept?.signature).toMatch(/^<svg [^<]*><path d="M 1,2 L 3,4 L 5,6"[^<]*\/><\/svg>$/);
    expect(payment.paymentInstrumentDetails?.lsvDD?.bankAccountDetails.signature).toBe(kept?.signature);
    const other = await open('BACS', { requireDirectDebitSignature: true });
    const unsigned = await other.debitRequest('BACS', british('108800', '00012345'));
    expect((await other.create(unsigned)).status).toBe(201);
  });
});

describe('CASH and BANK_TRANSFER', () => {
  test.each([
    ['CASH', { cash: {} }],
    ['BANK_TRANSFER', { bankTransfer: {} }],
  ] as const)('%s is done when it is chosen, without any provider', async (paymentMethod, details) => {
    const before = service.simulator.ledger().length;
    const customerId = 2001;
    const gateway = await open('SEPA', { customerId });
    const offered = (await gateway.session()).body.paymentMethods;
    expect(offered).toContainEqual(expect.objectContaining({ paymentMethod, canBeSaved: false }));
    const made = await gateway.create({ paymentMethod });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      paymentMethod,
      status: 'PREAUTHED',
      traceId: made.body.traceId,
      paymentRequestToken: made.body.paymentRequestToken,
      paymentInstrumentDetails: details,
    });
    expect((await gateway.authenticate(made.body.id)).body).toEqual(made.body);
    expect((await gateway.session()).body.pendingPayment).toEqual(made.body);
    expect((await gateway.session()).body.paymentInstruments).toEqual([]);
    const path = `/v1/customers/${customerId}/account/payment-instrument`;
    const used = await service.api().post(path, { paymentRequestToken: requestToken(made.body) });
    expect(used.status).toBe(200);
    const [customer] = await service.database.db.select().from(customers).where(eq(customers.id, customerId));
    expect(customer).toMatchObject({ paymentMethod, paymentInstrumentId: null });
    expect(service.simulator.ledger()).toHaveLength(before);
  });

  test.each([
    {
      key: 'test-key-northside-berlin-eur',
      standard: 'EPC',
      content: 'BCD\n002\n1\nSCT\n\nNorthside Gym Berlin GmbH\nDE02120300000000202051\n\n\n\nMembership 4711',
    },
    {
      key: 'test-key-seeblick-zuerich-chf',
      standard: 'SWISS_QR',
      content:
        /^SPC\n0200\n1\nCH9300762011623852957\nS\nSeeblick Fitness AG\n[^]*\n\nCHF\n[^]*\nMembership 4711\nEPD$/,
    },
  ])('the account has a code for banking apps: $standard', async ({ key, standard, content }) => {
    const asked = { scope: 'MEMBER_ACCOUNT', amount: 0, referenceText: 'Membership 4711' } as const;
    const gateway = service.gateway(await service.api(key).session(asked));
    const { paymentMethods } = (await gateway.session()).body;
    const code = paymentMethods.find(({ paymentMethod }) => paymentMethod === 'BANK_TRANSFER')?.qrCode;
    expect(code?.standard).toBe(standard);
    expect(readModules(modulesOf(code?.modules ?? ''))).toMatch(content);
    expect(paymentMethods.filter((method) => method.qrCode)).toHaveLength(1);
  });

  test.each(['CASH', 'BANK_TRANSFER'])('%s is not for purchases', async (paymentMethod) => {
    const gateway = await open('SEPA', { scope: 'ECOM', amount: 5 });
    expect((await gateway.create({ paymentMethod })).body).toMatchObject({
      errorCode: 'errormessage.payment.method.not.offered',
    });
  });

  test('an unused one can be cancelled, and expires with its session', async () => {
    const gateway = await open('SEPA');
    const made = await gateway.create({ paymentMethod: 'CASH' });
    expect((await gateway.cancel(made.body.id)).body).toMatchObject({ status: 'CANCELLED' });
    const again = await gateway.create({ paymentMethod: 'CASH' });
    expect(again.body.paymentRequestToken).not.toBe(made.body.paymentRequestToken);
  });
});

describe('one token per session', () => {
  test('a second tab takes the first one over, also from another method', async () => {
    const token = await service.api(STUDIOS.BACS.key).session({ customerId: 2201 });
    const [tab, other] = [service.gateway(token), service.gateway(token)];
    const first = await tab.pay(await tab.debitRequest('BACS', british('108800', '00012345')));
    const second = (await other.create({ paymentMethod: 'CASH' })).body;
    expect((await tab.get(first.id)).body.status).toBe('CANCELLED');
    const path = '/v1/customers/2201/account/payment-instrument';
    const use = (payment: Payment) =>
      service.api(STUDIOS.BACS.key).post(path, { paymentRequestToken: requestToken(payment) });
    expect((await use(first)).body).toMatchObject({ errorCode: 'errormessage.payment.token.invalid' });
    expect((await use(second)).status).toBe(200);
    expect((await use(second)).status).toBe(200);
    expect((await use(first)).body).toMatchObject({ errorCode: 'errormessage.payment.token.invalid' });
    expect((await tab.session()).status).toBe(401);
  });
});

describe('stored instruments', () => {
  test('are listed newest first, masked, and one that is chosen gives a token without the provider', async () => {
    for (const [iban, minutes] of [
      ['CH83 0900 0000 1000 1234 5', 1],
      ['CH19 0900 0000 1000 2222 7', 1],
    ] as const) {
      const payment = await collect('CH_DD', swiss(iban), { customerId: 2101 });
      const path = '/v1/customers/2101/account/payment-instrument';
      const used = await service
        .api(STUDIOS.CH_DD.key)
        .post(path, { paymentRequestToken: requestToken(payment) });
      expect(used.status).toBe(200);
      service.clock.advance(minutes * 60_000);
    }
    const gateway = await open('CH_DD', { customerId: 2101 });
    const listed = (await gateway.session()).body.paymentInstruments;
    expect(listed.map(({ details }) => details.chDD?.bankAccountDetails.iban)).toEqual([
      'CH19 •••• 2227',
      'CH83 •••• 2345',
    ]);
    expect(listed.every(({ expired }) => !expired)).toBe(true);
    const before = service.simulator.ledger().length;
    const [, older] = listed;
    const chosen = await gateway.create({ paymentMethod: 'CH_DD', paymentInstrumentToken: older?.token });
    expect(chosen.body).toMatchObject({ status: 'PREAUTHED', paymentInstrumentToken: older?.token });
    expect(service.simulator.ledger()).toHaveLength(before);
    const hidden = await open('CH_DD', { customerId: 2101, showExistingPaymentInstruments: false });
    expect((await hidden.session()).body.paymentInstruments).toEqual([]);
  });

  test('a BACS instrument shows neither e-mail nor the link to its document', async () => {
    const gateway = await open('BACS', { scope: 'ECOM', amount: 0, customerId: 2201 });
    const payment = await gateway.pay(await gateway.debitRequest('BACS', british('108800', '00012345')));
    const later = await open('BACS', purchase('BACS'));
    const [instrument] = (await later.session()).body.paymentInstruments;
    expect(instrument).toMatchObject({
      token: payment.paymentInstrumentToken,
      details: { bacs: { shopperEmail: 'g•••@example.com', bankAccountNumber: '•••• 2345' } },
    });
    expect(instrument?.details.bacs).not.toHaveProperty('directDebitPdfFormUrl');
    const chosen = await later.create({ paymentMethod: 'BACS', paymentInstrumentToken: instrument?.token });
    expect(chosen.body).not.toHaveProperty('nextAction');
  });

  test.each<[saved: boolean | undefined, session: boolean | undefined, listed: boolean]>([
    [undefined, undefined, true],
    [true, undefined, true],
    [false, undefined, false],
    [true, true, true],
    [true, false, false],
    [undefined, false, false],
  ])('saving %s in a session that says %s: listed afterwards %s', async (saved, session, isListed) => {
    const fields = purchase('ACH', session === undefined ? {} : { savePaymentInstrument: session });
    const gateway = await open('ACH', fields);
    accounts += 1;
    const accountNumber = `00012345${1000 + accounts}`;
    const more = saved === undefined ? {} : { savePaymentInstrument: saved };
    const payment = await gateway.pay(
      await gateway.debitRequest('ACH', american('110000000', accountNumber), more),
    );
    expect(payment.paymentInstrumentToken !== undefined).toBe(isListed);
    expect((await settle('ACH', requestToken(payment))).status).toBe(200);
    const later = await open('ACH', purchase('ACH'));
    const shown = (await later.session()).body.paymentInstruments.map(
      ({ details }) => details.ach?.bankAccountNumber,
    );
    expect(shown.includes(`•••• ${accountNumber.slice(-4)}`)).toBe(isListed);
  });
});

describe('at usage', () => {
  test.each<[Method, Details]>([
    ['BACS', british('108800', '00012345')],
    ['ACH', american('110000000', '000123456789')],
    ['SEPA', { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' }],
  ])('%s: a debit that is only pending counts as done', async (method, details) => {
    const before = await booked(method);
    const payment = await collect(method, details, purchase(method));
    expect((await settle(method, requestToken(payment))).status).toBe(200);
    expect(await booked(method)).toBe(before + 500);
    expect(await service.ledgerOfPayment(payment.id)).toContainEqual(
      expect.objectContaining({ mode: 'payment', status: 'processing', pending: 500, captured: 0 }),
    );
  });

  test('a stored instrument that is refused is refused when the usage is posted', async () => {
    const saving = await open('SEPA', { scope: 'ECOM', amount: 0, customerId: 2001 });
    const details = { accountHolder: 'Mara Lindner', iban: 'DE65370400440002222227' };
    const stored = await saving.pay(await saving.debitRequest('SEPA', details));
    const before = await booked('SEPA');
    const gateway = await open('SEPA', purchase('SEPA'));
    const chosen = await gateway.create({
      paymentMethod: 'SEPA',
      paymentInstrumentToken: stored.paymentInstrumentToken,
    });
    expect(chosen.body.status).toBe('PREAUTHED');
    expect((await settle('SEPA', requestToken(chosen.body))).body).toMatchObject({
      errorCode: 'PAYMENT_DECLINED',
    });
    expect(await booked('SEPA')).toBe(before);
  });
});
