import { and, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../../../test/support/buyer.js';
import { requestToken } from '../../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../../test/support/payment-run.js';
import {
  RETURN_URL,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';
import type { Fault } from '../../../../../test/support/stripe/faults.js';
import { alerts } from '../../../../admin/studio-page/queries.js';
import { events } from '../../../../core/events.tables.js';
import { runBatches } from '../../../../../test/support/batches.js';
import { studios } from '../../../studios/studios.tables.js';
import { accountTransactions, debtClaims } from '../../account/account.tables.js';
import { charges } from '../../charges/charges.tables.js';
import { usages } from '../../usages/usages.tables.js';

const HOUR = 3600_000;
/** Delay after which Stripe has forgotten the key. */
const LATE = 50 * HOUR;
const PAYER = { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000', email: 'mara@example.com' };
/** A customer of the demo data. The payment run uses a new customer without credit. */
const MARA = 2001;

let bench: StripeService;
let log = '';
const rethrow = (fault: unknown) => {
  throw fault;
};

beforeAll(async () => {
  const stream = { write: (line: string) => void (log += line) };
  bench = await startStripeService({ logger: { level: 'warn', stream } });
  await bench.service.database.db
    .update(studios)
    .set({ settings: { decided: { paymentRuns: { automatic: true } } } });
});
afterAll(() => bench.close());
afterEach(() => bench.recorder.mend());

const batch = (app = bench.service.app) => runBatches(app.context, 0, rethrow);
const payments = () => bench.recorder.intents().filter(({ kind }) => kind === 'payment_intent');

/** A payment that must be taken only once, and the steps to observe it. */
interface Story {
  /** Makes the first attempt, which gets no response. */
  readonly begin: () => Promise<void>;
  /** Returns the cents that Stripe took and kept since `begin`. */
  readonly kept: () => number;
  /** Returns the cents booked since `begin`, or null until the payment has ended. */
  readonly booked: () => Promise<number | null>;
}

let member: number;
let before: number;
let transactionsBefore: Set<number>;
beforeEach(async () => {
  member = MARA;
  before = payments().length;
  const rows = await bench.service.database.db.select().from(accountTransactions);
  transactionsBefore = new Set(rows.map(({ id }) => id));
});

const keptSince = () =>
  payments()
    .slice(before)
    .filter(({ status }) => status === 'succeeded' || status === 'processing')
    .reduce((sum, { amount, charge }) => sum + amount - (charge?.refunded ?? 0), 0);

const bookedSince = async () => {
  const { db } = bench.service.database;
  const open =
    (await db.$count(usages, eq(usages.status, 'RESERVED'))) +
    (await db.$count(charges, eq(charges.status, 'RESERVED')));
  if (open > 0) return null;
  const rows = await db.select().from(accountTransactions).where(eq(accountTransactions.customerId, member));
  return rows.filter(({ id }) => !transactionsBefore.has(id)).reduce((sum, { amount }) => sum + amount, 0);
};

const use = (paymentRequestToken: string, amount: number) =>
  bench.service.api().post(`/v1/customers/${member}/account/payment`, {
    paymentRequestToken,
    amount: { amount, currency: 'EUR' },
  });

const debit = async (fields: object) => {
  const gateway = await bench.open(fields);
  return requestToken(await gateway.pay(await gateway.debitRequest('SEPA', PAYER)));
};

const CHARGE = /POST \/v1\/payment_intents$/;
const REFUND = /POST \/v1\/refunds$/;

const byToken = (fault: Fault): Story => ({
  begin: async () => {
    const token = await debit({});
    // The SDK itself repeats a call once after a closed connection.
    bench.recorder.order(fault, CHARGE, 2);
    expect((await use(token, 25)).status).toBe(503);
  },
  kept: keptSince,
  booked: bookedSince,
});

const byRun = (fault: Fault): Story => ({
  begin: async () => {
    const { service } = bench;
    const paymentRequestToken = await debit({ customerId: undefined, scope: 'MEMBER_ACCOUNT', amount: 0 });
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken });
    expect(made.status).toBe(200);
    member = made.body.customerId;
    const { db } = service.database;
    const dueDate = service.clock.now().toISOString().slice(0, 10);
    await db.insert(debtClaims).values({ customerId: member, description: 'Fee', amount: 2500, dueDate });
    bench.recorder.order(fault, CHARGE, 2);
    await makePaymentRun(bench.service.app.context);
    expect(await db.$count(charges, eq(charges.status, 'RESERVED'))).toBe(1);
  },
  kept: keptSince,
  booked: bookedSince,
});

/** Uses 20.00 of 25.00 that were paid immediately. The refund of the rest gets no response. */
const byRefund = (fault: Fault): Story => ({
  begin: async () => {
    const gateway = await bench.open();
    const made = await gateway.create({ paymentMethod: 'IDEAL', returnUrl: RETURN_URL });
    const { body } = await gateway.authenticate(made.body.id);
    bench.recorder.answerChallenge(payments().at(-1)?.id ?? '', 'complete');
    const paid = await gateway.get(body.id);
    bench.recorder.order(fault, REFUND, 2);
    expect((await use(requestToken(paid.body), 20)).status).toBe(503);
  },
  kept: keptSince,
  booked: bookedSince,
});

const STORIES = [
  ['the debit of a token', byToken, 2500],
  ['the charge of a payment run', byRun, 2500],
  ['the refund of what is too much', byRefund, 2000],
] as const;

describe.each(STORIES)('%s, repeated when Stripe has forgotten its key', (_name, story, amount) => {
  test.each(['answer_lost', 'dropped'] as const)('is made once (%s)', async (fault) => {
    const { begin, kept, booked } = story(fault);
    await begin();
    bench.recorder.mend();
    bench.service.clock.advance(LATE);
    await batch();
    expect([kept(), await booked()]).toEqual([amount, amount]);
  });

  test('is made once by two services that repeat it at the same moment', async () => {
    const { begin, kept, booked } = story('dropped');
    await begin();
    bench.recorder.mend();
    bench.service.clock.advance(LATE);
    const second = await bench.service.another();
    await Promise.all([batch(), batch(second)]);
    await batch();
    expect([kept(), await booked()]).toEqual([amount, amount]);
    await second.close();
  });

  test('waits, and an operator is told once, as long as Stripe does not say what it has made', async () => {
    const { begin, kept, booked } = story('answer_lost');
    await begin();
    bench.recorder.mend();
    bench.service.clock.advance(LATE);
    log = '';
    bench.recorder.order('payment_required', /GET \/v1\/(payment_intents|refunds)$/, 3);
    for (let time = 0; time < 3; time += 1) await batch();
    expect([kept(), await booked()]).toEqual([amount, null]);
    expect(log.match(/"kind":"OUTCOME_UNCLEAR"/g)).toHaveLength(1);
    bench.recorder.mend();
    await batch();
    expect([kept(), await booked()]).toEqual([amount, amount]);
  });
});

describe('a debit that Stripe has forgotten the key of', () => {
  test('is found among more than a page of payments', async () => {
    const { begin, kept, booked } = byToken('answer_lost');
    await begin();
    bench.recorder.mend();
    bench.service.clock.advance(HOUR);
    const [first] = payments().slice(before);
    for (let n = 0; n < 120; n += 1) {
      const answer = await fetch(`${bench.recorder.url}/v1/payment_intents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bench.recorder.secretKey}`,
          'stripe-version': '2026-10-28.endive',
          'idempotency-key': crypto.randomUUID(),
        },
        body: new URLSearchParams({
          amount: '100',
          currency: 'eur',
          customer: first?.customer ?? '',
          'allowed_payment_method_types[]': 'card',
        }),
      });
      expect(answer.status).toBe(200);
    }
    bench.service.clock.advance(LATE);
    await batch();
    expect([kept(), await booked()]).toEqual([2500, 2500]);
  });

  test('is left to an operator when two payments of Stripe say that they are it', async () => {
    const { db } = bench.service.database;
    const { begin, booked } = byToken('answer_lost');
    await begin();
    bench.recorder.mend();
    const [first] = payments().slice(before);
    const second = bench.recorder.copy(first?.id ?? '');
    bench.service.clock.advance(LATE);
    await batch();
    await batch();
    expect(payments()).toHaveLength(before + 2);
    expect(await booked()).toBeNull();
    const [usage] = await db.select().from(usages).where(eq(usages.status, 'RESERVED'));
    const newest = { size: 1, before: null, traceId: null, studioId: null };
    const [alert] = (await alerts(db, newest)).rows;
    expect(alert).toMatchObject({ kind: 'OUTCOME_UNCLEAR', studioId: 1001 });
    for (const named of [usage?.id, first?.id, second]) expect(alert?.detail).toContain(named);
    const reported = and(eq(events.kind, 'OUTCOME_UNCLEAR'), like(events.detail, `%${usage?.id ?? '-'}%`));
    expect(await db.$count(events, reported)).toBe(1);
    // Follows the steps that docs/stripe.md gives the operator.
    bench.recorder.forgetMetadata(second);
    await batch();
    expect(await booked()).toBe(2500);
    const [done] = await db
      .select()
      .from(usages)
      .where(eq(usages.id, usage?.id ?? ''));
    expect(done).toMatchObject({ status: 'DONE', providerReference: first?.id });
  });
});
