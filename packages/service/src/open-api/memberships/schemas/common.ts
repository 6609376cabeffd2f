import { Type } from 'typebox';
import { TERM_UNITS } from '../../../domain/calendar.js';
import { Int64, Money } from '../../schemas.js';

export const TermSchema = Type.Object({
  value: Type.Integer({ format: 'int32', examples: [2] }),
  unit: Type.Enum(TERM_UNITS, { type: 'string' }),
});

export const MONTHS = [
  'JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER',
  'DECEMBER',
] as const; // prettier-ignore

const AgeBasedAdjustment = Type.Object({
  ageRange: Type.Object({
    startAge: Type.Integer({ format: 'int32', examples: [18] }),
    endAge: Type.Integer({ format: 'int32', examples: [65], description: 'Part of the range.' }),
  }),
  value: Type.Number({
    examples: [-10],
    description: 'Added to the price: an amount or a percentage; negative values lower it.',
  }),
  type: Type.Enum(['ABSOLUTE', 'PERCENTAGE'], { type: 'string' }),
});

const TermsToPrices = Type.Optional(
  Type.Array(
    Type.Object({ term: TermSchema, price: Money }, { description: 'Active after the term has passed.' }),
    { description: 'For TERM_BASED; `termsToPrices` and `termsToPricesv` have the same prices.' },
  ),
);

export const PaymentFrequencySchema = Type.Object({
  id: Type.Union([Int64, Type.Null()], { description: 'null for a starter package.' }),
  type: Type.Enum(['FREE', 'NON_RECURRING', 'RECURRING', 'MONTH_DAY', 'TERM_BASED'], { type: 'string' }),
  term: Type.Optional(TermSchema),
  price: Type.Optional(Money),
  monthDaysToPrices: Type.Optional(
    Type.Array(
      Type.Object({
        monthDay: Type.Object({
          month: Type.Enum(MONTHS, { type: 'string' }),
          monthValue: Type.Integer({ format: 'int32' }),
          dayOfMonth: Type.Integer({ format: 'int32' }),
        }),
        price: Money,
      }),
    ),
  ),
  termsToPrices: TermsToPrices,
  termsToPricesv: TermsToPrices,
  recurring: Type.Optional(Type.Boolean({ description: 'For TERM_BASED and MONTH_DAY.' })),
  ageBasedAdjustments: Type.Optional(Type.Array(AgeBasedAdjustment)),
  formattedPaymentFrequency: Type.String({ examples: ['Every 6 months'] }),
});

export const ContractVolume = Type.Object({
  totalContractVolume: Money,
  averagePaymentVolumePerMonth: Money,
  averagePaymentVolumePerPaymentFrequencyTerm: Money,
});

export const RateCodeSchema = Type.Object({ name: Type.String(), identifier: Type.String() });

export const ContractTextBlock = Type.Object({
  id: Int64,
  title: Type.String(),
  text: Type.String(),
  order: Type.Integer({ format: 'int32' }),
  hasSignature: Type.Boolean({ description: 'Takes a signature, which may be left out.' }),
  showCommunicationPrivacyOptions: Type.Boolean(),
  attachmentType: Type.Enum(['NONE', 'FILE', 'URL', 'CONTRACT_PDF_PREVIEW'], {
    type: 'string',
    description:
      'URL comes with attachedExternalUrlDto, FILE and CONTRACT_PDF_PREVIEW with attachedDocument. The latter is the ' +
      'contract of the offer as a PDF in the language of the answer; its address is good for 15 minutes.',
  }),
  attachedExternalUrlDto: Type.Optional(Type.Object({ title: Type.String(), url: Type.String() })),
  attachedDocument: Type.Optional(Type.Object({ fileName: Type.String(), url: Type.String() })),
  rateBundleModuleId: Type.Optional(Int64),
  confirmationRequired: Type.Boolean(),
});

export const BonusPeriodSchema = Type.Object({
  term: TermSchema,
  termStrategy: Type.Enum(['CONTRACT_START', 'FIXED', 'END_OF_CURRENT_TERM', 'START_OF_NEXT_TERM'], {
    type: 'string',
  }),
  displaySeparately: Type.Boolean(),
  runtimeExtensionType: Type.Enum(['WITH_EXTENSION', 'WITHOUT_EXTENSION'], { type: 'string' }),
  extendsCancellationPeriod: Type.Boolean(),
});
