import type { CalendarDate, Term } from '../../../core/calendar.js';
import type { OngoingFee, ScheduledFee } from '../contracts/contract-details.js';
import type { Module, PaymentFrequency } from '../offers/offer.js';

/** A module that members can book onto a running contract, as the studio has defined it. */
export interface AdditionalModule extends Pick<
  Module,
  'id' | 'name' | 'extension' | 'cancelationPeriod' | 'trialPeriod' | 'rateCodes'
> {
  readonly description?: string;
  /** The initial runtime. */
  readonly term: Term;
  /** The payment frequencies to choose from, each with an id. */
  readonly paymentFrequencies: readonly PaymentFrequency[];
  /** Whether the studio still has the module. */
  readonly isActive: boolean;
  /** Whether members can book it themselves or through a partner. */
  readonly isOnline: boolean;
}

/** The terms of a module contract at the time of booking. */
export interface ModuleContractDetails {
  /** The module as booked, even if the studio changes it later. */
  readonly module: AdditionalModule;
  /** The chosen payment frequency. */
  readonly paymentFrequency: PaymentFrequency;
  /** The last day of the trial, which precedes the initial runtime; null without a trial. */
  readonly trialEndDate: CalendarDate | null;
  /** The last day of the initial runtime. */
  readonly signedEndDate: CalendarDate;
  /** Fees that fall due during the initial runtime. */
  readonly schedule: readonly ScheduledFee[];
  /** Fees that fall due after the initial runtime. */
  readonly ongoingFees: readonly OngoingFee[];
  /** The price before it is adjusted for age, in minor units. */
  readonly basePrice: number;
  /** The price for the member's age, in minor units. */
  readonly price: number;
}
