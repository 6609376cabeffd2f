import { and, eq } from 'drizzle-orm';
import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { type KeyedRequest, requestHash } from '../../../core/idempotency/idempotency.js';
import { customerOfStudio, lockCustomer } from '../../customers/customers.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { openAmount } from '../account/claims.js';
import { settleDueClaims } from '../account/credit.js';
import { releasePayment } from '../attempts/release.js';
import { lockPayment } from '../payments.js';
import { payments } from '../payments.tables.js';
import type { Session } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { markCancelled } from '../state.js';
import { type CheckedUsage, useToken } from '../usages/use-token.js';
import type { LinkPurpose } from './links.stored.js';
import { claimsOfLink, type PaymentLink } from './links.js';
import { paymentLinks } from './links.tables.js';

/** REFUSED: the payment was cancelled, and what the provider holds is released; `error` says why. */
export type LinkPaymentResult =
  | { readonly kind: 'DONE' | 'LATER' }
  | { readonly kind: 'REFUSED'; readonly error: ApiError };

interface Used {
  readonly session: Session;
  readonly studio: Studio;
  readonly link: PaymentLink;
}

/** Refusals after which the same payment may still be used: other payments are in progress, or its outcome is unknown. */
const PASSING = [
  'errormessage.payment.claims.pending',
  'errormessage.payment.token.pending',
  'errormessage.payment.outcome.unknown',
];

/**
 * Uses a payment that was made on the page of a payment link, as a partner does with a paymentRequestToken. The page
 * asks for it, and so do the jobs, because the person may never come back from the bank. A payment for which nothing is
 * open any more, or that is declined, is cancelled: its link shows the form again.
 */
export async function useLinkPayment(
  context: Context,
  paymentId: string,
  traceId: string,
): Promise<LinkPaymentResult> {
  const [found] = await context.db
    .select({ payment: payments, session: paymentSessions, studio: studios, link: paymentLinks })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .innerJoin(paymentLinks, eq(paymentLinks.id, paymentSessions.linkId))
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'PREAUTHED')));
  if (!found) return { kind: 'DONE' };
  const { payment, session, link } = found;
  const hash = requestHash(context, () => ['payment link', link.id, payment.id]);
  const keyed: KeyedRequest = { scope: `payment link ${link.id}`, key: null, hash, traceId };
  try {
    await useToken(context, { payment, session }, await usageOf(context, found), keyed);
    return { kind: 'DONE' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (PASSING.includes(error.code)) return { kind: 'LATER' };
    await cancelRefused(context, { sessionId: session.id, paymentId, traceId });
    return { kind: 'REFUSED', error };
  }
}

/** Describes what the payment is used for. What decides about money is checked under the person's lock. */
async function usageOf(context: Context, { session, studio, link }: Used): Promise<CheckedUsage> {
  const { customerId } = link;
  const common = { scope: session.scope, customerId };
  if (purposeOf(session) === 'PAYMENT_INSTRUMENT') {
    return {
      ...common,
      kind: 'PAYMENT_INSTRUMENT',
      debtClaimIds: null,
      check: async (tx) => {
        const { isInstrumentOpen } = await lockOpenLink(tx, studio, link);
        if (!isInstrumentOpen) throw new ApiError('errormessage.payment.link.closed');
        return session.amount;
      },
    };
  }
  const claimIds = await claimsOfLink(context.db, link.id);
  return {
    ...common,
    kind: 'ACCOUNT_PAYMENT',
    debtClaimIds: claimIds,
    check: async (tx) => {
      await lockOpenLink(tx, studio, link);
      const today = todayAt(context, studio);
      await settleDueClaims(context, tx, customerId, today);
      return Math.min(session.amount, await openAmount(context, tx, customerId, { claimIds, today }));
    },
  };
}

/** Returns what a session of a link is for. */
export function purposeOf({ scope }: Pick<Session, 'scope'>): LinkPurpose {
  return scope === 'MEMBER_ACCOUNT' ? 'PAYMENT_INSTRUMENT' : 'ACCOUNT_PAYMENT';
}

/**
 * Locks the person of a link and reads the link under that lock. A link that has expired counts as open here: its page
 * was opened before, and the session limits the time for the payment.
 *
 * @throws ApiError 404 when the customer has left the studio; 410 when the link has been closed.
 */
async function lockOpenLink(
  tx: Database,
  studio: Studio,
  { id, customerId }: PaymentLink,
): Promise<PaymentLink> {
  await lockCustomer(tx, customerId);
  await customerOfStudio(tx, studio.id, customerId);
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, id));
  if (link?.status !== 'OPEN') throw new ApiError('errormessage.payment.link.closed');
  return link;
}

/** Cancels a payment that could not be used, unless a usage holds it or it has ended. */
async function cancelRefused(
  context: Context,
  { sessionId, paymentId, traceId }: { sessionId: string; paymentId: string; traceId: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, sessionId, paymentId);
    if (locked.payment.status !== 'PREAUTHED' || locked.session.status !== 'OPEN') return;
    await markCancelled({ context, tx, traceId }, locked, 'CANCELLED_ELSEWHERE');
  });
  await context.step('cancellation.reserved');
  await releasePayment(context, paymentId, traceId);
}
