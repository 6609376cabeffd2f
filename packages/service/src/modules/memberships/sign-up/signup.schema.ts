import { Type } from 'typebox';
import { CalendarDate, Int64, Line, Money, RequestToken, RequiredLine } from '../../../core/http/schemas.js';
import { DOCUMENT_TYPES, GENDERS, OPTIONAL_TEXTS } from '../../customers/profile.js';
import {
  COMMUNICATION_CHANNELS,
  MESSAGE_CATEGORIES,
} from '../../studios/settings/communication-preferences.js';
import {
  BonusPeriodSchema,
  ContractTextBlock,
  ContractVolume,
  PaymentFrequencySchema,
  TermSchema,
} from '../offers/offers.schema.js';

const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] });
const Signature = Type.String({
  minLength: 1,
  maxLength: 200_000,
  description: 'An SVG in Base64. The service redraws the strokes and stores only that drawing.',
});
const Notes = Type.String({ maxLength: 2000, pattern: '^[^\\u0000\\p{Cs}]*$' });
const ModuleIds = Type.Array(Int64, { maxItems: 50 });
const LegalRepresentative = Type.Object(
  {
    firstName: RequiredLine('Anna'),
    lastName: RequiredLine('Muller'),
    consent: Type.Literal(true, { description: 'The representative has agreed to the contract.' }),
    base64SvgSignature: Signature,
  },
  {
    title: 'LegalRepresentative',
    description:
      'The legal representative of a member who is under 18 on the start date. Required if the preview says so. ' +
      'Not stored for an adult.',
  },
);

const EarlyStartRequested = Type.Boolean({
  description:
    'Not in the public list. Whether the member has expressly asked for the membership to begin before the period for withdrawal is over. ' +
    'Only then does a member who withdraws owe a part of the price (Art. 14(3) of Directive 2011/83/EU).',
});

export const CustomerFields = Type.Object({
  ...(Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, Type.Optional(Line())])) as Record<
    (typeof OPTIONAL_TEXTS)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Line>>>
  >),
  firstName: RequiredLine('Peter'),
  lastName: RequiredLine('Muller'),
  dateOfBirth: CalendarDate,
  countryOfBirth: Type.Optional(Country),
  email: Type.String({ format: 'email', maxLength: 254, examples: ['example@example.com'] }),
  gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
  street: RequiredLine('Raboisen Street'),
  city: RequiredLine('Hamburg'),
  zipCode: RequiredLine('220-99', 20),
  countryCode: Country,
  language: Type.Object({
    languageCode: Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 639-1', examples: ['de'] }),
    countryCode: Type.Optional(Country),
  }),
  communicationPreferences: Type.Optional(
    Type.Array(
      Type.Object({
        messageCategory: Type.Optional(Type.Enum(MESSAGE_CATEGORIES, { type: 'string' })),
        channels: Type.Optional(
          Type.Array(
            Type.Object(
              {
                communicationChannel: Type.Enum(COMMUNICATION_CHANNELS, { type: 'string' }),
                customerOverridable: Type.Optional(Type.Boolean()),
                active: Type.Optional(Type.Boolean()),
              },
              { title: 'CommunicationPreferenceChannelChoice' },
            ),
            { maxItems: 20 },
          ),
        ),
      }),
      { maxItems: 20 },
    ),
  ),
  documentIdentification: Type.Optional(
    Type.Object({
      documentNumber: RequiredLine('CX5432112345DS'),
      documentType: Type.Enum(DOCUMENT_TYPES, { type: 'string' }),
    }),
  ),
  additionalInformationFieldAssignments: Type.Optional(
    Type.Array(Type.Object({ additionalInformationFieldId: Int64, value: Line(2000) }), { maxItems: 100 }),
  ),
});

export const Customer = Type.Object(
  {
    ...CustomerFields.properties,
    paymentRequestToken: Type.Optional(RequestToken),
  },
  { title: 'SignupCustomer' },
);

