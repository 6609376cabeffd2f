import type { PaymentMethod } from '@upc/contract/gateway';
import type { CalendarDate, Term } from '../../../core/calendar.js';

/**
 * An offer of a studio, as the service stores it. All amounts are in minor units of the studio's currency. Names and
 * texts are the studio's own, in its language.
 */
export interface Offer {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly subDescription?: string;
  readonly footnote?: string;
  /** Whether the service draws an image for the offer. */
  readonly hasImage: boolean;
  readonly preUse: PreUse;
  /** Both dates are included. */
  readonly limitedOfferingPeriod: { readonly startDate: CalendarDate; readonly endDate: CalendarDate };
  readonly rateCodes: readonly RateCode[];
  readonly terms: readonly OfferTerm[];
  readonly includedModules: readonly Module[];
  readonly selectableModules: readonly PricedModule[];
  /** 0 if no modules can be selected. */
  readonly maximumNumberOfSelectableModules: number;
  readonly contractSignaturesRequired: boolean;
  readonly allowedPaymentChoices: readonly PaymentMethod[];
  readonly contractTextBlocks: readonly TextBlock[];
  /** Whether the fees due until the contract starts must be paid at signing. */
  readonly requiresInitialPayment: boolean;
  readonly timeRestrictions: TimeRestrictions | null;
}

/** Terms of using the studio before the contract starts. */
type PreUse =
  | { readonly type: 'NOT_AVAILABLE' }
  | {
      readonly type: 'FREE' | 'CHARGEABLE';
      readonly description: string;
      /**
       * Time between the start of use and the start of the contract, if no date is requested. The use never starts
       * before today.
       */
      readonly lead?: Term;
    };

interface RateCode {
  readonly name: string;
  readonly identifier: string;
}

export interface OfferTerm {
  readonly id: number;
  /** The initial runtime. */
  readonly term: Term;
  readonly rateName: string;
  readonly paymentFrequency: PaymentFrequency;
  readonly extension: Extension;
  readonly cancelationStrategy: 'TERM' | 'RECEIPT_DATE';
  readonly cancelationPeriod?: Term;
  readonly flatFees: readonly FlatFee[];
  readonly bonusPeriods: readonly BonusPeriod[];
  readonly optionalModules: readonly PricedModule[];
  readonly priceAdjustmentRules: readonly PriceAdjustmentRule[];
  /** Delay from the day of signing to the default start; without it, the contract starts on that day. */
  readonly defaultStartDelay?: Term;
}

/** The terms after the initial runtime. */
export type Extension =
  | { readonly type: 'NONE' }
  | { readonly type: 'TERM_EXTENSION'; readonly term: Term; readonly cancelationPeriod?: Term }
  | {
      readonly type: 'SUBSEQUENT_RATE_DETAIL';
      readonly term: Term;
      readonly rateName: string;
      readonly price: number;
      readonly cancelationPeriod?: Term;
    };

interface FrequencyCommon {
  /** null for a starter package. */
  readonly id: number | null;
  readonly ageAdjustments?: readonly AgeAdjustment[];
}

/** Due dates and amounts of an offer (specification, paymentFrequency). */
export type PaymentFrequency = FrequencyCommon &
  (
    | { readonly type: 'FREE' }
    /** Charged once, at the start. */
    | { readonly type: 'NON_RECURRING'; readonly price: number }
    /** Charged at the start and after each term. */
    | { readonly type: 'RECURRING'; readonly term: Term; readonly price: number }
    /** Charged on certain days of the year, either once each or every year. */
    | { readonly type: 'MONTH_DAY'; readonly days: readonly MonthDayPrice[]; readonly recurring: boolean }
    /**
     * Each price becomes active after its term has passed. If recurring, the active price is charged after each `term`.
     * Otherwise each price is charged once, when it becomes active.
     */
    | {
        readonly type: 'TERM_BASED';
        readonly steps: readonly StepPrice[];
        readonly recurring: boolean;
        readonly term: Term;
      }
  );

interface MonthDayPrice {
  /** 1 to 12 */
  readonly month: number;
  readonly dayOfMonth: number;
  readonly price: number;
}

interface StepPrice {
  readonly after: Term;
  readonly price: number;
}

/** A value in minor units, or a share in hundredths of a percent. */
export type Portion =
  | { readonly type: 'ABSOLUTE'; readonly amount: number }
  | { readonly type: 'PERCENTAGE'; readonly basisPoints: number };

/**
 * A price adjustment for an age range at the start of the contract. Both ages are included; negative values lower the
 * price.
 */
export interface AgeAdjustment {
  readonly startAge: number;
  readonly endAge: number;
  readonly adjustment: Portion;
}

export interface FlatFee {
  readonly identifier: string;
  readonly name: string;
  readonly frequency: PaymentFrequency;
  /** Whether the fee is due at signup. */
  readonly starterPackage: boolean;
  /** Delay of the first fee, counted from the start of the contract. */
  readonly firstBookingDelay?: Term;
}

export interface BonusPeriod {
  readonly term: Term;
  readonly termStrategy: 'CONTRACT_START' | 'END_OF_CURRENT_TERM' | 'START_OF_NEXT_TERM';
  /** WITH_EXTENSION lengthens the runtime by the period. WITHOUT_EXTENSION waives the payments that fall within it. */
  readonly runtimeExtensionType: 'WITH_EXTENSION' | 'WITHOUT_EXTENSION';
  readonly displaySeparately: boolean;
  readonly extendsCancellationPeriod: boolean;
  readonly description: string;
}

export interface Module {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly hasImage: boolean;
  readonly extension: Extension;
  readonly term?: Term;
  readonly cancelationPeriod?: Term;
  readonly trialPeriod?: { readonly term: Term; readonly description: string };
  readonly consentTextBlock?: TextBlock;
  readonly rateCodes: readonly RateCode[];
}

export interface PricedModule extends Module {
  readonly paymentFrequency: PaymentFrequency;
}

export interface TextBlock {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly order: number;
  readonly hasSignature: boolean;
  readonly confirmationRequired: boolean;
  readonly showCommunicationPrivacyOptions: boolean;
  readonly attachment?:
    | { readonly type: 'URL'; readonly title: string; readonly url: string }
    | { readonly type: 'CONTRACT_PDF_PREVIEW' };
}

interface PriceAdjustmentRule {
  readonly defaultDescription: string;
  readonly value: string;
  readonly recurrenceFrequency: string;
  readonly type: 'RAISE' | 'REDUCTION' | 'NEW_BASIC_AMOUNT';
  readonly chargeAdjustmentType: 'RELATIVE' | 'ABSOLUTE' | 'BASIC_AMOUNT';
}

interface TimeRestrictions {
  readonly openingHoursCategory: { readonly categoryId: number; readonly name: string };
  readonly availabilities: readonly {
    readonly dayOfWeek: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY';
    readonly timeFrom: string;
    readonly timeTo: string;
  }[];
}
