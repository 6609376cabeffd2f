import { and, eq, isNull } from 'drizzle-orm';
import { todayAt } from '../../../core/calendar.js';
import type { Alert, Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import { toMoney } from '../../../core/money.js';
import { lockCustomer } from '../../customers/customers.js';
import { emit } from '../../webhooks/webhook-events.js';
import { accountTransactions, debtClaims } from '../account/account.tables.js';
import { isReversed } from '../account/bookings.js';
import { settleDueClaims } from '../account/credit.js';
import { recordUnknown } from '../charging.js';
import {
  type PaymentProvider,
  type ProviderIntent,
  ProviderRequestError,
  ProviderUnavailableError,
} from '../providers/provider.js';
import {
  bookReturn,
  findPaid,
  isTakenBack,
  type PaidTransaction,
  type TakenBack,
  whereabouts,
} from '../returns/check-return.js';
import { deleteDebit } from './debits.js';
import { refunds } from './refunds.tables.js';
import { returnAfterRefund } from './returns-after-refund.js';

type Refund = typeof refunds.$inferSelect;

/** A refund with the payment that it refunds. */
interface RefundInHand {
  readonly refund: Refund;
  readonly paid: PaidTransaction;
}

/** The end of a refund at the provider. */
type RefundOutcome =
  | { readonly kind: 'DONE' }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode }
  /** The debit never settled, or its bank has returned it. */
  | ({ readonly kind: 'CANCELLED' } & TakenBack);

async function loadRefund(db: Database, refundId: string): Promise<RefundInHand> {
  const [found] = await db
    .select({
      refund: refunds,
      usageId: accountTransactions.usageId,
      chargeId: accountTransactions.chargeId,
    })
    .from(refunds)
    .innerJoin(accountTransactions, eq(accountTransactions.id, refunds.transactionId))
    .where(eq(refunds.id, refundId));
  const paid = found && (await findPaid(db, found.usageId ?? found.chargeId ?? ''));
  if (!paid) throw new Error('The refund or its payment no longer exists.');
  return { refund: found.refund, paid };
}

/**
 * Completes a reserved refund at the provider that took the money, and books the result. It may be called repeatedly
 * and concurrently, because the provider makes each movement once. While a debit is pending that cannot be cancelled,
 * the refund waits. A refund with an unknown outcome stays reserved: it is neither treated as failed nor made again.
 *
 * @returns whether the refund is completed.
 */
export async function finishRefund(context: Context, refundId: string, traceId: string): Promise<boolean> {
  const found = await loadRefund(context.db, refundId);
  if (found.refund.status !== 'RESERVED') return true;
  const outcome = await refundAtProvider(context, found, traceId);
  await context.step('refund.provider-answered');
  if (outcome === null) return false;
  const alerts = await context.db.transaction(async (tx) => {
    await lockCustomer(tx, found.refund.customerId);
    const current = await loadRefund(tx, refundId);
    return current.refund.status === 'RESERVED' ? settle({ context, tx, traceId }, current, outcome) : [];
  });
  for (const alert of alerts) context.alert(alert);
  await context.step('refund.committed');
  return true;
}

