import type { CalendarDate, Term } from '../../../core/calendar.js';
import type { BonusPeriod, Portion, TextBlock } from '../offers/offer.js';

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
