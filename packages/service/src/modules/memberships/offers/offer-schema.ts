import { methodNames } from '@upc/contract/catalogue';
import { type TProperties, Type } from 'typebox';
import { TERM_UNITS } from '../../../core/calendar.js';

/*
 * The type `Offer` as a schema that validates offers from a file. Validated data is passed on as an `Offer`, so the
 * compiler reports an error if only the type or only the schema changes.
 */

/** Defines an object without unknown keys: a misspelt key would mean that a price is never charged. */
export const Exactly = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export const Name = Type.String({ pattern: '\\S', maxLength: 200 });
export const Text = Type.String({ maxLength: 20_000 });
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Amount in minor units. */
export const Amount = Type.Integer({ minimum: 0, maximum: 99_999_999 });
export const Day = Type.String({ format: 'date' });
export const Term = Exactly({
  value: Type.Integer({ minimum: 1, maximum: 10_000 }),
  unit: Type.Enum([...TERM_UNITS], { type: 'string' }),
});
const RateCode = Exactly({ name: Name, identifier: Name });

export const Portion = Type.Union([
  Exactly({ type: Type.Literal('ABSOLUTE'), amount: Type.Integer() }),
  Exactly({
    type: Type.Literal('PERCENTAGE'),
    basisPoints: Type.Integer({ minimum: -10_000, maximum: 10_000 }),
  }),
]);

const frequency = {
  id: Type.Union([Id, Type.Null()]),
  ageAdjustments: Type.Optional(
    Type.Array(
      Exactly({
        startAge: Type.Integer({ minimum: 0, maximum: 150 }),
        endAge: Type.Integer({ minimum: 0, maximum: 150 }),
        adjustment: Portion,
      }),
    ),
  ),
};

export const PaymentFrequency = Type.Union([
  Exactly({ ...frequency, type: Type.Literal('FREE') }),
  Exactly({ ...frequency, type: Type.Literal('NON_RECURRING'), price: Amount }),
  Exactly({ ...frequency, type: Type.Literal('RECURRING'), term: Term, price: Amount }),
  Exactly({
    ...frequency,
    type: Type.Literal('MONTH_DAY'),
    days: Type.Array(
      Exactly({
        month: Type.Integer({ minimum: 1, maximum: 12 }),
        dayOfMonth: Type.Integer({ minimum: 1, maximum: 31 }),
        price: Amount,
      }),
      { minItems: 1 },
    ),
    recurring: Type.Boolean(),
  }),
  Exactly({
    ...frequency,
    type: Type.Literal('TERM_BASED'),
    steps: Type.Array(
      Exactly({
        after: Exactly({
          value: Type.Integer({ minimum: 0, maximum: 10_000 }),
          unit: Type.Enum([...TERM_UNITS], { type: 'string' }),
        }),
        price: Amount,
      }),
      { minItems: 1 },
    ),
    recurring: Type.Boolean(),
    term: Term,
  }),
]);

const Extension = Type.Union([
  Exactly({ type: Type.Literal('NONE') }),
  Exactly({ type: Type.Literal('TERM_EXTENSION'), term: Term, cancelationPeriod: Type.Optional(Term) }),
  Exactly({
    type: Type.Literal('SUBSEQUENT_RATE_DETAIL'),
    term: Term,
    rateName: Name,
    price: Amount,
    cancelationPeriod: Type.Optional(Term),
  }),
]);

export const TextBlock = Exactly({
  id: Id,
  title: Name,
  text: Text,
  order: Type.Integer(),
  hasSignature: Type.Boolean(),
  confirmationRequired: Type.Boolean(),
  showCommunicationPrivacyOptions: Type.Boolean(),
  attachment: Type.Optional(
    Type.Union([
      Exactly({
        type: Type.Literal('URL'),
        title: Name,
        url: Type.String({ pattern: '^https://', maxLength: 2000 }),
      }),
      Exactly({ type: Type.Literal('CONTRACT_PDF_PREVIEW') }),
    ]),
  ),
});

