import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runQueue } from '../../../../test/support/batches.js';
import { OpenApiClient, requestToken, type Session } from '../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { compareBooks } from '../../../admin/operations/compare-books.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import {
  collectionCases,
  collectionDebts,
  collectionRuns,
} from '../../debt-collection/debt-collection.tables.js';
import { debtClaims } from '../account/account.tables.js';
import { openClaims } from '../account/claims.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';

/*
 * Payment links. Each test has its own member of the EUR studio, called Wanda Geheim, with due claims of 39.90 and
 * 10.00. `open` does what the page of the link does. Amounts of the books are in cents.
 */

const DAY = 24 * 3600_000;
const IBAN = 'DE89370400440532013000';
const NOT_NEEDED = 'errormessage.payment.link.payment.not.needed';
/** An account whose bank declines each debit. */
const DECLINING = 'DE65370400440002222227';

let service: TestService;
let sent: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;
let claims: number[];
/** A customer of another studio. */
let othersId: number;

beforeAll(async () => {
  service = await startTestService();
  sent = await subscribeToEvents(service);
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
  const [other] = await service.database.db.select().from(customers).where(eq(customers.studioId, 1002));
  othersId = other?.id ?? 0;
});
afterAll(() => service.close());
beforeEach(async () => {
  const { db } = service.database;
  const id = crypto.randomUUID();
  await db.insert(paymentCustomers).values({ id, studioId: 1001, createdAt: service.clock.now() });
  const [customer] = await db
    .insert(customers)
    .values({ studioId: 1001, paymentCustomerId: id, firstName: 'Wanda', lastName: 'Geheim' })
    .returning();
  customerId = customer?.id ?? 0;
  const rows = await db
    .insert(debtClaims)
    .values([
      { customerId, description: 'September', amount: 3990, dueDate: '2026-09-01' },
      { customerId, description: 'Locker', amount: 1000, dueDate: '2026-10-01' },
    ])
    .returning();
  claims = rows.map((row) => row.id);
  await sent();
});
// Whatever has happened, the books agree with the provider's, and nothing is stuck.
afterEach(async () => {
  service.network.mend();
  service.onStep = () => {};
  expect((await compareBooks(service.app.context, 7)).findings).toEqual([]);
});

/** Hands a claim over to a collection partner. */
const collect = async (claimId: number) => {
  const { db } = service.database;
  const [run] = await db.select().from(collectionRuns).where(eq(collectionRuns.studioId, 1001));
  if (!run) throw new Error('The demo has no run.');
  const id = crypto.randomUUID();
  const { id: runId, partnerId } = run;
  await db.insert(collectionCases).values({ id, runId, partnerId, customerId });
  await db
    .insert(collectionDebts)
    .values({ id: crypto.randomUUID(), caseId: id, claimId, originalAmount: 1000 });
};

interface Link {
  readonly id: string;
  readonly url: string;
  readonly qrCode: string;
  readonly status: string;
  readonly debtClaimIds: number[];
  readonly amount: { readonly amount: number };
}

type Both = ('ACCOUNT_PAYMENT' | 'PAYMENT_INSTRUMENT')[];

const ask = (body: object = {}, headers: Record<string, string> = {}) =>
  service
    .api()
    .post<Link & { errorCode: string; errorMessage: string }>(
      '/v1/payments/links',
      { customerId, purposes: ['ACCOUNT_PAYMENT'], ...body },
      headers,
    );
