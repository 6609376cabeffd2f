import { writeFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStuck } from '../../src/admin/operations/stuck.js';
import { readRetention } from '../../src/admin/retention/retention-periods.js';
import { applyRetention } from '../../src/admin/retention/retention.js';
import { jobRetries } from '../../src/core/jobs/jobs.tables.js';
import { dueQueues, type Queue } from '../../src/core/jobs/queue.js';
import { endForgottenVisits } from '../../src/modules/check-ins/forgotten-visits.job.js';
import { cancelUnconfirmed } from '../../src/modules/classes/unconfirmed-bookings.job.js';
import { CollectionStudio } from '../../src/modules/debt-collection/collection-scene.fixture.js';
import { advanceContracts } from '../../src/modules/memberships/contracts/advance.job.js';
import { settleCredit } from '../../src/modules/payments/account/credit.job.js';
import { runPayments } from '../../src/modules/payments/charges/payment-runs.job.js';
import { reportExpiringInstruments } from '../../src/modules/payments/instruments/expiring-instruments.job.js';
import { deliveryQueue } from '../../src/modules/webhooks/deliveries.js';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { bothTokens, NINA, SIGNATURE, TERMS } from '../support/buyer.js';
import { requestToken } from '../support/clients.js';
import { SERVER } from '../support/database.js';
import { deliverDue, retriedQueues, workOff } from '../support/batches.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { fillFinished } from './fill.js';

/**
 * Number of finished payments in the end; `node packages/bench/service/growth.mjs` sets a larger one. A quarter of them
 * exists at first.
 */
const PAYMENTS = Number(process.env.UPC_TEST_FINISHED_PAYMENTS ?? 12_000);
/** File from which the bench reads the counts; undefined in a test. */
const REPORT = process.env.UPC_TEST_GROWTH_REPORT;
/**
 * Rows that an operation may read in addition when the history is four times as long: rows that the operations
 * themselves have left, and those that the planner reads. The number of customers grows by more, one for ten payments.
 */
const SLACK = 500;

let service: TestService;
let token: string;

const faults: unknown[] = [];
const onFault = (fault: unknown) => void faults.push(fault);
const CUSTOMER = 10_000_005;
const QUEUES = retriedQueues(60_000);
/**
 * Works on a queue. The checks of returns are only taken, because the provider does not have the debits that are written
 * directly into the database.
 */
const batchOf = async (queue: Queue): Promise<unknown> => {
  const { context } = service.app;
  return queue.name.startsWith('RETURNS')
    ? queue.take(context, queue.slots)
    : workOff(context, [queue], onFault);
};

