import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { IDLE_PERIOD_UNITS, IdlePeriodSettings } from '../studios/settings/idle-period-settings.js';
import type { Cancelation, ContractDetails } from './contracts/contract-details.js';
import type { AgreedIdlePeriod } from './idle-periods/idle-time.js';
import {
  BonusPeriod,
  OfferSchema,
  PaymentFrequency,
  Portion,
  Term,
  TextBlock,
} from './offers/offer-schema.js';
import type { Offer } from './offers/offer.js';
import type { Voucher } from './vouchers/voucher.js';

const Text = Type.Optional(Type.String());
const orNull = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()]);

export const OFFER: StoredSchema<Offer> = storedSchema(OfferSchema);

const Discount = Type.Object({
  periods: Type.Array(
    Type.Object({
      discount: Portion,
      effective: Type.Union([
        Type.Object({ type: Type.Enum(['UNLIMITED', 'INITIAL_TERM']) }),
        Type.Object({ type: Type.Literal('TIME_BASED'), term: Term }),
      ]),
    }),
  ),
  includesPreUse: Type.Boolean(),
  flatFees: Type.Array(Type.String()),
  bonusPeriod: Type.Optional(BonusPeriod),
});

const VoucherSchema = Type.Intersect([
  Type.Object({
    code: Type.String(),
    remarks: Text,
    validFrom: Type.String(),
    validUntil: Type.String(),
    maximumRedemptions: orNull(Type.Integer()),
    offerIds: orNull(Type.Array(Type.Integer())),
    textBlocks: Type.Array(TextBlock),
  }),
  Type.Union([
    Type.Object({ type: Type.Literal('CREDIT'), credit: Type.Integer() }),
    Type.Intersect([Type.Object({ type: Type.Literal('DISCOUNT') }), Discount]),
    Type.Object({
      type: Type.Literal('COMPANY_FEE_SPLIT'),
      companyName: Type.String(),
      share: Portion,
      discount: Type.Optional(Discount),
    }),
    Type.Object({ type: Type.Literal('CHECKIN') }),
    Type.Object({ type: Type.Literal('CONTRACT') }),
  ]),
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

export const ContractDetailsSchema = Type.Object({
  offer: OfferSchema,
  useFrom: Type.String(),
  signedEndDate: Type.String(),
  schedule: Type.Array(ScheduledFeeSchema),
  ongoingFees: Type.Array(
    Type.Object({
      description: Type.String(),
      type: ScheduleType,
      frequency: PaymentFrequency,
      from: Type.String(),
      discountFrom: orNull(Type.String()),
    }),
  ),
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
  switchedFromContractId: Type.Optional(Type.Integer()),
});
export const CONTRACT_DETAILS: StoredSchema<ContractDetails> = storedSchema(ContractDetailsSchema);

export const CANCELATION: StoredSchema<Cancelation> = storedSchema(
  Type.Object({
    receivedOn: Type.String(),
    date: Type.String(),
    reason: Text,
    origin: Type.Enum(['STUDIO', 'CUSTOMER']),
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