const create = async (purposes: Both = ['ACCOUNT_PAYMENT'], more: object = {}): Promise<Link> => {
  const made = await ask({ purposes, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body;
};
const tokenOf = ({ url }: Pick<Link, 'url'>) => new URL(url).hash.slice(1);

interface Opened {
  readonly status: string;
  readonly step: { readonly purpose: string; readonly number: number; readonly count: number };
  readonly amount: string | null;
  readonly claims: object[];
  readonly problem: string | null;
  readonly token: string;
  readonly session: Session;
  readonly errorCode?: string;
}

const inMinutes = (minutes: number) =>
  new Date(service.clock.now().getTime() + minutes * 60_000).toISOString();
const post = (token: string, locale = 'en', app = service.app.app) =>
  app.inject({ method: 'POST', url: '/pay', payload: { token, locale } });
/** Opens a link as its page does. @returns what the page shows */
const open = async (link: Pick<Link, 'url'>, locale?: string): Promise<Opened> =>
  (await post(tokenOf(link), locale)).json<Opened>();
/** Pays the step that a page shows, as the widget on it does. */
const pay = async ({ token }: Opened, iban = IBAN, more: object = {}) => {
  const gateway = service.gateway(token, 'http://localhost:4010');
  return gateway.paySepa(iban, more);
};
const stateOf = async ({ id }: Pick<Link, 'id'>) =>
  (await service.api().request<Link>({ url: `/v1/payments/links/${id}` })).body;
const owed = async () =>
  (await openClaims(service.database.db, customerId)).reduce((sum, claim) => sum + claim.open, 0);
const taken = async () => (await service.takenFrom(customerId)).reduce((sum, amount) => sum + amount, 0);
const eventTypes = async () => (await sent()).map(({ type }) => type);

describe('a link for open claims', () => {
  test('shows what is due, and uses the payment itself', async () => {
    const link = await create();
    expect(link).toMatchObject({ status: 'OPEN', debtClaimIds: claims, amount: { amount: 49.9 } });
    const page = await open(link, 'de');
    expect(page).toMatchObject({
      status: 'OPEN',
      step: { purpose: 'ACCOUNT_PAYMENT', number: 1, count: 1 },
      amount: '49,90\u00a0€',
      claims: [
        { description: 'September', dueOn: '01.09.2026', amount: '39,90\u00a0€' },
        { description: 'Locker', dueOn: '01.10.2026', amount: '10,00\u00a0€' },
      ],
      problem: null,
    });
    expect(page.session.paymentMethods.map(({ paymentMethod }) => paymentMethod)).not.toContain('CASH');
    await pay(page);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
    expect(await stateOf(link)).toMatchObject({ status: 'COMPLETED', amount: { amount: 0 } });
    expect(await owed()).toBe(0);
    expect(await taken()).toBe(4990);
    expect(await eventTypes()).toEqual(['PAYMENT_SUCCEEDED', 'PAYMENT_LINK_PAID']);
  });

  test('pays only the claims that were due when it was made', async () => {
    const link = await create();
    await service.database.db
      .insert(debtClaims)
      .values({ customerId, description: 'later', amount: 500, dueDate: '2026-10-02' });
    await pay(await open(link));
    await open(link);
    expect(await owed()).toBe(500);
    expect(await stateOf(link)).toMatchObject({ status: 'COMPLETED' });
  });

  test('continues the same session when it is opened again', async () => {
    const link = await create();
    const { token } = await open(link);
    expect((await open(link)).token).toBe(token);
  });

  test('uses the payment of a person who never comes back', async () => {
    const link = await create();
    await pay(await open(link));
    service.clock.advance(1000);
    await runQueue(service.app.context, 'LINKS', 0);
    expect(await stateOf(link)).toMatchObject({ status: 'COMPLETED' });
    expect(await owed()).toBe(0);
  });

  test('shows the rest when a claim was paid elsewhere, and closes when all were', async () => {
    const link = await create();
    const elsewhere = async (amount: number, ids: number[]) => {
      const token = await service.api().session({ customerId, scope: 'ECOM', amount });
      const paymentRequestToken = requestToken(await service.gateway(token).paySepa());
      const url = `/v1/customers/${customerId}/account/payment`;
      expect((await service.api().post(url, { paymentRequestToken, debtClaimIds: ids })).status).toBe(200);
    };
    const before = await open(link);
    await elsewhere(10, claims.slice(1));
    const after = await open(link);
    expect(after).toMatchObject({ amount: '€39.90' });
    // The member has both pages open, and pays on the one that shows too much.
    await pay(before);
    await elsewhere(39.9, claims.slice(0, 1));
    expect(await stateOf(link)).toMatchObject({ status: 'CLOSED' });
    // The payment on the page that shows too much is given back.
    expect(await open(link)).toMatchObject({ errorCode: NOT_NEEDED });
    expect(await taken()).toBe(4990);
    expect(await eventTypes()).not.toContain('PAYMENT_LINK_PAID');
  });

  test('is complete when the rest is with a collection partner', async () => {
    const link = await create();
    const page = await open(link);
    await collect(claims[1] ?? 0);
    const rest = await open(link);
    expect(rest).toMatchObject({ amount: '€39.90' });
    expect(page.amount).toBe('€49.90');
    await pay(rest);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
    expect(await eventTypes()).toContain('PAYMENT_LINK_PAID');
  });

  test('has expired also while a payment run charges the same claims', async () => {
    const renewal = await create(['PAYMENT_INSTRUMENT']);
    await pay(await open(renewal));
    await open(renewal);
    const link = await create(['ACCOUNT_PAYMENT'], { expiresAt: inMinutes(1) });
    service.clock.advance(60_000);
    service.network.lose('answer-lost', /intents$/);
    await makePaymentRun(service.app.context);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.expired' });
    service.network.mend();
    await runQueue(service.app.context, 'CHARGES', 0);
  });

  test('is told of a decline, and can pay again', async () => {
    const link = await create();
    await pay(await open(link), DECLINING);
    const again = await open(link);
    expect(again).toMatchObject({ status: 'OPEN', amount: '€49.90' });
    expect(again.problem).toMatch(/\w/);
    await runQueue(service.app.context, 'LINKS', 0);
    expect(await taken()).toBe(0);
    await pay(again);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
  });

  test('waits for a payment run that charges the same claims', async () => {
    const link = await create(['PAYMENT_INSTRUMENT', 'ACCOUNT_PAYMENT']);
    await pay(await open(link));
    const page = await open(link);
    expect(page.step).toEqual({ purpose: 'ACCOUNT_PAYMENT', number: 2, count: 2 });
    await pay(page);
    service.network.lose('answer-lost', /intents$/);
    await makePaymentRun(service.app.context);
    expect(await open(link)).toMatchObject({ status: 'PENDING' });
    expect(await stateOf(link)).toMatchObject({ status: 'OPEN' });
    service.network.mend();
    await runQueue(service.app.context, 'CHARGES', 0);
    expect(await open(link)).toMatchObject({ errorCode: NOT_NEEDED });
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.closed' });
    expect(await taken()).toBe(4990);
  });
});

describe('a link for another instrument', () => {
  const instruments = async () =>
    service.database.db
      .select({ status: paymentInstruments.status })
      .from(customers)
      .innerJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
      .where(eq(customers.id, customerId));

  test('sets the instrument of payment runs', async () => {
    const link = await create(['PAYMENT_INSTRUMENT']);
    const page = await open(link);
    expect(page).toMatchObject({ amount: null, claims: [], step: { purpose: 'PAYMENT_INSTRUMENT' } });
    await pay(page);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
    expect(await instruments()).toEqual([{ status: 'ACTIVE' }]);
    expect(await eventTypes()).toEqual(['CUSTOMER_UPDATED', 'PAYMENT_LINK_PAID']);
  });

  test('closes when another instrument was set elsewhere', async () => {
    const link = await create(['PAYMENT_INSTRUMENT']);
    const paymentRequestToken = requestToken(
      await service.gateway(await service.api().session({ customerId })).paySepa(),
    );
    await service
      .api()
      .post(`/v1/customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
    expect(await stateOf(link)).toMatchObject({ status: 'CLOSED' });
  });
});

describe('a link for both', () => {
  test.each<{ purposes: Both }>([
    { purposes: ['ACCOUNT_PAYMENT', 'PAYMENT_INSTRUMENT'] },
    { purposes: ['PAYMENT_INSTRUMENT', 'ACCOUNT_PAYMENT'] },
  ])('serves $purposes in that order, and completes once', async ({ purposes }) => {
    const link = await create(purposes);
    const steps = [];
    for (const _ of purposes) {
      const page = await open(link);
      steps.push(page.step);
      await pay(page, IBAN, { savePaymentInstrument: true });
      expect(await stateOf(link)).toMatchObject({ status: 'OPEN' });
    }
    expect(steps).toEqual(purposes.map((purpose, index) => ({ purpose, number: index + 1, count: 2 })));
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
    expect((await eventTypes()).filter((type) => type === 'PAYMENT_LINK_PAID')).toHaveLength(1);
    expect(await taken()).toBe(4990);
  });

  test('offers the instrument that was given through it, and none that is stored already', async () => {
    await service.gateway(await service.api().session({ customerId })).paySepa('DE02120300000000202051');
    const earlier = await create(['PAYMENT_INSTRUMENT']);
    await pay(await open(earlier), 'DE75512108001245126199');
    await open(earlier);
    const link = await create(['PAYMENT_INSTRUMENT', 'ACCOUNT_PAYMENT']);
    const first = await open(link);
    expect(first.session.paymentInstruments).toEqual([]);
    await pay(first);
    const { session, token } = await open(link);
    expect(session.paymentInstruments).toMatchObject([
      { paymentMethod: 'SEPA', details: { sepa: { bankAccountDetails: { iban: 'DE89 •••• 3000' } } } },
    ]);
    const { token: paymentInstrumentToken } = session.paymentInstruments[0] ?? { token: '' };
    const gateway = service.gateway(token, 'http://localhost:4010');
    await gateway.create({ paymentMethod: 'SEPA', paymentInstrumentToken });
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
  });
});

describe('a link that no longer opens anything', () => {
  test('has expired, and reveals nothing', async () => {
    const link = await create();
    service.clock.advance(31 * DAY);
    const refused = await post(tokenOf(link));
    expect(refused.statusCode).toBe(410);
    expect(Object.keys(refused.json())).toEqual(['errorCode', 'errorMessage', 'message', 'traceId']);
    expect(refused.json()).toMatchObject({
      errorCode: 'errormessage.payment.link.expired',
      errorMessage: 'This payment link has expired. Please ask the studio for a new one.',
    });
    expect(await stateOf(link)).toMatchObject({ status: 'EXPIRED' });
  });

  test('expires while the page is open, which may still pay', async () => {
    const link = await create(['ACCOUNT_PAYMENT'], { expiresAt: inMinutes(2) });
    service.clock.advance(60_000);
    const page = await open(link);
    service.clock.advance(120_000);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.expired' });
    await pay(page);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
    expect(await owed()).toBe(0);
  });

  test('is cancelled while the page is open, and the payment is given back', async () => {
    const link = await create();
    const page = await open(link);
    const cancel = () =>
      service.api().request<Link>({ method: 'DELETE', url: `/v1/payments/links/${link.id}` });
    await pay(page);
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED' });
    expect((await cancel()).status).toBe(200);
    expect(await open(link)).toMatchObject({ errorCode: NOT_NEEDED });
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.closed' });
    const gateway = service.gateway(page.token, 'http://localhost:4010');
    expect((await gateway.create(await gateway.sepaRequest())).status).toBe(401);
    expect(await taken()).toBe(0);
    expect(await owed()).toBe(4990);
  });

  test('waits for a payment with an unknown outcome, and does not make it again', async () => {
    const link = await create();
    const page = await open(link);
    await pay(page);
    service.network.lose('answer-lost', /intents$/);
    expect(await open(link)).toMatchObject({ status: 'PENDING' });
    expect(await open(link)).toMatchObject({ status: 'PENDING' });
    service.network.mend();
    await runQueue(service.app.context, 'USAGES', 0);
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.used' });
    expect(await taken()).toBe(4990);
    expect(await eventTypes()).toContain('PAYMENT_LINK_PAID');
  });

  test('belongs to a customer who has left', async () => {
    const link = await create();
    await service.database.db.update(customers).set({ studioId: 1002 }).where(eq(customers.id, customerId));
    expect(await open(link)).toMatchObject({ errorCode: 'errormessage.payment.link.closed' });
    await service.database.db.update(customers).set({ studioId: 1001 }).where(eq(customers.id, customerId));
  });
});

describe('requests with the address of a link', () => {
  test('are refused without a valid token, and limited for each address', async () => {
    const refused = await post('x'.repeat(54));
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toMatchObject({ errorCode: 'errormessage.payment.link.invalid' });
    const link = await create();
    for (let count = 1; count < 30; count += 1) expect((await post(`guess${count}`)).statusCode).toBe(404);
    expect((await post('guess')).statusCode).toBe(429);
    // Whoever has a link is not blocked by others at the same address.
    expect(await open(link)).toMatchObject({ status: 'OPEN' });
  });

  test('are limited for each link', async () => {
    const link = await create();
    const statuses = [];
    for (let count = 0; count < 121; count += 1) statuses.push((await post(tokenOf(link))).statusCode);
    expect(statuses.indexOf(429)).toBe(120);
  });
});

describe('creating a link', () => {
  test('gives the same address for the same Idempotency-Key, and shows it only then', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await ask({}, headers), await ask({}, headers)];
    expect(second.body).toEqual(first.body);
    const { url: _, qrCode, ...shown } = first.body;
    expect(qrCode).toMatch(/^<svg/);
    expect(await stateOf(first.body)).toEqual(shown);
    expect((await create()).url).not.toBe(first.body.url);
  });

  test.each<{ what: string; body: () => object; status: number; message: RegExp }>([
    {
      what: 'a claim of another customer',
      body: () => ({ debtClaimIds: [1] }),
      status: 400,
      message: /1/,
    },
    {
      what: 'claims without their purpose',
      body: () => ({ purposes: ['PAYMENT_INSTRUMENT'], debtClaimIds: claims }),
      status: 400,
      message: /ACCOUNT_PAYMENT/,
    },
    {
      what: 'an expiry in the past',
      body: () => ({ expiresAt: '2026-01-01T00:00:00Z' }),
      status: 400,
      message: /365/,
    },
    {
      what: 'an expiry that is too late',
      body: () => ({ expiresAt: '2030-01-01T00:00:00Z' }),
      status: 400,
      message: /365/,
    },
    { what: 'no purpose', body: () => ({ purposes: [] }), status: 400, message: /purposes/ },
    {
      what: 'a purpose twice',
      body: () => ({ purposes: ['ACCOUNT_PAYMENT', 'ACCOUNT_PAYMENT'] }),
      status: 400,
      message: /purposes/,
    },
    {
      what: 'a customer of another studio',
      body: () => ({ customerId: othersId }),
      status: 404,
      message: /\d/,
    },
  ])('refuses $what', async ({ body, status, message }) => {
    const refused = await ask(body());
    expect(refused.status).toBe(status);
    expect(refused.body.errorMessage).toMatch(message);
  });

  test('is refused when nothing is due', async () => {
    const link = await create();
    await pay(await open(link));
    await open(link);
    const refused = await ask();
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'errormessage.payment.claims.invalid' },
    });
  });

  test('belongs to one studio', async () => {
    const { id } = await create();
    const other = new OpenApiClient(service.app.app, 'test-key-seeblick-zuerich-chf', service.description);
    const url = `/v1/payments/links/${id}`;
    expect((await other.request({ url })).status).toBe(403);
    expect((await other.request({ method: 'DELETE', url })).status).toBe(403);
  });
});