const moduleFields = {
  id: Id,
  name: Name,
  description: Text,
  hasImage: Type.Boolean(),
  extension: Extension,
  term: Type.Optional(Term),
  cancelationPeriod: Type.Optional(Term),
  trialPeriod: Type.Optional(Exactly({ term: Term, description: Text })),
  consentTextBlock: Type.Optional(TextBlock),
  rateCodes: Type.Array(RateCode),
};
/** A module that is booked onto a running contract; see `AdditionalModule`. */
export const AdditionalModuleSchema = Exactly({
  id: Id,
  name: Name,
  description: Type.Optional(Text),
  isActive: Type.Boolean(),
  isOnline: Type.Boolean(),
  term: Term,
  extension: Extension,
  cancelationPeriod: moduleFields.cancelationPeriod,
  trialPeriod: moduleFields.trialPeriod,
  paymentFrequencies: Type.Array(PaymentFrequency, { minItems: 1 }),
  rateCodes: moduleFields.rateCodes,
});
const PricedModule = Exactly({ ...moduleFields, paymentFrequency: PaymentFrequency });

export const BonusPeriod = Exactly({
  term: Term,
  termStrategy: Type.Enum(['CONTRACT_START', 'END_OF_CURRENT_TERM', 'START_OF_NEXT_TERM'], {
    type: 'string',
  }),
  runtimeExtensionType: Type.Enum(['WITH_EXTENSION', 'WITHOUT_EXTENSION'], { type: 'string' }),
  displaySeparately: Type.Boolean(),
  extendsCancellationPeriod: Type.Boolean(),
  description: Text,
});

const OfferTerm = Exactly({
  id: Id,
  term: Term,
  rateName: Name,
  paymentFrequency: PaymentFrequency,
  extension: Extension,
  cancelationStrategy: Type.Enum(['TERM', 'RECEIPT_DATE'], { type: 'string' }),
  cancelationPeriod: Type.Optional(Term),
  flatFees: Type.Array(
    Exactly({
      identifier: Name,
      name: Name,
      frequency: PaymentFrequency,
      starterPackage: Type.Boolean(),
      firstBookingDelay: Type.Optional(Term),
    }),
  ),
  bonusPeriods: Type.Array(BonusPeriod),
  optionalModules: Type.Array(PricedModule),
  priceAdjustmentRules: Type.Array(
    Exactly({
      defaultDescription: Text,
      value: Type.String({ maxLength: 50 }),
      recurrenceFrequency: Type.String({ maxLength: 50 }),
      type: Type.Enum(['RAISE', 'REDUCTION', 'NEW_BASIC_AMOUNT'], { type: 'string' }),
      chargeAdjustmentType: Type.Enum(['RELATIVE', 'ABSOLUTE', 'BASIC_AMOUNT'], { type: 'string' }),
    }),
  ),
  defaultStartDelay: Type.Optional(Term),
});

export const OfferSchema = Exactly({
  id: Id,
  name: Name,
  description: Text,
  subDescription: Type.Optional(Text),
  footnote: Type.Optional(Text),
  hasImage: Type.Boolean(),
  preUse: Type.Union([
    Exactly({ type: Type.Literal('NOT_AVAILABLE') }),
    Exactly({
      type: Type.Enum(['FREE', 'CHARGEABLE'], { type: 'string' }),
      description: Text,
      lead: Type.Optional(Term),
    }),
  ]),
  limitedOfferingPeriod: Exactly({ startDate: Day, endDate: Day }),
  rateCodes: Type.Array(RateCode),
  terms: Type.Array(OfferTerm, { minItems: 1 }),
  includedModules: Type.Array(Exactly(moduleFields)),
  selectableModules: Type.Array(PricedModule),
  maximumNumberOfSelectableModules: Type.Integer({ minimum: 0 }),
  contractSignaturesRequired: Type.Boolean(),
  allowedPaymentChoices: Type.Array(Type.Enum([...methodNames], { type: 'string' }), {
    minItems: 1,
    uniqueItems: true,
  }),
  contractTextBlocks: Type.Array(TextBlock),
  requiresInitialPayment: Type.Boolean(),
  // The object comes first because validation reports the problem of a union's first member.
  timeRestrictions: Type.Union([
    Exactly({
      openingHoursCategory: Exactly({ categoryId: Id, name: Name }),
      availabilities: Type.Array(
        Exactly({
          dayOfWeek: Type.Enum(
            ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
            { type: 'string' },
          ),
          timeFrom: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }),
          timeTo: Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?|24:00(:00)?)$' }),
        }),
      ),
    }),
    Type.Null(),
  ]),
});
