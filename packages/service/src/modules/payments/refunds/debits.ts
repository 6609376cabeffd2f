import { and, asc, eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { accountTransactions, claimPayments, debtClaims } from '../account/account.tables.js';
import { presentState } from '../account/bookings.js';
import { type ClaimPayment, claimsOfRefunds, payClaims } from '../account/claims.js';
import { payByCredit, sourcesOf } from '../account/credit.js';
import { refunds } from './refunds.tables.js';

/* A refund is debited to the account as a claim that credit settles at once (docs/decisions/0050-refunds.md). */

export interface Debit {
  readonly customerId: number;
  /** The transaction of the refunded payment. */
  readonly transactionId: number;
  /** Minor units; at most the credit that is left. */
  readonly amount: number;
  readonly description: string;
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
}

/**
 * Debits a refund to the account. The refunded payment itself settles the claim, so that a later return of the payment
 * opens this claim and not that of a fee. The caller holds the person's lock and has checked the credit.
 *
 * @returns the id of the claim
 */
export async function debitRefund(
  tx: Database,
  { customerId, transactionId, amount, description, today }: Debit,
): Promise<number> {
  // The money of a payment that was returned and restored is in the last transaction of its chain.
  const { last: payment } = await presentState(tx, transactionId);
  await freePayment(tx, payment, amount);
  const [claim] = await tx
    .insert(debtClaims)
    .values({ customerId, description, amount, dueDate: today })
    .returning({ id: debtClaims.id });
  if (!claim) throw new Error('The claim of the refund was not inserted.');
  await payByCredit(tx, customerId, [{ claimId: claim.id, amount }], payment.id);
  return claim.id;
}

/** Deletes the debit of a refund that moved no money; its credit is free again. The caller holds the person's lock. */
export async function deleteDebit(
  tx: Database,
  { id, claimId }: Pick<typeof refunds.$inferSelect, 'id' | 'claimId'>,
): Promise<void> {
  if (claimId === null) return;
  await tx.update(refunds).set({ claimId: null }).where(eq(refunds.id, id));
  await tx.delete(claimPayments).where(eq(claimPayments.claimId, claimId));
  await tx.delete(debtClaims).where(eq(debtClaims.id, claimId));
}

/**
 * Frees an amount of a payment that has paid claims: other credit pays them instead, as far as there is any. The claims
 * stay paid. What the payment has paid for other refunds stays as it is.
 */
async function freePayment(
  tx: Database,
  { id: paymentId, customerId }: Pick<typeof accountTransactions.$inferSelect, 'id' | 'customerId'>,
  amount: number,
): Promise<void> {
  const sources = await sourcesOf(tx, customerId);
  const missing = amount - (sources.find(({ id }) => id === paymentId)?.left ?? 0);
  if (missing <= 0) return;
  const ofRefunds = await claimsOfRefunds(tx, customerId);
  const paid = await tx
    .select()
    .from(claimPayments)
    .where(eq(claimPayments.transactionId, paymentId))
    .orderBy(asc(claimPayments.claimId));
  const moved = divideOverSources(
    missing,
    paid.filter(({ claimId }) => !ofRefunds.has(claimId)),
    sources.filter(({ id, isGranted }) => id !== paymentId && !isGranted),
  );
  for (const part of moved) {
    await payClaims(tx, [part]);
    await payClaims(tx, [{ ...part, transactionId: paymentId, amount: -part.amount }]);
  }
  const isUsedUp = and(eq(claimPayments.transactionId, paymentId), eq(claimPayments.amount, 0));
  await tx.delete(claimPayments).where(isUsedUp);
}

/** Assigns up to an amount of the shares of claims to the credit of other transactions, both in their order. */
function divideOverSources(
  amount: number,
  shares: readonly ClaimPayment[],
  sources: readonly { readonly id: number; readonly left: number }[],
): ClaimPayment[] {
  const credits = sources.map((source) => ({ ...source }));
  let missing = amount;
  return shares.flatMap(({ claimId, amount: share }) => {
    let open = Math.min(share, missing);
    return credits.flatMap((credit) => {
      const part = Math.min(open, credit.left);
      if (part <= 0) return [];
      credit.left -= part;
      open -= part;
      missing -= part;
      return [{ transactionId: credit.id, claimId, amount: part }];
    });
  });
}
