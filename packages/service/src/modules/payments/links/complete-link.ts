import { and, eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { toMoney } from '../../../core/money.js';
import { emit } from '../../webhooks/webhook-events.js';
import { payableClaims } from '../account/claims.js';
import type { LaterModules } from '../later-modules.js';
import { payments } from '../payments.tables.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { usages } from '../usages/usages.tables.js';
import { claimsOfLink, type PaymentLink } from './links.js';
import { paymentLinks } from './links.tables.js';

/**
 * Closes a link if nothing can be done with it any more, for example because its last claim was deleted or is with a
 * collection partner. The caller holds the person's lock.
 */
export async function closeLinkIfDone(context: LaterModules, tx: Database, linkId: string): Promise<void> {
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, linkId));
  if (link?.status !== 'OPEN' || !(await isNothingLeft(context, tx, link))) return;
  await tx.update(paymentLinks).set({ status: 'CLOSED' }).where(eq(paymentLinks.id, linkId));
}

/** Returns whether the customer needs no other instrument and can pay none of the link's claims here. */
async function isNothingLeft(
  context: LaterModules,
  tx: Database,
  { id, customerId, isInstrumentOpen }: PaymentLink,
): Promise<boolean> {
  if (isInstrumentOpen) return false;
  const claimIds = await claimsOfLink(tx, id);
  const payable = await payableClaims(context, tx, customerId);
  return !payable.some((claim) => claimIds.includes(claim.id));
}

/**
 * Completes a link if its own usage has done the last of what it is for, and notifies partners. The usage has been
 * booked in the same transaction, which holds the person's lock.
 */
export async function completeLink(
  context: LaterModules & Pick<Context, 'clock'>,
  tx: Database,
  { linkId, currency }: { readonly linkId: string; readonly currency: string },
): Promise<void> {
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, linkId));
  // The payment may have closed the link a moment ago, and a link may be cancelled while its payment is in progress.
  if (!link || link.status === 'COMPLETED' || !(await isNothingLeft(context, tx, link))) return;
  await tx.update(paymentLinks).set({ status: 'COMPLETED' }).where(eq(paymentLinks.id, linkId));
  const used = await tx
    .select({ amount: usages.amount })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(eq(paymentSessions.linkId, linkId), eq(usages.status, 'DONE')));
  const amount = used.reduce((sum, usage) => sum + usage.amount, 0);
  await emit(context, tx, link.studioId, {
    type: 'PAYMENT_LINK_PAID',
    entityId: link.customerId,
    content: {
      linkId,
      purposes: [...link.purposes],
      amount: toMoney(amount, currency),
      debtClaimIds: await claimsOfLink(tx, linkId),
    },
  });
}
