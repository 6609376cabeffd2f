import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { instantBefore } from '../../core/calendar.js';
import { inParallel } from '../../core/concurrency.js';
import type { Context } from '../../core/context.js';
import { readRow, unreadColumns } from '../../core/database/row-by-row.js';
import { paymentCustomers } from '../../modules/customers/customers.tables.js';
import { accountTransactions } from '../../modules/payments/account/account.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import {
  type ProviderIntent,
  type ProviderName,
  ProviderUnavailableError,
} from '../../modules/payments/providers/provider.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import type { Finding } from './finding.js';

const AT_ONCE = 4;

/** A payment or charge that exists at the provider, with its bookings. The JSON of its studio may still be unread. */
interface Entry {
  readonly name: string;
  readonly studio: Studio;
  readonly provider: ProviderName;
  readonly reference: string;
  readonly booked: Booked;
  /** Reads the bookings again. */
  readonly bookedNow: () => Promise<Booked>;
  readonly currency: string;
}

interface Booked {
  /**
   * Sum on the member's account in minor units, less what was taken back or refunded; null if nothing was to be booked.
   */
  readonly sum: number | null;
  /** Whether anything was taken back, even if it was booked again since. */
  readonly wasTakenBack: boolean;
}

interface Comparison {
  readonly compared: number;
  readonly findings: readonly Finding[];
}

/**
 * Compares the bookings with the providers' reports about the same payments and charges of the last days, one by one.
 * If a studio cannot be read, that is a finding and its entries are left out. The comparison changes nothing.
 */
export async function compareBooks(context: Context, days: number): Promise<Comparison> {
  const since = instantBefore(context.clock.now(), { days });
  const { entries, findings } = withStudios([
    ...(await paidByToken(context, since)),
    ...(await paidByRun(context, since)),
  ]);
  await inParallel(entries, AT_ONCE, async (entry) => {
    const finding = await compare(context, entry);
    if (finding) findings.push(finding);
  });
  return { compared: entries.length, findings };
}

/** Reads each studio once and leaves out the entries of unreadable studios. */
function withStudios(unread: readonly Entry[]): { readonly entries: Entry[]; readonly findings: Finding[] } {
  const byStudio = new Map<number, Entry[]>();
  for (const entry of unread) {
    const known = byStudio.get(entry.studio.id);
    if (known) known.push(entry);
    else byStudio.set(entry.studio.id, [entry]);
  }
  const findings: Finding[] = [];
  const entries = [...byStudio].flatMap(([id, ofStudio]) => {
    const [{ studio: row }] = ofStudio as [Entry];
    const studio = readRow(studios, row, ({ message }) => {
      const what = `${ofStudio.length} payments and charges of studio ${id} are not compared: ${message}`;
      findings.push({ what, advice: 'Correct the value, then run this again.' });
    });
    return studio ? ofStudio.map((entry) => ({ ...entry, studio })) : [];
  });
  return { entries, findings };
}

type PaidBy = typeof accountTransactions.usageId | typeof accountTransactions.chargeId;

/**
 * Selects the account transactions of a usage or charge: its transaction, and all transactions that took it back or
 * booked it again. A payment that was taken back counts as 0, even if it had been refunded.
 */
const bookedFor = (column: PaidBy, id: unknown) =>
  sql<string | null>`(with recursive chain as (
    select id, amount from account_transactions where ${sql.identifier(column.name)} = ${id}
    union all select t.id, t.amount from account_transactions t join chain c on t.reverses_id = c.id
  ), refunded as (
    select coalesce(sum(amount), 0) total from refunds
    where status = 'DONE' and transaction_id in (select id from chain)
  ) select case when sum(amount) = 0 then 0 else sum(amount) - (select total from refunded) end || ' ' || count(*)
  from chain)`;

const isRefundedSince = (column: PaidBy, id: unknown, since: Date) =>
  sql`exists (select 1 from refunds join account_transactions t on t.id = refunds.transaction_id
    where t.${sql.identifier(column.name)} = ${id} and refunds.finished_at > ${since})`;

async function readBooked({ db }: Context, column: PaidBy, id: string | null): Promise<Booked> {
  if (id === null) return toBooked(null);
  const [found] = await db
    .select({ booked: bookedFor(column, id) })
    .from(accountTransactions)
    .where(eq(column, id))
    .limit(1);
  return toBooked(found?.booked ?? null);
}

