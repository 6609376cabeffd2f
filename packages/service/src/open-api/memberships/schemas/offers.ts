import { Type } from 'typebox';
import { methodNames } from '@upc/contract/catalogue';
import { CalendarDate, Int64, Money } from '../../schemas.js';
import {
  BonusPeriodSchema,
  ContractTextBlock,
  ContractVolume,
  PaymentFrequencySchema,
  RateCodeSchema,
  TermSchema,
} from './common.js';

const EXTENSION_TYPES = ['NONE', 'TERM_EXTENSION', 'SUBSEQUENT_RATE_DETAIL'] as const;

const OfferTermSchema = Type.Object({
  id: Int64,
  term: Type.Optional(TermSchema),
  contractVolumeInformation: Type.Optional(ContractVolume),
  paymentFrequency: PaymentFrequencySchema,
  extensionTerm: Type.Optional(TermSchema),
});

const offerFields = {
  id: Int64,
  name: Type.String(),
  description: Type.String(),
  subDescription: Type.Optional(Type.String()),
  imageUrl: Type.Optional(Type.String({ description: 'Valid for 2 hours.' })),
  footnote: Type.Optional(Type.String()),
  preUseType: Type.Enum(['NOT_AVAILABLE', 'CHARGEABLE', 'FREE'], { type: 'string' }),
  limitedOfferingPeriod: Type.Object({ startDate: CalendarDate, endDate: CalendarDate }),
  rateCodes: Type.Array(RateCodeSchema),
};

export const MembershipOffer = Type.Object({ ...offerFields, terms: Type.Array(OfferTermSchema) });

const moduleFields = {
  id: Int64,
  name: Type.String(),
  description: Type.String(),
  imageUrl: Type.Optional(Type.String({ description: 'Valid for 5 hours.' })),
  term: Type.Object({
    extensionType: Type.Enum(EXTENSION_TYPES, { type: 'string' }),
    term: Type.Optional(TermSchema),
    termExtension: Type.Optional(TermSchema),
    cancelationPeriod: Type.Optional(TermSchema),
    extensionCancelationPeriod: Type.Optional(TermSchema),
  }),
  trialPeriod: Type.Optional(Type.Object({ trialPeriod: TermSchema, description: Type.String() })),
  consentTextBlock: Type.Optional(ContractTextBlock),
  rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
};

const IncludedModule = Type.Object(moduleFields);
const PricedModuleSchema = Type.Object({ ...moduleFields, paymentFrequency: PaymentFrequencySchema });

const FlatFeeSchema = Type.Object({
  name: Type.String(),
  identifier: Type.Optional(Type.String()),
  paymentFrequency: PaymentFrequencySchema,
  formattedPaymentFrequency: Type.String(),
  firstBookingDelay: Type.Optional(TermSchema),
  starterPackage: Type.Optional(Type.Boolean({ description: 'Due at signup; an estimate.' })),
});

const OfferTermDetail = Type.Object({
  ...OfferTermSchema.properties,
  defaultContractStartDate: Type.Optional(CalendarDate),
  defaultContractStartDateOfUse: Type.Optional(CalendarDate),
  priceAdjustmentRules: Type.Array(
    Type.Object({
      defaultDescription: Type.String(),
      value: Type.String(),
      recurrenceFrequency: Type.String(),
      type: Type.Enum(['RAISE', 'REDUCTION', 'NEW_BASIC_AMOUNT'], { type: 'string' }),
      chargeAdjustmentType: Type.Enum(['RELATIVE', 'ABSOLUTE', 'BASIC_AMOUNT'], { type: 'string' }),
    }),
  ),
  flatFees: Type.Array(FlatFeeSchema),
  extensionFixedTerm: Type.Optional(TermSchema),
  extensionType: Type.Enum(EXTENSION_TYPES, { type: 'string' }),
  subsequentRate: Type.Optional(
    Type.Object({ name: Type.String(), paymentFrequency: PaymentFrequencySchema }),
  ),
  cancelationStrategy: Type.Enum(['TERM', 'RECEIPT_DATE'], { type: 'string' }),
  cancelationPeriod: Type.Optional(TermSchema),
  extensionCancelationPeriod: Type.Optional(TermSchema),
  rateBonusPeriods: Type.Array(BonusPeriodSchema),
  rateStartPrice: Type.Optional(Money),
  optionalModules: Type.Array(PricedModuleSchema),
  termAfterExtension: Type.Optional(TermSchema),
  priceAfterExtension: Type.Optional(Money),
});

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

export const MembershipOfferDetail = Type.Object({
  ...offerFields,
  includedModules: Type.Array(IncludedModule),
  contractSignaturesRequired: Type.Boolean(),
  allowedPaymentChoices: Type.Array(Type.Enum(methodNames, { type: 'string' }), { uniqueItems: true }),
  maximumNumberOfSelectableModules: Type.Integer({
    format: 'int32',
    description: '0: none can be selected.',
  }),
  contractTextBlocks: Type.Array(ContractTextBlock),
  selectableModules: Type.Array(PricedModuleSchema),
  flatFees: Type.Array(FlatFeeSchema, {
    description: 'Of all terms, each once. A contract has those of its term.',
  }),
  terms: Type.Array(OfferTermDetail),
  timeRestrictions: Type.Optional(
    Type.Object(
      {
        openingHoursCategory: Type.Object({ categoryId: Int64, name: Type.String() }),
        availabilities: Type.Array(
          Type.Object({
            dayOfWeek: Type.Enum(DAYS, { type: 'string' }),
            timeFrom: Type.String({ examples: ['06:00:00'] }),
            timeTo: Type.String({ examples: ['23:00:00'] }),
          }),
        ),
      },
      { description: 'Absent: whenever the studio is open.' },
    ),
  ),
});