export const Contract = Type.Object(
  {
    contractOfferTermId: Int64,
    startDate: CalendarDate,
    preuseDate: Type.Optional(CalendarDate),
    notes: Type.Optional(Notes),
    thirdPartyId: Type.Optional(Line()),
    employeeId: Type.Optional(Int64),
    referralCode: Type.Optional(Line(100)),
    selectedSelectableModuleIds: Type.Optional(ModuleIds),
    selectedOptionalModuleIds: Type.Optional(ModuleIds),
    initialPaymentRequestToken: Type.Optional(RequestToken),
    contractSignature: Type.Optional(
      Type.Object({ base64SvgSignature: Signature }, { title: 'ContractSignature' }),
    ),
    textBlockSignatures: Type.Optional(
      Type.Array(
        Type.Object({ base64SvgSignature: Signature, textBlockId: Int64 }, { title: 'TextBlockSignature' }),
        { maxItems: 50 },
      ),
    ),
    voucherCode: Type.Optional(Line(100)),
    legalRepresentative: Type.Optional(LegalRepresentative),
    earlyStartRequested: Type.Optional(EarlyStartRequested),
  },
  { title: 'ContractRequest' },
);

export const FurtherContract = Type.Object(
  {
    ...Contract.properties,
    paymentRequestToken: Type.Optional(
      Type.Unsafe<string>({
        ...RequestToken,
        description:
          'From a session with scope MEMBER_ACCOUNT. Payment runs will charge its instrument from now on.',
      }),
    ),
  },
  { title: 'AddMembershipRequest' },
);

export const Signup = Type.Object({ contract: Contract, customer: Customer }, { title: 'SignupRequest' });

export const MembershipSwitch = Type.Object(
  {
    configId: Int64,
    membershipOfferTermId: Int64,
    sourceContractId: Int64,
    startDate: CalendarDate,
    notes: Type.Optional(Notes),
    thirdPartyId: Type.Optional(Line()),
    selectedSelectableModuleIds: Type.Optional(ModuleIds),
    selectedOptionalModuleIds: Type.Optional(ModuleIds),
    initialPaymentRequestToken: Type.Optional(RequestToken),
    legalRepresentative: Type.Optional(LegalRepresentative),
    earlyStartRequested: Type.Optional(EarlyStartRequested),
  },
  { title: 'SwitchRequest' },
);

const DISCOUNT_TYPES = ['ABSOLUTE', 'PERCENTAGE'] as const;
const EFFECTIVE_PERIODS = ['UNLIMITED', 'INITIAL_TERM', 'TIME_BASED'] as const;

const DiscountPeriodSchema = Type.Object(
  {
    discountType: Type.Enum(DISCOUNT_TYPES, { type: 'string' }),
    discountValue: {
      ...Money,
      description: 'The amount of the discount. With PERCENTAGE, the amount is the percentage.',
    },
    effectivePeriod: Type.Enum(EFFECTIVE_PERIODS, { type: 'string' }),
    effectivePeriodTimeBasedTerm: Type.Optional(TermSchema),
    discountedBasePrice: Type.Optional(Money),
    companyAmount: Type.Optional(Money),
    memberAmount: Type.Optional(Money),
  },
  { title: 'DiscountPeriod' },
);

/** A gross amount; the tax rate of an offer is not known. */
const PricedMoney = Type.Object(
  {
    ...Money.properties,
    priceComponents: Type.Array(
      Type.Object(
        {
          netAmount: Type.Optional(Type.Number()),
          grossAmount: Type.Optional(Type.Number()),
          taxAmount: Type.Optional(Type.Number()),
          taxRate: Type.Optional(Type.Number()),
        },
        { title: 'PriceComponent' },
      ),
    ),
  },
  { title: 'Charge' },
);

const calculation = {
  paidTimePeriodCalculationType: Type.Enum(['REFERENCE_DATE', 'NORMALIZATION_ON_CALENDAR_UNIT'], {
    type: 'string',
    description:
      'Always REFERENCE_DATE: periods begin on the start day of the contract, not with a calendar unit.',
  }),
  voucherBonusPeriod: Type.Optional(BonusPeriodSchema),
};

