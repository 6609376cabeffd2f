import { and, eq, gt, inArray, isNull, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { events } from '../../core/events.tables.js';
import type { Counts } from '../../core/metrics.js';
import { integrations } from '../../modules/integrations/integrations.tables.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import { withdrawals } from '../../modules/memberships/withdrawals/withdrawals.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { addBankDays } from '../../modules/payments/providers/bank/bank-days.js';
import { bankBatches, bankDebits, bankEntries } from '../../modules/payments/providers/bank/bank.tables.js';
import { OPEN_STATUSES } from '../../modules/payments/providers/bank/debits.js';
import { isAccountChecked } from '../../modules/payments/providers/bank/export-collection.js';
import { refunds } from '../../modules/payments/refunds/refunds.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { taxExports } from '../../modules/tax-exports/tax-exports.tables.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import type { Finding } from './finding.js';

/**
 * Age from which an unfinished task needs an operator. Within minutes, the jobs finish tasks that a crash or an
 * unresponsive provider has interrupted.
 */
const LONG_MS = 3600_000;
const NAMED = 5;
/**
 * Period for which a past event is listed, so that two daily checks show it. Lasting states are listed for as long as
 * they last.
 */
const NEWS_MS = 48 * 3600_000;
/** Time within which every debit has settled, so that it can be refunded. */
const SETTLED_MS = 14 * 24 * 3600_000;

interface Rule {
  readonly what: string;
  readonly table: PgTable;
  readonly id: PgColumn;
  /** Column with the time at which the row entered this state. */
  readonly since: PgColumn;
  readonly is: SQL | undefined | ((now: Date) => SQL | undefined);
  /** Age in milliseconds from which it is listed; an hour if absent. */
  readonly after?: number;
  /** Number of milliseconds for which it is listed; always if absent. */
  readonly within?: number;
  readonly advice: string;
}

/** Bank days after the execution of a batch on which its outcome should be known. */
const OUTCOME_BANK_DAYS = 5;

/** Returns the calendar day of the clearing system, for which studios' time zones make no difference here. */
const dayOf = (now: Date) => calendarDateIn(now, 'UTC');

const hasBank = sql`exists (select 1 from ${studios} where ${studios.id} = ${bankDebits.studioId} and ${studios.bank}->${bankDebits.paymentMethod} is not null)`;

const PROVIDER =
  'Check whether the provider responds (the log, npm run verify:stripe); the jobs retry automatically.';

const RULES: readonly Rule[] = [
  {
    what: 'payments with an unknown outcome',
    table: payments,
    id: payments.id,
    since: payments.updatedAt,
    is: inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']),
    advice: `${PROVIDER} Never ask the member to pay again before the outcome is known.`,
  },
  {
    what: 'usages of tokens that are neither booked nor declined',
    table: usages,
    id: usages.id,
    since: usages.createdAt,
    is: eq(usages.status, 'RESERVED'),
    advice: PROVIDER,
  },
  {
    what: 'sales that are not finished',
    table: sales,
    id: sales.id,
    since: sales.createdAt,
    is: eq(sales.status, 'RESERVED'),
    advice: `${PROVIDER} The partner gets the result by repeating its request.`,
  },
  {
    what: 'charges of payment runs without an outcome',
    table: charges,
    id: charges.id,
    since: charges.createdAt,
    is: eq(charges.status, 'RESERVED'),
    advice: PROVIDER,
  },
  {
    what: 'refunds without an outcome',
    table: refunds,
    id: refunds.id,
    since: refunds.requestedAt,
    is: eq(refunds.status, 'RESERVED'),
    advice: `${PROVIDER} Never refund the money elsewhere before the outcome is known.`,
  },
  {
    what: 'withdrawals that have waited two weeks for payments in progress',
    table: withdrawals,
    id: withdrawals.id,
    since: withdrawals.createdAt,
    is: eq(withdrawals.status, 'REFUNDING'),
    after: SETTLED_MS,
    advice: PROVIDER,
  },
  {
    what: 'refunds that have waited two weeks for their debit to settle',
    table: refunds,
    id: refunds.id,
    since: refunds.createdAt,
    is: and(eq(refunds.status, 'RESERVED'), isNull(refunds.requestedAt)),
    after: SETTLED_MS,
    advice: PROVIDER,
  },
  {
    what: 'payments whose money has not been returned yet',
    table: payments,
    id: payments.id,
    since: payments.updatedAt,
    is: eq(payments.releaseStatus, 'DUE'),
    advice: `${PROVIDER} If it never responds, refund the money in the provider's own dashboard.`,
  },
  {
    what: 'instruments that the provider has not detached yet',
    table: paymentInstruments,
    id: paymentInstruments.id,
    since: paymentInstruments.createdAt,
    is: eq(paymentInstruments.detachStatus, 'DUE'),
    advice: PROVIDER,
  },
  {
    what: 'expired sessions that have not been closed',
    table: paymentSessions,
    id: paymentSessions.id,
    since: paymentSessions.validUntil,
    is: inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING']),
    advice: 'Check whether a service is running: its jobs close them.',
  },
  {
    what: 'exports for tax advisors that are not ready',
    table: taxExports,
    id: taxExports.id,
    since: taxExports.createdAt,
    is: eq(taxExports.state, 'PENDING'),
    advice: 'The log says why; the jobs retry automatically.',
  },
  {
    what: 'disputes of the last two days',
    table: events,
    id: events.detail,
    since: events.createdAt,
    is: eq(events.kind, 'DISPUTE_OPENED'),
    within: NEWS_MS,
    advice: "Answer in the provider's own dashboard, in time.",
  },
  {
    what: 'payments of the last two days that were refunded and then returned by the bank',
    table: events,
    id: events.detail,
    since: events.createdAt,
    is: eq(events.kind, 'RETURNED_AFTER_REFUND'),
    within: NEWS_MS,
    advice: 'The member has the money twice: ask for it back. No payment run charges it.',
  },
  {
    what: 'unclear outcomes at Stripe in the last two days',
    table: events,
    id: events.detail,
    since: events.createdAt,
    is: eq(events.kind, 'OUTCOME_UNCLEAR'),
    within: NEWS_MS,
    advice:
      'Find out in the provider\'s own dashboard what was charged or refunded: docs/stripe.md, "How it works".',
  },
  {
    what: "debits whose due day has passed and that are in no file for the studio's bank",
    table: bankDebits,
    id: bankDebits.id,
    since: bankDebits.createdAt,
    is: (now) =>
      and(eq(bankDebits.status, 'WAITING'), lt(bankDebits.dueOn, dayOf(now)), hasBank, isAccountChecked),
    advice:
      'Export them (upc-service bank export). Export names those that a bank would refuse; cancel them (upc-service staff bank-debit.cancel).',
  },
  {
    what: 'debits that wait for a file of a studio that no longer collects through its own bank',
    table: bankDebits,
    id: bankDebits.id,
    since: bankDebits.createdAt,
    is: and(eq(bankDebits.status, 'WAITING'), not(hasBank)),
    advice:
      'Choose the bank again to collect them (upc-service studio set --bank), or cancel them (upc-service staff bank-debit.cancel).',
  },
  {
    what: `bank batches without an outcome ${OUTCOME_BANK_DAYS} bank days after their execution`,
    table: bankBatches,
    id: bankBatches.id,
    since: bankBatches.updatedAt,
    is: (now) =>
      and(
        inArray(bankBatches.status, [...OPEN_STATUSES]),
        lte(bankBatches.executionOn, addBankDays('TARGET', dayOf(now), -OUTCOME_BANK_DAYS)),
      ),
    advice:
      "Import the bank's statement: upc-service bank import; confirm a file of ACH or BECS: upc-service staff bank-file.confirm. If the bank has not carried the batch out, withdraw it: upc-service staff bank-batch.withdraw.",
  },
  {
    what: 'entries of bank files that cannot be assigned',
    table: bankEntries,
    id: bankEntries.id,
    since: bankEntries.createdAt,
    is: eq(bankEntries.status, 'OPEN'),
    advice: 'Decide about each: upc-service staff bank-entry.decide (docs/bank-files.md).',
  },
  {
    what: 'events that their partner has not received yet',
    table: webhookDeliveries,
    id: webhookDeliveries.id,
    since: webhookDeliveries.occurredAt,
    // Deliveries of a deactivated integration wait until it is activated.
    is: and(
      eq(webhookDeliveries.status, 'PENDING'),
      sql`exists (select 1 from ${webhookSubscriptions} join ${integrations}
        on ${integrations.id} = ${webhookSubscriptions.integrationId}
        where ${webhookSubscriptions.id} = ${webhookDeliveries.subscriptionId} and ${integrations.status} = 'ACTIVE')`,
    ),
    advice: 'Test the receiver: upc-service webhook test.',
  },
  {
    what: 'events abandoned in the last two days',
    table: webhookDeliveries,
    id: webhookDeliveries.id,
    since: webhookDeliveries.occurredAt,
    is: eq(webhookDeliveries.status, 'GIVEN_UP'),
    within: NEWS_MS,
    advice: 'When the receiver works again, run upc-service webhook replay for each.',
  },
];

/** Finds tasks that have been unfinished for an hour, with the remedy for each. */
export async function findStuck({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const rule of RULES) {
    const { what, table, id, since, advice } = rule;
    const where = isStuck(rule, clock.now());
    const count = await db.$count(table, where);
    if (count === 0) continue;
    const rows = await db.select({ id }).from(table).where(where).orderBy(since).limit(NAMED);
    const ids = rows.map((row) => String(row.id)).join(', ');
    findings.push({ what: `${count} ${what}: ${ids}${count > rows.length ? ' …' : ''}`, advice });
  }
  return findings;
}

/** Counts the tasks of each kind that have been unfinished for an hour. Kinds without any are included with 0. */
export async function countStuck({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Counts> {
  const counts = [];
  for (const rule of RULES) {
    counts.push({ kind: rule.what, count: await db.$count(rule.table, isStuck(rule, clock.now())) });
  }
  return counts;
}

function isStuck({ since, is, after = LONG_MS, within }: Rule, now: Date): SQL | undefined {
  const newest = within === undefined ? undefined : gt(since, new Date(now.getTime() - within));
  const holds = typeof is === 'function' ? is(now) : is;
  return and(holds, lt(since, new Date(now.getTime() - after)), newest);
}