/** Requests and jobs that are run repeatedly while the history grows. */
const operations: Readonly<Record<string, () => Promise<unknown>>> = {
  'search for due queues': () => dueQueues(service.app.context, QUEUES),
  ...Object.fromEntries(QUEUES.map((queue) => [`batch ${queue.name}`, () => batchOf(queue)])),
  'batch of deliveries': () => deliverDue(service.app.context),
  'batch of credit': () => settleCredit(service.app.context, onFault),
  'batch of contracts': () => advanceContracts(service.app.context, onFault),
  'batch of bookings': () => cancelUnconfirmed(service.app.context, onFault),
  'batch of visits': () => endForgottenVisits(service.app.context, onFault),
  'payment run': () => runPayments(service.app.context, onFault),
  'batch of expiring instruments': () => reportExpiringInstruments(service.app.context, onFault),
  retention: () => applyRetention(service.app.context, readRetention({}), onFault),
  'metrics of what is stuck': () => countStuck(service.app.context),
  'POST user-session': async () => {
    token = await service.api().session({ customerId: CUSTOMER, scope: 'ECOM', amount: 25 });
  },
  'GET session': () => service.gateway(token).session(),
  'pay and use': async () => {
    const payment = await service.gateway(token).paySepa();
    const used = await service.api().post(`/v1/customers/${CUSTOMER}/account/payment`, {
      paymentRequestToken: requestToken(payment),
      amount: { amount: 25, currency: 'EUR' },
    });
    expect(used.status).toBe(200);
  },
  'GET balances': () => get(`/v1/customers/${CUSTOMER}/account/balances`),
  'GET transactions': () => get(`/v1/customers/${CUSTOMER}/account/transactions`),
  'GET customer': () => get(`/v1/customers/${CUSTOMER}`),
  'GET customers': () => get('/v1/customers?sliceSize=50'),
  'GET prospects': () => get('/v1/customers?customerStatus=PROSPECT&sliceSize=50'),
  'GET former members': () => get('/v1/customers?customerStatus=FORMER_MEMBER&sliceSize=50'),
  'POST search by name': async () => {
    const found = await service.api().post<unknown>('/v1/customers/search', { lastName: 'Person 5.' });
    expect([found.status, found.body]).toEqual([200, []]);
  },
  'POST signup': async () => {
    const made = await service.api().post('/v1/memberships/signup', {
      contract: {
        contractOfferTermId: TERMS.standard,
        startDate: '2026-12-01',
        contractSignature: { base64SvgSignature: SIGNATURE },
        textBlockSignatures: [{ textBlockId: 8003, base64SvgSignature: SIGNATURE }],
        initialPaymentRequestToken: (await bothTokens(service, 68.9)).initial,
      },
      customer: NINA,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
  },
  'debt collection': async () => {
    const studio = new CollectionStudio(service);
    const { runId } = await studio.handOver(10_000);
    for (const url of [
      `${runId}/details`,
      'blocked/debtors',
      'blocked/debts',
      `cases?debtorId=${CUSTOMER}`,
    ]) {
      const found = await studio.partner().request({ url: `/v1/debt-collection/${url}` });
      expect(found.status, JSON.stringify(found.body)).toBe(200);
    }
  },
  'GET class slots': () => get('/v1/classes/slots?daysAhead=6'),
  'GET class bookings': () => get(`/v1/classes/booking?customerId=${CUSTOMER}`),
  'GET appointment slots': () => get('/v1/appointments/bookable/12001/slots?daysAhead=6'),
  'GET utilization': () => get('/v1/studios/utilization'),
  'GET membership-offers': () => get('/v1/memberships/membership-offers'),
  ...Object.fromEntries(
    ['', '/contracts', '/studio'].map((tab) => [`studio page ${tab}`, () => studioPage(tab)]),
  ),
};

async function studioPage(tab: string): Promise<void> {
  const page = await service.app.app.inject({ url: `/studio${tab}`, headers: { host: 'localhost' } });
  expect(page.statusCode, tab).toBe(200);
}

async function get(url: string): Promise<void> {
  const { status, body } = await service.api().request({ url });
  expect(status, `${url} ${JSON.stringify(body)}`).toBe(200);
}

describe.runIf(SERVER !== undefined)('with a history of finished payments', () => {
  beforeAll(async () => {
    service = await startTestService({ studioPage: true });
    const { db, keys } = service.app.context;
    await subscribe(db, keys, {
      apiKey: EUR_KEY,
      url: 'http://127.0.0.1:9',
      webhookKey: 'x',
      types: ['CUSTOMER_DELETED'],
    });
  }, 120_000);
  afterAll(() => service.close());

  test('four times as much of it costs no request and no batch more', async () => {
    const few = await growTo(0, PAYMENTS / 4);
    const waiting = await waitingDebits();
    expect(waiting).toBeGreaterThan(SLACK);
    const many = await growTo(PAYMENTS / 4, PAYMENTS);
    expect(await waitingDebits()).toBeGreaterThan(waiting + SLACK);
    const grown = Object.keys(operations).filter(
      (name) => (many[name]?.rows ?? 0) > (few[name]?.rows ?? 0) + SLACK,
    );
    if (REPORT !== undefined)
      await writeFile(REPORT, JSON.stringify({ payments: PAYMENTS, few, many, grown }));
    expect(
      grown.map(
        (name) => `${name}: ${JSON.stringify(few[name]?.by)}, then ${JSON.stringify(many[name]?.by)}`,
      ),
    ).toEqual([]);
    expect(faults).toEqual([]);
  }, 3600_000);

  test('however many debits of a provider are due after an outage, its batch reads about as many as it takes', async () => {
    service.clock.advance(3 * 24 * 3600_000);
    const returns = QUEUES.find(({ name }) => name === 'RETURNS SIMULATOR');
    if (!returns) throw new Error('There is no queue of returns.');
    // This gives the planner current statistics, because autovacuum may be off or may run at any time.
    await service.app.context.db.execute(sql`vacuum analyze`);
    const { rows } = await costOf(() => batchOf(returns));
    expect(await waitingDebits()).toBeGreaterThan(2_000);
    expect(rows).toBeLessThan(2_000);
  });

  test('thousands of events that are written at once, before the planner knows of them, are each read a few times', async () => {
    const { db } = service.app.context;
    await db.execute(sql`vacuum analyze`);
    const events = 4_000;
    await db.execute(sql`
      insert into webhook_deliveries (uuid, subscription_id, entity_id, type, status, attempts, occurred_at, next_attempt_at)
      select gen_random_uuid(), webhook_subscriptions.id, n / 4, 'CUSTOMER_DELETED', 'PENDING', 0, ${service.clock.now()}, ${service.clock.now()}
      from generate_series(1, ${events}::int) n, webhook_subscriptions`);
    const { by } = await costOf(() => deliveryQueue().take(service.app.context, 1));
    const read = Object.entries(by).filter(([name]) => name.includes('webhook_deliveries'));
    const rows = read.reduce((total, [, count]) => total + count, 0);
    expect(rows).toBeGreaterThanOrEqual(events);
    expect(rows, JSON.stringify(by)).toBeLessThan(5 * events);
  });

  test('only indexes by receiver contain pending events, so no plan for one receiver reads those of the others', async () => {
    // Which index the planner prefers for new events depends on its outdated statistics. The indexes of personal events
    // serve only queries that ask for these.
    const { rows } = (await service.app.context.db.execute(sql`
      select indexdef from pg_indexes where tablename = 'webhook_deliveries'
      and indexdef !~ ' \\((id|uuid|subscription_id)\\M' and indexdef !~ 'WHERE \\(status <> ''PENDING''::text\\)'
      and indexdef !~ 'WHERE \\(content_encrypted IS NOT NULL\\)'`)) as {
      rows: readonly { indexdef: string }[];
    };
    expect(rows.map(({ indexdef }) => indexdef)).toEqual([]);
  });
});

/** Counts the debits that may still be returned. */
const waitingDebits = () => service.app.context.db.$count(jobRetries, eq(jobRetries.queue, 'RETURNS'));

interface Cost {
  /** Number of table rows and index entries that were read. */
  readonly rows: number;
  /** Rows read by scans of whole tables and entries read from indexes, by name, without zeros. */
  readonly by: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

async function growTo(from: number, to: number): Promise<Record<string, Cost>> {
  const { db } = service.app.context;
  await fillFinished(db, from, to, service.clock.now());
  const costs: Record<string, Cost> = {};
  for (const [name, work] of Object.entries(operations)) costs[name] = await costOf(work);
  return costs;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = await counted();
  const begun = performance.now();
  await work();
  const milliseconds = performance.now() - begun;
  const by = difference(before, await counted());
  return { rows: Object.values(by).reduce((total, rows) => total + rows, 0), by, milliseconds };
}

function difference(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, rows]) => [name, rows - (before[name] ?? 0)] as const)
      .filter(([, rows]) => rows > 0),
  );
}

/**
 * Returns the database's own counts. A connection normally reports its counts only when it is idle, so every connection
 * is made to report them now.
 */
async function counted(): Promise<Record<string, number>> {
  const { db } = service.app.context;
  await Promise.all(Array.from({ length: 10 }, () => db.execute(sql`select pg_stat_force_next_flush()`)));
  const answer = await db.execute(sql`
    select 'all of ' || relname as name, seq_tup_read as rows from pg_stat_user_tables
    union all select indexrelname, idx_tup_read from pg_stat_user_indexes`);
  const { rows } = answer as { rows: readonly { name: string; rows: string }[] };
  return Object.fromEntries(rows.map(({ name, rows: read }) => [name, Number(read)]));
}
