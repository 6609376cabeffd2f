import { and, count, eq, inArray } from 'drizzle-orm';
import type { CalendarDate, Term } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { BonusPeriod, Portion, TextBlock } from '../offers/offer.js';
import { sales } from '../sales/sales.tables.js';
import { vouchers } from './vouchers.tables.js';

/** A voucher of a studio; amounts in minor units. */
export type Voucher = VoucherCommon & VoucherEffect;

interface VoucherCommon {
  readonly code: string;
  readonly remarks?: string;
  /** Both days are part of it. */
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate;
  /** Number of contracts that it can be used for; null: any number. */
  readonly maximumRedemptions: number | null;
  /** Offers it is for; null: every offer of the studio. */
  readonly offerIds: readonly number[] | null;
  readonly textBlocks: readonly TextBlock[];
}

export type VoucherEffect =
  /** Booked on the member's account when the contract starts, and taken back if it is cancelled early. */
  | { readonly type: 'CREDIT'; readonly credit: number }
  | ({ readonly type: 'DISCOUNT' } & Discount)
  /** A company pays a part of the base price. */
  | {
      readonly type: 'COMPANY_FEE_SPLIT';
      readonly companyName: string;
      readonly share: Portion;
      readonly discount?: Discount;
    }
  /** Redeemed at the studio's entrance. */
  | { readonly type: 'CHECKIN' }
  /** Turned into a contract by the studio. */
  | { readonly type: 'CONTRACT' };

export interface Discount {
  /** One after the other from the start of the contract; after one without end there is no further. */
  readonly periods: readonly DiscountPeriod[];
  /** Whether using the studio before the start is reduced too, by the first period. */
  readonly includesPreUse: boolean;
  /** Identifiers of flat fees that are reduced too. */
  readonly flatFees: readonly string[];
  readonly bonusPeriod?: BonusPeriod;
}

export interface DiscountPeriod {
  readonly discount: Portion;
  readonly effective:
    | { readonly type: 'UNLIMITED' | 'INITIAL_TERM' }
    | { readonly type: 'TIME_BASED'; readonly term: Term };
}

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
