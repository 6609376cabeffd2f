import { and, count, eq, inArray } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import type { Studio } from '../../studios/studios.tables.js';
import { sales } from '../sales/sales.tables.js';
import type { Voucher } from './voucher.js';
import { vouchers } from './vouchers.tables.js';

export interface UsableVoucher {
  readonly id: number;
  readonly voucher: Voucher;
}

/**
 * Finds a voucher that can be used for an offer on a day. Returns null if it is unknown, not valid on that day,
 * restricted to other offers, or used up. Reserved sales count as uses.
 */
export async function findVoucher(
  db: Database,
  studio: Studio,
  code: string,
  { offerId, today }: { readonly offerId: number; readonly today: CalendarDate },
): Promise<UsableVoucher | null> {
  const [row] = await db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.studioId, studio.id), eq(vouchers.code, code.trim())));
  if (!row) return null;
  const { id, definition: voucher } = row;
  if (today < voucher.validFrom || voucher.validUntil < today) return null;
  if (voucher.offerIds !== null && !voucher.offerIds.includes(offerId)) return null;
  return (await hasUsesLeft(db, id, voucher)) ? { id, voucher } : null;
}

/**
 * Returns whether a voucher can still be used, and locks it until the transaction ends, so that two sales cannot both
 * take the last use.
 */
export async function lockVoucher(tx: Database, { id, voucher }: UsableVoucher): Promise<boolean> {
  await tx.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.id, id)).for('update');
  return hasUsesLeft(tx, id, voucher);
}

/** Returns whether a sign-up accepts a voucher (specification, contract: only credit and discount vouchers). */
export function isRedeemable({ type }: Voucher): boolean {
  return type === 'CREDIT' || type === 'DISCOUNT';
}

/**
 * Returns whether a customer has redeemed a credit voucher or is about to, even if the contract has ended. Callers that
 * base a decision on the result must lock the person.
 */
export async function hasRedeemedCredit(db: Database, customerId: number): Promise<boolean> {
  const redeemed = await db
    .select({ definition: vouchers.definition })
    .from(sales)
    .innerJoin(vouchers, eq(vouchers.id, sales.voucherId))
    .where(and(eq(sales.customerId, customerId), inArray(sales.status, ['RESERVED', 'DONE'])));
  return redeemed.some(({ definition }) => definition.type === 'CREDIT');
}

async function hasUsesLeft(db: Database, id: number, { maximumRedemptions }: Voucher): Promise<boolean> {
  if (maximumRedemptions === null) return true;
  const [used] = await db
    .select({ times: count() })
    .from(sales)
    .where(and(eq(sales.voucherId, id), inArray(sales.status, ['RESERVED', 'DONE'])));
  return (used?.times ?? 0) < maximumRedemptions;
}
