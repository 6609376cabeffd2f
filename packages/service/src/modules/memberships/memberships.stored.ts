import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { IDLE_PERIOD_UNITS, IdlePeriodSettings } from '../studios/settings/idle-period-settings.js';
import type { AdditionalModule, ModuleContractDetails } from './additional-modules/additional-module.js';
import {
  type Cancelation,
  CANCELATION_STATUSES,
  type ContractDetails,
} from './contracts/contract-details.js';
import type { AgreedIdlePeriod } from './idle-periods/idle-time.js';
import {
  AdditionalModuleSchema,
  Amount,
  BonusPeriod,
  Day,
  Exactly,
  Id,
  Name,
  OfferSchema,
  PaymentFrequency,
  Portion,
  Term,
  Text as OfferText,
  TextBlock,
} from './offers/offer-schema.js';
import type { Offer } from './offers/offer.js';
import type { Voucher } from './vouchers/voucher.js';

const Text = Type.Optional(Type.String());
const orNull = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()]);

export const OFFER: StoredSchema<Offer> = storedSchema(OfferSchema);
export const ADDITIONAL_MODULE: StoredSchema<AdditionalModule> = storedSchema(AdditionalModuleSchema);

const discount = {
  periods: Type.Array(
    Exactly({
      discount: Portion,
      effective: Type.Union([
        Exactly({ type: Type.Literal('TIME_BASED'), term: Term }),
        Exactly({ type: Type.Enum(['UNLIMITED', 'INITIAL_TERM']) }),
      ]),
    }),
    { minItems: 1 },
  ),
  includesPreUse: Type.Boolean(),
  flatFees: Type.Array(Name),
  bonusPeriod: Type.Optional(BonusPeriod),
};

const voucher = {
  code: Type.String({ pattern: '^\\S+$', maxLength: 100 }),
  remarks: Type.Optional(OfferText),
  validFrom: Day,
  validUntil: Day,
  maximumRedemptions: orNull(Type.Integer({ minimum: 1 })),
  offerIds: orNull(Type.Array(Id)),
  textBlocks: Type.Array(TextBlock),
};

export const VoucherSchema = Type.Union([
  Exactly({ ...voucher, type: Type.Literal('CREDIT'), credit: Amount }),
  Exactly({ ...voucher, type: Type.Literal('DISCOUNT'), ...discount }),
  Exactly({
    ...voucher,
    type: Type.Literal('COMPANY_FEE_SPLIT'),
    companyName: Name,
    share: Portion,
    discount: Type.Optional(Exactly(discount)),
  }),
  Exactly({ ...voucher, type: Type.Enum(['CHECKIN', 'CONTRACT']) }),
]);
export const VOUCHER: StoredSchema<Voucher> = storedSchema(VoucherSchema);

const ScheduleType = Type.Enum(['CONTRACT_FEE', 'STARTER_PACKAGE', 'FLAT_FEE', 'MODULE_FEE', 'BONUS_PERIOD']);
export const ScheduledFeeSchema = Type.Object({
  dueDate: Type.String(),
  description: Type.String(),
  type: ScheduleType,
  amount: Type.Integer(),
  paidUntil: Text,
});

const OngoingFeeSchema = Type.Object({
  description: Type.String(),
  type: ScheduleType,
  frequency: PaymentFrequency,
  from: Type.String(),
  discountFrom: orNull(Type.String()),
});

const CancelationSchema = Type.Object({
  status: Type.Enum(CANCELATION_STATUSES),
  receivedOn: Type.String(),
  date: Type.String(),
  reason: Text,
  origin: Type.Enum(['STUDIO', 'CUSTOMER']),
  isExtraordinary: Type.Optional(Type.Literal(true)),
});
export const CANCELATION: StoredSchema<Cancelation> = storedSchema(CancelationSchema);

export const ContractDetailsSchema = Type.Object({
  offer: OfferSchema,
  useFrom: Type.String(),
  signedEndDate: Type.String(),
  schedule: Type.Array(ScheduledFeeSchema),
  ongoingFees: Type.Array(OngoingFeeSchema),
  voucher: Type.Optional(VoucherSchema),
  basePrice: Type.Integer(),
  ageAdjustedPrice: orNull(Type.Integer()),
  selectableModuleIds: Type.Array(Type.Integer()),
  optionalModuleIds: Type.Array(Type.Integer()),
  voucherCode: Text,
  referralCode: Text,
  notes: Text,
  thirdPartyId: Text,
  employeeId: Type.Optional(Type.Integer()),
  contractSignature: Text,
  textBlockSignatures: Type.Array(Type.Object({ textBlockId: Type.Integer(), svg: Type.String() })),
  legalRepresentative: Type.Optional(
    Type.Object({ firstName: Type.String(), lastName: Type.String(), signature: Type.String() }),
  ),
  switchedFromContractId: Type.Optional(Type.Integer()),
  replacedCancelation: Type.Optional(CancelationSchema),
  withdrawableUntil: Text,
  earlyStartRequested: Type.Optional(Type.Literal(true)),
});
export const CONTRACT_DETAILS: StoredSchema<ContractDetails> = storedSchema(ContractDetailsSchema);

export const MODULE_CONTRACT_DETAILS: StoredSchema<ModuleContractDetails> = storedSchema(
  Type.Object({
    module: AdditionalModuleSchema,
    paymentFrequency: PaymentFrequency,
    trialEndDate: orNull(Type.String()),
    signedEndDate: Type.String(),
    schedule: Type.Array(ScheduledFeeSchema),
    ongoingFees: Type.Array(OngoingFeeSchema),
    basePrice: Type.Integer(),
    price: Type.Integer(),
  }),
);

export const IDLE_PERIOD: StoredSchema<AgreedIdlePeriod> = storedSchema(
  Type.Object({
    startDate: Type.String(),
    endDate: orNull(Type.String()),
    reason: IdlePeriodSettings.properties.reasons.items,
    documentId: orNull(Type.Integer()),
    unit: Type.Enum(IDLE_PERIOD_UNITS),
    fee: IdlePeriodSettings.properties.fee,
    feeDescription: Type.String(),
    monthlyContribution: Type.Number(),
    freeTermStarts: Type.Array(Type.String()),
  }),
);
