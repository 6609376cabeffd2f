import type { CalendarDate } from '../../../core/calendar.js';
import type { Offer, PaymentFrequency } from '../offers/offer.js';
import type { Voucher } from '../vouchers/voucher.js';

export type ScheduleType = 'CONTRACT_FEE' | 'STARTER_PACKAGE' | 'FLAT_FEE' | 'MODULE_FEE' | 'BONUS_PERIOD';

export interface ScheduledFee {
  readonly dueDate: CalendarDate;
  readonly description: string;
  readonly type: ScheduleType;
  /** Minor units. */
  readonly amount: number;
  /** The last day that it pays for, from its due date on; absent: it is for no time, such as a starter package. */
  readonly paidUntil?: CalendarDate;
}

/** A fee that continues after the initial runtime. */
export interface OngoingFee {
  readonly description: string;
  readonly type: ScheduleType;
  /** Its prices are those for the age at the start of the contract. */
  readonly frequency: PaymentFrequency;
  /** The first day of its rhythm. */
  readonly from: CalendarDate;
  /** From when the periods of the voucher's discount count; null: it is not reduced. */
  readonly discountFrom: CalendarDate | null;
}

/** The terms that a contract was made with. The offer is kept as it was signed, even if it changes later. */
export interface ContractDetails {
  readonly offer: Offer;
  readonly useFrom: CalendarDate;
  /** The last day of the initial runtime. */
  readonly signedEndDate: CalendarDate;
  /** Fees that fall due in the initial runtime. */
  readonly schedule: readonly ScheduledFee[];
  /** Fees that fall due after it. */
  readonly ongoingFees: readonly OngoingFee[];
  /** As it was redeemed. */
  readonly voucher?: Voucher;
  /** Minor units. */
  readonly basePrice: number;
  readonly ageAdjustedPrice: number | null;
  readonly selectableModuleIds: readonly number[];
  readonly optionalModuleIds: readonly number[];
  readonly voucherCode?: string;
  readonly referralCode?: string;
  readonly notes?: string;
  readonly thirdPartyId?: string;
  readonly employeeId?: number;
  /** SVG, redrawn by the service. */
  readonly contractSignature?: string;
  readonly textBlockSignatures: readonly { readonly textBlockId: number; readonly svg: string }[];
  /** The contract that this one took the place of. */
  readonly switchedFromContractId?: number;
}

/** The cancelation of a contract, and who asked for it. */
export interface Cancelation {
  /** At the studio. */
  readonly receivedOn: CalendarDate;
  /** The last day that was agreed, on the calendar of the day of receipt. */
  readonly date: CalendarDate;
  readonly reason?: string;
  readonly origin: 'STUDIO' | 'CUSTOMER';
}
