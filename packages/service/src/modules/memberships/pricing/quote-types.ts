import type { CalendarDate } from '../../../core/calendar.js';
import type { OngoingFee, ScheduledFee } from '../contracts/contract-details.js';
import type { Offer, OfferTerm, PricedModule } from '../offers/offer.js';
import type { Voucher } from '../vouchers/voucher.js';

/** Everything a price depends on. */
export interface QuoteRequest {
  readonly offer: Offer;
  readonly term: OfferTerm;
  /** Today at the studio. */
  readonly signingDate: CalendarDate;
  readonly startDate: CalendarDate;
  /** First day of use: the start of the contract, or before it. */
  readonly useFrom: CalendarDate;
  /** null: not known; no adjustment for age. */
  readonly dateOfBirth: CalendarDate | null;
  readonly voucher: Voucher | null;
  /** Selectable and optional ones that were chosen. */
  readonly modules: readonly PricedModule[];
}

export interface ScheduleEntry extends ScheduledFee {
  readonly mandatoryOnSigning: boolean;
}

/** Minor units. */
export interface CompanySplit {
  readonly company: number;
  readonly member: number;
}

/** A price, by parts. Every amount is in minor units. */
export interface Quote {
  readonly startDate: CalendarDate;
  /** The last day of the initial runtime. */
  readonly endDate: CalendarDate;
  readonly basePrice: number;
  /** null: no adjustment for this age. */
  readonly ageAdjustedPrice: number | null;
  readonly preUse: { readonly charge: number; readonly discounted: number } | null;
  /** Prices by the discount periods of the voucher, in their order. */
  readonly discountedPrices: readonly (CompanySplit & { readonly price: number })[];
  readonly split: CompanySplit | null;
  readonly splitWithoutDiscount: CompanySplit | null;
  readonly schedule: readonly ScheduleEntry[];
  /** Fees that continue where the contract is extended. */
  readonly ongoingFees: readonly OngoingFee[];
  readonly volume: { readonly total: number; readonly perMonth: number; readonly perPayment: number };
  readonly dueOnSigning: number;
}
