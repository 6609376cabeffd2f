import type { CalendarDate, Term } from '../../../core/calendar.js';
import type { BonusPeriod, Portion, TextBlock } from '../offers/offer.js';

/** A voucher of a studio. Amounts are in minor units. */
export type Voucher = VoucherCommon & VoucherEffect;

interface VoucherCommon {
  readonly code: string;
  readonly remarks?: string;
  /** The first day; both dates are included. */
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate;
  /** Number of contracts that it can be used for; null if unlimited. */
  readonly maximumRedemptions: number | null;
  /** Offers that it applies to; null for every offer of the studio. */
  readonly offerIds: readonly number[] | null;
  readonly textBlocks: readonly TextBlock[];
}

export type VoucherEffect =
  /**
   * Credit booked on the member's account when the contract starts, and reversed if the contract is cancelled early.
   */
  | { readonly type: 'CREDIT'; readonly credit: number }
  | ({ readonly type: 'DISCOUNT' } & Discount)
  /** A company pays part of the base price. */
  | {
      readonly type: 'COMPANY_FEE_SPLIT';
      readonly companyName: string;
      readonly share: Portion;
      readonly discount?: Discount;
    }
  /** A voucher redeemed at the studio's entrance. */
  | { readonly type: 'CHECKIN' }
  /** A voucher that the studio turns into a contract. */
  | { readonly type: 'CONTRACT' };

export interface Discount {
  /**
   * Discount periods, one after the other from the start of the contract. The first period that is not TIME_BASED is
   * the last.
   */
  readonly periods: readonly DiscountPeriod[];
  /** Whether use before the start is also reduced, by the first period. */
  readonly includesPreUse: boolean;
  /** Identifiers of flat fees that are also reduced. */
  readonly flatFees: readonly string[];
  readonly bonusPeriod?: BonusPeriod;
}

export interface DiscountPeriod {
  readonly discount: Portion;
  readonly effective:
    | { readonly type: 'UNLIMITED' | 'INITIAL_TERM' }
    | { readonly type: 'TIME_BASED'; readonly term: Term };
}