async function paidByToken(context: Context, since: Date): Promise<Entry[]> {
  const rows = await context.db
    .select({
      payment: {
        id: payments.id,
        provider: payments.provider,
        providerReference: payments.providerReference,
        releaseStatus: payments.releaseStatus,
      },
      usageId: usages.id,
      usageReference: usages.providerReference,
      currency: paymentSessions.currency,
      studio: unreadColumns(studios),
      booked: bookedFor(accountTransactions.usageId, usages.id),
    })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    // A failed sale also counts: money was taken for it and given back.
    .leftJoin(
      usages,
      and(
        eq(usages.paymentId, payments.id),
        or(
          eq(usages.status, 'DONE'),
          and(eq(usages.status, 'DECLINED'), isNotNull(usages.providerReference)),
        ),
      ),
    )
    .where(
      and(
        isNotNull(payments.provider),
        or(
          gt(payments.updatedAt, since),
          gt(usages.finishedAt, since),
          isRefundedSince(accountTransactions.usageId, usages.id, since),
        ),
        // Unfinished usages and charges are not compared, because neither side has a final state.
        inArray(payments.status, ['PREAUTHED', 'CANCELLED', 'FAILED']),
        or(isNotNull(usages.id), inArray(payments.status, ['CANCELLED', 'FAILED'])),
      ),
    );
  return rows.flatMap(({ payment, usageId, usageReference, booked, ...row }) => {
    const reference = usageId === null ? payment.providerReference : usageReference;
    if (reference === null || payment.provider === null || payment.releaseStatus === 'DUE') return [];
    const provider = payment.provider;
    const bookedNow = () => readBooked(context, accountTransactions.usageId, usageId);
    const name = `payment ${payment.id}`;
    return [{ ...row, provider, reference, name, booked: toBooked(booked), bookedNow }];
  });
}

async function paidByRun(context: Context, since: Date): Promise<Entry[]> {
  const rows = await context.db
    .select({
      charge: { id: charges.id, providerReference: charges.providerReference, currency: charges.currency },
      provider: paymentInstruments.provider,
      studio: unreadColumns(studios),
      booked: bookedFor(accountTransactions.chargeId, charges.id),
    })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    // The member may have moved since, so this joins the studio that charged and not the current one.
    .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .innerJoin(studios, eq(studios.id, paymentCustomers.studioId))
    .where(
      and(
        or(gt(charges.finishedAt, since), isRefundedSince(accountTransactions.chargeId, charges.id, since)),
        isNotNull(charges.providerReference),
      ),
    );
  return rows.map(({ charge, booked, ...row }) => ({
    ...row,
    name: `charge ${charge.id}`,
    reference: charge.providerReference ?? '',
    currency: charge.currency,
    booked: toBooked(booked),
    bookedNow: () => readBooked(context, accountTransactions.chargeId, charge.id),
  }));
}

/**
 * Parses a sum of transactions.
 *
 * @param text the sum and the number of transactions
 */
function toBooked(text: string | null): Booked {
  const [sum = null, count] = text?.split(' ') ?? [];
  return { sum: sum === null ? null : Number(sum), wasTakenBack: Number(count) > 1 };
}

async function compare(context: Context, entry: Entry): Promise<Finding | null> {
  const { name, reference, studio, provider, currency } = entry;
  const about = `${name} (studio ${studio.id}, ${provider} ${reference})`;
  let intent: ProviderIntent;
  try {
    intent = await context.providers.named(studio, provider).retrieveIntent(reference);
  } catch (error) {
    const why = error instanceof ProviderUnavailableError ? 'does not respond' : 'has no such payment';
    return { what: `${about}: the provider ${why}`, advice: 'Check its keys, then run this again.' };
  }
  const kept = keptOf(intent);
  const agrees = ({ sum }: Booked) => intent.mode === 'SETUP' || kept === null || kept === (sum ?? 0);
  // The books may have changed while the provider was queried.
  const { sum: booked, wasTakenBack } = agrees(entry.booked) ? entry.booked : await entry.bookedNow();
  if (kept === null || agrees({ sum: booked, wasTakenBack })) {
    return intent.status === 'AUTHORIZED' && booked === null
      ? {
          what: `${about}: the provider holds ${intent.amountAuthorized} ${currency} that can no longer be captured`,
          advice: "Cancel it in the provider's own dashboard.",
        }
      : null;
  }
  const what = `${about}: booked are ${booked ?? 0}, the provider kept ${kept} (minor units, ${currency})`;
  const advice =
    kept > (booked ?? 0)
      ? wasTakenBack
        ? 'It is booked as returned, but the provider has the money. The jobs will reverse the booking. Do not refund anything; run this again tomorrow.'
        : "The member has paid more than is booked: refund the difference in the provider's own dashboard."
      : 'More is booked than was paid: the bank returned the debit, or it was refunded elsewhere. Wait a day for the jobs, then look at its events.';
  return { what, advice };
}

/** Returns the minor units that the provider took and did not give back; null while the outcome of a debit is open. */
function keptOf({ status, returned, amountCaptured, amountRefunded }: ProviderIntent): number | null {
  if (status === 'PROCESSING') return null;
  if (returned || status === 'DECLINED' || status === 'CANCELLED') return 0;
  return amountCaptured - amountRefunded;
}
