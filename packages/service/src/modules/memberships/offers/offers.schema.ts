import { methodNames } from '@upc/contract/catalogue';
import { Type } from 'typebox';
import { TERM_UNITS } from '../../../core/calendar.js';
import { CalendarDate, Int64, Money } from '../../../core/http/schemas.js';

export const TermSchema = Type.Object(
  {
    value: Type.Integer({ format: 'int32', examples: [2] }),
    unit: Type.Enum(TERM_UNITS, { type: 'string' }),
  },
  { title: 'Term' },
);

export const MONTHS = [
  'JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER',
  'DECEMBER',
] as const; // prettier-ignore

const AgeBasedAdjustment = Type.Object(
  {
    ageRange: Type.Object({
      startAge: Type.Integer({ format: 'int32', examples: [18] }),
      endAge: Type.Integer({ format: 'int32', examples: [65], description: 'Inclusive.' }),
    }),
    value: Type.Number({
      examples: [-10],
      description: 'An amount or a percentage that is added to the price. A negative value lowers the price.',
    }),
    type: Type.Enum(['ABSOLUTE', 'PERCENTAGE'], { type: 'string' }),
  },
  { title: 'AgeBasedAdjustment' },
);

const TermsToPrices = Type.Optional(
  Type.Array(
    Type.Object(
      { term: TermSchema, price: Money },
      { title: 'TermPrice', description: 'The price that applies after the term has passed.' },
    ),
    { description: 'Present for TERM_BASED. `termsToPrices` and `termsToPricesv` contain the same prices.' },
  ),
);

export const PaymentFrequencySchema = Type.Object(
  {
    id: Type.Union([Int64, Type.Null()], { description: 'null for a starter package.' }),
    type: Type.Enum(['FREE', 'NON_RECURRING', 'RECURRING', 'MONTH_DAY', 'TERM_BASED'], { type: 'string' }),
    term: Type.Optional(TermSchema),
    price: Type.Optional(Money),
    monthDaysToPrices: Type.Optional(
      Type.Array(
        Type.Object(
          {
            monthDay: Type.Object({
              month: Type.Enum(MONTHS, { type: 'string' }),
              monthValue: Type.Integer({ format: 'int32' }),
              dayOfMonth: Type.Integer({ format: 'int32' }),
            }),
            price: Money,
          },
          { title: 'MonthDayPrice' },
        ),
      ),
    ),
    termsToPrices: TermsToPrices,
    termsToPricesv: TermsToPrices,
    recurring: Type.Optional(Type.Boolean({ description: 'Present for TERM_BASED and MONTH_DAY.' })),
    ageBasedAdjustments: Type.Optional(Type.Array(AgeBasedAdjustment)),
    formattedPaymentFrequency: Type.String({ examples: ['Every 6 months'] }),
  },
  { title: 'PaymentFrequency' },
);

export const ContractVolume = Type.Object(
  {
    totalContractVolume: Money,
    averagePaymentVolumePerMonth: Money,
    averagePaymentVolumePerPaymentFrequencyTerm: Money,
  },
  { title: 'ContractVolume' },
);

export const RateCodeSchema = Type.Object(
  { name: Type.String(), identifier: Type.String() },
  { title: 'RateCode' },
);

export const ContractTextBlock = Type.Object(
  {
    id: Int64,
    title: Type.String(),
    text: Type.String(),
    order: Type.Integer({ format: 'int32' }),
    hasSignature: Type.Boolean({
      description: 'Whether the text block can be signed. The signature is optional.',
    }),
    showCommunicationPrivacyOptions: Type.Boolean(),
    attachmentType: Type.Enum(['NONE', 'FILE', 'URL', 'CONTRACT_PDF_PREVIEW'], {
      type: 'string',
      description:
        'URL has attachedExternalUrlDto; FILE and CONTRACT_PDF_PREVIEW have attachedDocument. CONTRACT_PDF_PREVIEW is the ' +
        'contract of the offer as a PDF in the language of the response. Its link is valid for 15 minutes.',
    }),
    attachedExternalUrlDto: Type.Optional(Type.Object({ title: Type.String(), url: Type.String() })),
    attachedDocument: Type.Optional(Type.Object({ fileName: Type.String(), url: Type.String() })),
    rateBundleModuleId: Type.Optional(Int64),
    confirmationRequired: Type.Boolean(),
  },
  { title: 'TextBlock' },
);

export const BonusPeriodSchema = Type.Object(
  {
    term: TermSchema,
    termStrategy: Type.Enum(['CONTRACT_START', 'FIXED', 'END_OF_CURRENT_TERM', 'START_OF_NEXT_TERM'], {
      type: 'string',
    }),
    displaySeparately: Type.Boolean(),
    runtimeExtensionType: Type.Enum(['WITH_EXTENSION', 'WITHOUT_EXTENSION'], { type: 'string' }),
    extendsCancellationPeriod: Type.Boolean(),
  },
  { title: 'BonusPeriod' },
);

const EXTENSION_TYPES = ['NONE', 'TERM_EXTENSION', 'SUBSEQUENT_RATE_DETAIL'] as const;