/** Has the provider refund the money, or cancel the debit. @returns null while the outcome is pending or unknown. */
async function refundAtProvider(
  context: Context,
  { refund, paid }: RefundInHand,
  traceId: string,
): Promise<RefundOutcome | null> {
  const { id: key } = refund;
  const { reference, paidAtStudio } = paid;
  try {
    const provider = context.providers.named(paidAtStudio, paid.provider);
    if (refund.requestedAt === null) {
      const money = whereabouts(await stopOrRetrieve(provider, refund, paid));
      if (money === null) return null;
      if (isTakenBack(money)) return { kind: 'CANCELLED', ...money };
    }
    // From here on, only the same request again shows whether the money was refunded. A bank may also have returned it.
    const since = refund.requestedAt ?? (await markRequested(context, key));
    await context.step('refund.requested');
    try {
      await provider.refundIntent(reference, refund.amount, { key, since });
      return { kind: 'DONE' };
    } catch (error) {
      if (!(error instanceof ProviderRequestError)) throw error;
      const money = whereabouts(await provider.retrieveIntent(reference));
      return money !== null && isTakenBack(money)
        ? { kind: 'CANCELLED', ...money }
        : { kind: 'DECLINED', code: 'PROCESSING_ERROR' };
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    const detail = `${nameOf(refund)}: it stays reserved`;
    await recordUnknown(context, error, { studioId: paid.studio.id, traceId, detail });
    return null;
  }
}

/**
 * Retrieves the intent of a payment. A pending debit is cancelled if it is refunded in full, because cancelling cannot
 * take back a part of it. If it is too late for that, the intent is still PROCESSING.
 */
async function stopOrRetrieve(
  provider: PaymentProvider,
  refund: Refund,
  { reference, amount }: PaidTransaction,
): Promise<ProviderIntent> {
  const intent = await provider.retrieveIntent(reference);
  return intent.status === 'PROCESSING' && refund.amount === amount
    ? provider.cancelIntent(reference, `${refund.id}:cancel`)
    : intent;
}

/** Stores the time of the first request, which processes that repeat it have to know. */
async function markRequested({ db, clock }: Context, refundId: string): Promise<Date> {
  const now = clock.now();
  const isFirst = and(eq(refunds.id, refundId), isNull(refunds.requestedAt));
  await db.update(refunds).set({ requestedAt: now }).where(isFirst);
  const [refund] = await db
    .select({ requestedAt: refunds.requestedAt })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return refund?.requestedAt ?? now;
}

/** Books the end of a refund. @returns alerts to be raised after the commit. */
async function settle(unit: UnitOfWork, found: RefundInHand, outcome: RefundOutcome): Promise<Alert[]> {
  const { context, tx, traceId } = unit;
  const { refund, paid } = found;
  const failureCode = outcome.kind === 'DECLINED' ? outcome.code : null;
  await tx
    .update(refunds)
    .set({ status: outcome.kind, failureCode, finishedAt: context.clock.now() })
    .where(eq(refunds.id, refund.id));
  await recordEvent(context, tx, {
    kind: `REFUND_${outcome.kind}`,
    detail: failureCode === null ? nameOf(refund) : `${nameOf(refund)}: ${failureCode}`,
    traceId,
    studioId: paid.studio.id,
  });
  if (outcome.kind === 'DONE') return bookDone(unit, found);
  await deleteDebit(tx, refund);
  // A reversal comes before anything else can use the credit.
  if (outcome.kind === 'CANCELLED') return (await bookReturn(unit, paid, outcome)) ?? [];
  await settleDueClaims(context, tx, refund.customerId, todayAt(context, paid.studio));
  return [];
}

async function bookDone(
  { context, tx, traceId }: UnitOfWork,
  { refund, paid: { studio } }: RefundInHand,
): Promise<Alert[]> {
  const { id: refundId, customerId, transactionId, claimId, amount, currency } = refund;
  const today = todayAt(context, studio);
  // The account shows the refund on the day on which the money moved.
  await tx
    .update(debtClaims)
    .set({ dueDate: today })
    .where(eq(debtClaims.id, claimId ?? 0));
  const content = { transactionId, refundId, amount: toMoney(amount, currency) };
  await emit(context, tx, studio.id, { type: 'PAYMENT_REFUNDED', entityId: customerId, content });
  if (!(await isReversed(tx, transactionId))) return [];
  // The bank has returned the payment meanwhile, which has opened the claim. Other credit may settle it now.
  await settleDueClaims(context, tx, customerId, today);
  const alert = returnAfterRefund(refund, { studioId: studio.id, traceId });
  await recordEvent(context, tx, alert);
  return [alert];
}

const nameOf = ({ id, customerId }: Refund): string => `refund ${id} of customer ${customerId}`;
