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
 * A voucher that can be used for an offer on a day, or null: unknown, out of its time, for other offers, or
 * used up. Reserved sales count as uses.
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

/** Whether a voucher is still free, under a lock until the transaction ends: two sales cannot both have the last use. */
export async function lockVoucher(tx: Database, { id, voucher }: UsableVoucher): Promise<boolean> {
  await tx.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.id, id)).for('update');
  return hasUsesLeft(tx, id, voucher);
}

/** Whether a sign-up takes a voucher (specification, contract: only credit and discount vouchers). */
export function isRedeemable({ type }: Voucher): boolean {
  return type === 'CREDIT' || type === 'DISCOUNT';
}

/**
 * Whether a customer has redeemed a voucher for credit, or is about to; whatever became of its contract. Where it decides, the
 * person is locked.
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