const OfferTermSchema = Type.Object(
  {
    id: Int64,
    term: Type.Optional(TermSchema),
    contractVolumeInformation: Type.Optional(ContractVolume),
    paymentFrequency: PaymentFrequencySchema,
    extensionTerm: Type.Optional(TermSchema),
  },
  { title: 'OfferTerm' },
);

const offerFields = {
  id: Int64,
  name: Type.String(),
  description: Type.String(),
  subDescription: Type.Optional(Type.String()),
  imageUrl: Type.Optional(Type.String({ description: 'Valid for 2 hours.' })),
  footnote: Type.Optional(Type.String()),
  preUseType: Type.Enum(['NOT_AVAILABLE', 'CHARGEABLE', 'FREE'], { type: 'string' }),
  limitedOfferingPeriod: Type.Object(
    { startDate: CalendarDate, endDate: CalendarDate },
    { title: 'OfferingPeriod' },
  ),
  rateCodes: Type.Array(RateCodeSchema),
};

export const MembershipOffer = Type.Object(
  { ...offerFields, terms: Type.Array(OfferTermSchema) },
  { title: 'Offer' },
);

const moduleFields = {
  id: Int64,
  name: Type.String(),
  description: Type.String(),
  imageUrl: Type.Optional(Type.String({ description: 'Valid for 5 hours.' })),
  term: Type.Object(
    {
      extensionType: Type.Enum(EXTENSION_TYPES, { type: 'string' }),
      term: Type.Optional(TermSchema),
      termExtension: Type.Optional(TermSchema),
      cancelationPeriod: Type.Optional(TermSchema),
      extensionCancelationPeriod: Type.Optional(TermSchema),
    },
    { title: 'ModuleTerm' },
  ),
  trialPeriod: Type.Optional(
    Type.Object({ trialPeriod: TermSchema, description: Type.String() }, { title: 'TrialPeriod' }),
  ),
  consentTextBlock: Type.Optional(ContractTextBlock),
  rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
};

const IncludedModule = Type.Object(moduleFields, { title: 'IncludedModule' });
const PricedModuleSchema = Type.Object(
  { ...moduleFields, paymentFrequency: PaymentFrequencySchema },
  { title: 'SelectableModule' },
);

const FlatFeeSchema = Type.Object(
  {
    name: Type.String(),
    identifier: Type.Optional(Type.String()),
    paymentFrequency: PaymentFrequencySchema,
    formattedPaymentFrequency: Type.String(),
    firstBookingDelay: Type.Optional(TermSchema),
    starterPackage: Type.Optional(
      Type.Boolean({ description: 'Due at sign-up. The amount is an estimate.' }),
    ),
  },
  { title: 'FlatFee' },
);

const OfferTermDetail = Type.Object(
  {
    ...OfferTermSchema.properties,
    defaultContractStartDate: Type.Optional(CalendarDate),
    defaultContractStartDateOfUse: Type.Optional(CalendarDate),
    priceAdjustmentRules: Type.Array(
      Type.Object(
        {
          defaultDescription: Type.String(),
          value: Type.String(),
          recurrenceFrequency: Type.String(),
          type: Type.Enum(['RAISE', 'REDUCTION', 'NEW_BASIC_AMOUNT'], { type: 'string' }),
          chargeAdjustmentType: Type.Enum(['RELATIVE', 'ABSOLUTE', 'BASIC_AMOUNT'], { type: 'string' }),
        },
        { title: 'PriceAdjustmentRule' },
      ),
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
  },
  { title: 'OfferTermDetail' },
);

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

export const MembershipOfferDetail = Type.Object(
  {
    ...offerFields,
    includedModules: Type.Array(IncludedModule),
    contractSignaturesRequired: Type.Boolean(),
    allowedPaymentChoices: Type.Array(Type.Enum(methodNames, { type: 'string' }), { uniqueItems: true }),
    maximumNumberOfSelectableModules: Type.Integer({
      format: 'int32',
      description: '0 means that no module can be selected.',
    }),
    contractTextBlocks: Type.Array(ContractTextBlock),
    selectableModules: Type.Array(PricedModuleSchema),
    flatFees: Type.Array(FlatFeeSchema, {
      description:
        'The flat fees of all terms, without duplicates. A contract has the flat fees of its term.',
    }),
    terms: Type.Array(OfferTermDetail),
    timeRestrictions: Type.Optional(
      Type.Object(
        {
          openingHoursCategory: Type.Object({ categoryId: Int64, name: Type.String() }),
          availabilities: Type.Array(
            Type.Object(
              {
                dayOfWeek: Type.Enum(DAYS, { type: 'string' }),
                timeFrom: Type.String({ examples: ['06:00:00'] }),
                timeTo: Type.String({ examples: ['23:00:00'] }),
              },
              { title: 'Availability' },
            ),
          ),
        },
        { description: 'Absent if the membership is valid during all opening hours.' },
      ),
    ),
  },
  { title: 'OfferDetail' },
);
