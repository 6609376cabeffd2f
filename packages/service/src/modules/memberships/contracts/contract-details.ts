import type { CalendarDate } from '../../../core/calendar.js';
import type { Offer, PaymentFrequency } from '../offers/offer.js';
import type { Voucher } from '../vouchers/voucher.js';

export type ScheduleType = 'CONTRACT_FEE' | 'STARTER_PACKAGE' | 'FLAT_FEE' | 'MODULE_FEE' | 'BONUS_PERIOD';

export interface ScheduledFee {
  readonly dueDate: CalendarDate;
  readonly description: string;
  readonly type: ScheduleType;
  /** Amount in minor units. */
  readonly amount: number;
  /**
   * The last day that the fee covers, starting from its due date; absent if it covers no period, such as a starter
   * package.
   */
  readonly paidUntil?: CalendarDate;
}

/** A fee that continues after the initial runtime. */
export interface OngoingFee {
  readonly description: string;
  readonly type: ScheduleType;
  /** Payment frequency with the prices for the member's age at the start of the contract. */
  readonly frequency: PaymentFrequency;
  /** First day of the payment rhythm. */
  readonly from: CalendarDate;
  /** Day from which the periods of the voucher's discount are counted; null if the fee is not discounted. */
  readonly discountFrom: CalendarDate | null;
}

/**
 * The terms of a contract at the time of signing. The offer is stored as signed, even if the studio changes it later.
 */
export interface ContractDetails {
  readonly offer: Offer;
  readonly useFrom: CalendarDate;
  /** The last day of the initial runtime. */
  readonly signedEndDate: CalendarDate;
  /** Fees that fall due during the initial runtime. */
  readonly schedule: readonly ScheduledFee[];
  /** Fees that fall due after the initial runtime. */
  readonly ongoingFees: readonly OngoingFee[];
  /** The voucher as it was redeemed. */
  readonly voucher?: Voucher;
  /** Price in minor units. */
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
  /** Present only if the member is under age, or the studio does not know the date of birth. */
  readonly legalRepresentative?: LegalRepresentative;
  /** The contract that this one replaced, and its cancellation, which a withdrawal from this one brings back. */
  readonly switchedFromContractId?: number;
  readonly replacedCancelation?: Cancelation;
  /** The last day on which the member can withdraw; absent for a contract that was not made online. */
  readonly withdrawableUntil?: CalendarDate;
  /** Set if the member expressly asked for the membership to begin before that day has passed. */
  readonly earlyStartRequested?: true;
}

/** The person who has agreed to the contract and signed it on behalf of a member under age. */
export interface LegalRepresentative {
  readonly firstName: string;
  readonly lastName: string;
  /** SVG, redrawn by the service. */
  readonly signature: string;
}

/**
 * The state of a cancellation, with the names of the interface. CANCELED: the contract ends. PENDING_VERIFICATION: the
 * studio has to approve it, and the contract continues. PENDING_WITHDRAWAL_VERIFICATION: the contract ends unless the
 * studio approves that the member withdraws the cancellation.
 */
export const CANCELATION_STATUSES = [
  'CANCELED',
  'PENDING_VERIFICATION',
  'PENDING_WITHDRAWAL_VERIFICATION',
] as const;

export type CancelationStatus = (typeof CANCELATION_STATUSES)[number];

/** The cancellation of a contract, and who requested it. */
export interface Cancelation {
  readonly status: CancelationStatus;
  /** Day of receipt in the studio's time zone. */
  readonly receivedOn: CalendarDate;
  /** The last day as agreed on the day of receipt. Later idle periods can still move the end. */
  readonly date: CalendarDate;
  readonly reason?: string;
  readonly origin: 'STUDIO' | 'CUSTOMER';
  /** Set if the member has cancelled for good cause, so that no notice applies. */
  readonly isExtraordinary?: true;
}

/** Returns whether a cancellation ends its contract, which it does not while the studio has yet to approve it. */
export function endsContract(cancelation: Cancelation | null): cancelation is Cancelation {
  return cancelation !== null && cancelation.status !== 'PENDING_VERIFICATION';
}
