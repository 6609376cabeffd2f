/**
 * These types contain only the parts of the Open API's answers that the signup shows. See the service's /openapi.json.
 */
export interface Money {
  amount: number;
  currency: string;
}
export interface Term {
  value: number;
  unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
}
export interface Frequency {
  type: 'FREE' | 'NON_RECURRING' | 'RECURRING' | 'MONTH_DAY' | 'TERM_BASED';
  term?: Term;
  price?: Money;
  monthDaysToPrices?: { monthDay: { monthValue: number; dayOfMonth: number }; price: Money }[];
  termsToPrices?: { term: Term; price: Money }[];
  ageBasedAdjustments?: {
    ageRange: { startAge: number; endAge: number };
    value: number;
    type: 'ABSOLUTE' | 'PERCENTAGE';
  }[];
}
export interface TextBlock {
  id: number;
  title: string;
  text: string;
  order: number;
  hasSignature: boolean;
  confirmationRequired: boolean;
  showCommunicationPrivacyOptions: boolean;
  attachmentType: 'NONE' | 'FILE' | 'URL' | 'CONTRACT_PDF_PREVIEW';
  attachedExternalUrlDto?: { title: string; url: string };
  attachedDocument?: { fileName: string; url: string };
}
export interface Module {
  id: number;
  name: string;
  description: string;
  trialPeriod?: { description: string };
  paymentFrequency?: Frequency;
}
/** Free time at the start or the end of a term. With extension, the contract runs longer by it. */
export interface BonusPeriod {
  term: Term;
  termStrategy: 'CONTRACT_START' | 'FIXED' | 'END_OF_CURRENT_TERM' | 'START_OF_NEXT_TERM';
  runtimeExtensionType: 'WITH_EXTENSION' | 'WITHOUT_EXTENSION';
}
export interface OfferTerm {
  id: number;
  term: Term;
  paymentFrequency: Frequency;
  contractVolumeInformation: { totalContractVolume: Money; averagePaymentVolumePerMonth: Money };
  extensionType: 'NONE' | 'TERM_EXTENSION' | 'SUBSEQUENT_RATE_DETAIL';
  extensionFixedTerm?: Term;
  termAfterExtension?: Term;
  priceAfterExtension?: Money;
  cancelationPeriod?: Term;
  defaultContractStartDate: string;
  flatFees: {
    name: string;
    starterPackage: boolean;
    paymentFrequency: Frequency;
    firstBookingDelay?: Term;
  }[];
  rateBonusPeriods: BonusPeriod[];
  optionalModules: Module[];
  priceAdjustmentRules: { defaultDescription: string }[];
}
export interface Offer {
  id: number;
  name: string;
  description: string;
  subDescription?: string;
  footnote?: string;
  preUseType: 'CHARGEABLE' | 'FREE' | 'NOT_AVAILABLE';
  terms: OfferTerm[];
  includedModules: Module[];
  selectableModules: Module[];
  maximumNumberOfSelectableModules: number;
  contractSignaturesRequired: boolean;
  allowedPaymentChoices: string[];
  contractTextBlocks: TextBlock[];
  timeRestrictions?: {
    availabilities: { dayOfWeek: string; timeFrom: string; timeTo: string }[];
  };
}
export interface ScheduledPayment {
  dueDate: string;
  description: string;
  type: string;
  amount: Money;
  mandatoryOnSigning: boolean;
}
export interface Preview {
  basePrice: Money;
  ageAdjustedPrice?: Money;
  preUseCharge?: Money;
  discountedPreUseCharge?: Money;
  voucherSuccessMessage?: string;
  voucherErrorCode?: string;
  voucherRemarks?: string;
  creditValue?: Money;
  companyName?: string;
  companyAmount?: Money;
  memberAmount?: Money;
  voucherDiscountPeriods?: {
    effectivePeriod: 'TIME_BASED' | 'INITIAL_TERM' | 'UNLIMITED';
    effectivePeriodTimeBasedTerm?: Term;
    discountedBasePrice?: Money;
  }[];
  voucherBonusPeriod?: BonusPeriod;
  voucherTextBlocks?: TextBlock[];
  moduleConsentTextBlocks?: TextBlock[];
  contractVolumeInformation: { totalContractVolume: Money };
  legalRepresentativeRequired?: true;
  paymentPreview: { dueOnSigningAmount: Money; paymentSchedule: ScheduledPayment[] };
}

export type Part = 'RECURRING' | 'INITIAL';
export interface Payment {
  token: string;
  validUntil: string;
  amount: number;
  offerId: number;
  label?: string;
  isCollected: boolean;
}
export interface BookedItem {
  dueDate: string;
  description: string;
  amount: Money;
  openAmount: Money;
}
export interface Booked {
  customerId: number;
  today: BookedItem[];
  upcoming: BookedItem[];
  /** Link to the signed contract; absent if it could not be read. */
  contractUrl?: string;
}

/** The visitor's choices and entries. The backend stores them and builds the Open API's requests from them. */
export interface Typed {
  offerId?: number | undefined;
  termId?: number | undefined;
  startDate?: string;
  preuseDate?: string;
  selectableModuleIds?: number[];
  optionalModuleIds?: number[];
  voucherCode?: string | undefined;
  person?: Record<string, string>;
  language?: { languageCode: string; countryCode?: string };
  /** Ids of the text blocks that the visitor has read and accepted. */
  confirmed?: number[];
  communicationPreferences?: {
    messageCategory: string;
    channels: { communicationChannel: string; active: boolean }[];
  }[];
  contractSignature?: string | undefined;
  textBlockSignatures?: { textBlockId: number; base64SvgSignature: string }[];
  legalRepresentative?: {
    firstName?: string;
    lastName?: string;
    consent?: boolean;
    base64SvgSignature?: string | undefined;
  };
  /** Whether the member asked for the membership to begin before the withdrawal period is over. */
  earlyStartRequested?: boolean;
}

export interface Studio {
  id: string;
  studioId: number;
  name: string;
  currency: string;
  countryCode: string;
  language: string;
  customers: { customerId: number; name: string }[];
}
