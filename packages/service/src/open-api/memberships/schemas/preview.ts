import { Type } from 'typebox';
import { CalendarDate, Int64, Money } from '../../schemas.js';
import {
  BonusPeriodSchema,
  ContractTextBlock,
  ContractVolume,
  PaymentFrequencySchema,
  TermSchema,
} from './common.js';

const DISCOUNT_TYPES = ['ABSOLUTE', 'PERCENTAGE'] as const;
const EFFECTIVE_PERIODS = ['UNLIMITED', 'INITIAL_TERM', 'TIME_BASED'] as const;

const DiscountPeriodSchema = Type.Object({
  discountType: Type.Enum(DISCOUNT_TYPES, { type: 'string' }),
  discountValue: Type.Object(Money.properties, {
    description: 'An amount, or with PERCENTAGE the percentage in its place.',
  }),
  effectivePeriod: Type.Enum(EFFECTIVE_PERIODS, { type: 'string' }),
  effectivePeriodTimeBasedTerm: Type.Optional(TermSchema),
  discountedBasePrice: Type.Optional(Money),
  companyAmount: Type.Optional(Money),
  memberAmount: Type.Optional(Money),
});

/** Prices are gross; no rate of tax is known of an offer. */
const PricedMoney = Type.Object({
  ...Money.properties,
  priceComponents: Type.Array(
    Type.Object({
      netAmount: Type.Optional(Type.Number()),
      grossAmount: Type.Optional(Type.Number()),
      taxAmount: Type.Optional(Type.Number()),
      taxRate: Type.Optional(Type.Number()),
    }),
  ),
});

const calculation = {
  paidTimePeriodCalculationType: Type.Enum(['REFERENCE_DATE', 'NORMALIZATION_ON_CALENDAR_UNIT'], {
    type: 'string',
    description: 'Always REFERENCE_DATE: periods begin on the day of the contract, not of the calendar.',
  }),
  voucherBonusPeriod: Type.Optional(BonusPeriodSchema),
};

const PaymentPreview = Type.Object({
  paymentSchedule: Type.Array(
    Type.Object({
      dueDate: CalendarDate,
      description: Type.String(),
      type: Type.Enum(['CONTRACT_FEE', 'STARTER_PACKAGE', 'FLAT_FEE', 'MODULE_FEE', 'BONUS_PERIOD'], {
        type: 'string',
      }),
      amount: PricedMoney,
      mandatoryOnSigning: Type.Boolean(),
    }),
  ),
  dueOnSigningAmount: PricedMoney,
});

/** The preview of a membership switch; that of a signup has more. */
const contractFields = {
  contractVolumeInformation: ContractVolume,
  ageAdjustedPrice: Type.Optional(Money),
  moduleConsentTextBlocks: Type.Array(ContractTextBlock),
  paymentPreview: PaymentPreview,
};

export const SwitchPreview = Type.Object(contractFields);

const deprecated = { deprecated: true, description: 'Use voucherDiscountPeriods.' };

export const SignupPreview = Type.Object({
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
    Type.Object({
      name: Type.String(),
      identifier: Type.String(),
      paymentFrequency: PaymentFrequencySchema,
      discountPeriods: Type.Optional(Type.Array(DiscountPeriodSchema)),
      formattedPaymentFrequency: Type.String(),
      discountedPrice: Type.Optional(Money),
      companyAmount: Type.Optional(Money),
      memberAmount: Type.Optional(Money),
      ...calculation,
    }),
  ),
  voucherSuccessMessage: Type.Optional(Type.String()),
  voucherErrorCode: Type.Optional(Type.Enum(['INVALID_CODE'], { type: 'string' })),
  selectedOptionalModulesPreviews: Type.Array(
    Type.Object({ id: Int64, name: Type.String(), paymentFrequency: PaymentFrequencySchema, ...calculation }),
  ),
  ...contractFields,
  voucherEffectivePeriod: Type.Optional(Type.Enum(EFFECTIVE_PERIODS, { type: 'string', ...deprecated })),
  effectivePeriodTimeBasedTerm: Type.Optional(TermSchema),
  discountedBasePrice: Type.Optional(Money),
  discountType: Type.Optional(Type.Enum(DISCOUNT_TYPES, { type: 'string', ...deprecated })),
  discountValue: Type.Optional(Money),
});