const PaymentPreview = Type.Object(
  {
    paymentSchedule: Type.Array(
      Type.Object(
        {
          dueDate: CalendarDate,
          description: Type.String(),
          type: Type.Enum(['CONTRACT_FEE', 'STARTER_PACKAGE', 'FLAT_FEE', 'MODULE_FEE', 'BONUS_PERIOD'], {
            type: 'string',
          }),
          amount: PricedMoney,
          mandatoryOnSigning: Type.Boolean(),
        },
        { title: 'ScheduledPayment' },
      ),
    ),
    dueOnSigningAmount: PricedMoney,
  },
  { title: 'PaymentPreview' },
);

/** Fields of the preview of a membership switch; the preview of a signup has more. */
const contractFields = {
  contractVolumeInformation: ContractVolume,
  ageAdjustedPrice: Type.Optional(Money),
  moduleConsentTextBlocks: Type.Array(ContractTextBlock),
  paymentPreview: PaymentPreview,
  legalRepresentativeRequired: Type.Optional(
    Type.Literal(true, {
      description:
        'true if the contract needs a legalRepresentative, because the member is under 18 on the start date; otherwise absent.',
    }),
  ),
};

export const SwitchPreview = Type.Object(contractFields, { title: 'SwitchPreview' });

const deprecated = { deprecated: true, description: 'Use voucherDiscountPeriods instead.' };

export const SignupPreview = Type.Object(
  {
    basePrice: Money,
    preUseCharge: Type.Optional(Money),
    discountedPreUseCharge: Type.Optional(Money),
    voucherType: Type.Optional(
      Type.Enum(['CONTRACT', 'CREDIT', 'DISCOUNT', 'COMPANY_FEE_SPLIT', 'CHECKIN'], { type: 'string' }),
    ),
    voucherRemarks: Type.Optional(Type.String()),
    voucherDiscountPeriods: Type.Optional(Type.Array(DiscountPeriodSchema)),
    creditValue: Type.Optional(Money),
    companyFeeSplitType: Type.Optional(Type.Enum(DISCOUNT_TYPES, { type: 'string' })),
    companyFeeSplitValue: Type.Optional(Money),
    companyName: Type.Optional(Type.String()),
    companyAmount: Type.Optional(Money),
    memberAmount: Type.Optional(Money),
    companyAmountWithoutDiscount: Type.Optional(Money),
    memberAmountWithoutDiscount: Type.Optional(Money),
    voucherBonusPeriod: Type.Optional(BonusPeriodSchema),
    voucherTextBlocks: Type.Optional(Type.Array(ContractTextBlock)),
    flatFeePreviews: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          identifier: Type.String(),
          paymentFrequency: PaymentFrequencySchema,
          discountPeriods: Type.Optional(Type.Array(DiscountPeriodSchema)),
          formattedPaymentFrequency: Type.String(),
          discountedPrice: Type.Optional(Money),
          companyAmount: Type.Optional(Money),
          memberAmount: Type.Optional(Money),
          ...calculation,
        },
        { title: 'FlatFeePreview' },
      ),
    ),
    voucherSuccessMessage: Type.Optional(Type.String()),
    voucherErrorCode: Type.Optional(Type.Enum(['INVALID_CODE'], { type: 'string' })),
    selectedOptionalModulesPreviews: Type.Array(
      Type.Object(
        {
          id: Int64,
          name: Type.String(),
          paymentFrequency: PaymentFrequencySchema,
          ...calculation,
        },
        { title: 'ModulePreview' },
      ),
    ),
    ...contractFields,
    voucherEffectivePeriod: Type.Optional(Type.Enum(EFFECTIVE_PERIODS, { type: 'string', ...deprecated })),
    effectivePeriodTimeBasedTerm: Type.Optional(TermSchema),
    discountedBasePrice: Type.Optional(Money),
    discountType: Type.Optional(Type.Enum(DISCOUNT_TYPES, { type: 'string', ...deprecated })),
    discountValue: Type.Optional(Money),
  },
  { title: 'SignupPreview' },
);
