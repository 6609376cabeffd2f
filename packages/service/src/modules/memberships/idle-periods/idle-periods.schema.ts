import { type Static, Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { CalendarDate, Int64, Money } from '../../../core/http/schemas.js';
import { toMoney } from '../../../core/money.js';
import { documentLink } from '../../documents/documents.js';
import {
  CREATION_STATUSES,
  IDLE_PERIOD_UNITS,
  REFERENCE_PERIODS,
} from '../../studios/settings/idle-period-settings.js';
import { chargeType, paidPeriod, toCharge } from '../contracts/charges.schema.js';
import { signedTerm } from '../contracts/contracts.js';
import { TermSchema } from '../offers/offers.schema.js';
import { type ChangePreview, situationOf } from './agreement.js';
import { feeAmount, feeType, totalFee } from './fees.js';
import type { AgreedIdlePeriod } from './idle-time.js';
import { type IdlePeriod, type IdlePeriodsOfContract, isLive } from './idle-periods.js';
import { freeDays, nextPossibleStart, remainingTerms } from './terms.js';
import { REFUSALS } from './validation.js';

const Unit = Type.Enum(IDLE_PERIOD_UNITS, {
  type: 'string',
  description:
    'A WEEK or MONTH can start on any day, unless the studio requires Mondays or the first of the month. firstPossibleStartDate is always allowed.',
});
const length = {
  startDate: CalendarDate,
  temporalUnit: Type.Optional(Unit),
  termValue: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 1000,
      description: 'The number of terms.',
      examples: [1],
    }),
  ),
  endDate: Type.Optional(CalendarDate),
  unlimited: Type.Optional(
    Type.Boolean({
      description: 'true for a freeze period without an end date and without a number of terms.',
    }),
  ),
};
export const ValidateRequest = Type.Object(
  { ...length, reasonId: Type.Optional(Int64) },
  {
    title: 'IdlePeriodRequest',
    examples: [{ startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, unlimited: false }],
  },
);
export const ChangeRequest = Type.Object(
  { ...length, reasonId: Int64 },
  {
    title: 'IdlePeriodUpdate',
    examples: [
      { startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, unlimited: false, reasonId: 1 },
    ],
  },
);

const Status = Type.Enum([...REFUSALS, 'IDLEPERIOD_CREATABLE', 'IDLEPERIOD_UPDATABLE'] as const, {
  type: 'string',
  description:
    'CREATABLE and UPDATABLE mean that the request is allowed. Any other value is the first rule that the request breaks.',
});
const DocumentRequired = Type.Optional(
  Type.Boolean({
    description: 'Whether the reason requires a document, which you send as the part `document`.',
  }),
);
export const Validation = Type.Object(
  { validationStatus: Status, documentRequired: DocumentRequired },
  { title: 'IdlePeriodValidation' },
);

const FeeConfig = Type.Object(
  {
    idlePeriodAmount: Money,
    idlePeriodAmountPerTermUnit: Type.Optional(Money),
    defaultTemporalUnit: Type.Optional(Unit),
    dynamicIdlePeriodAmountPercentage: Type.Optional(Type.Number({ examples: [10] })),
    recurringIdlePeriodCharges: Type.Optional(Type.Boolean()),
  },
  { title: 'IdlePeriodFeeConfig' },
);
const Reason = Type.Object(
  {
    id: Int64,
    name: Type.String({ examples: ['Vacation'] }),
    documentRequired: Type.Boolean(),
  },
  { title: 'IdlePeriodReason' },
);

export const IdlePeriodConfig = Type.Object(
  {
    temporalUnit: Unit,
    maxTerms: Type.Integer({ format: 'int32', description: 'The maximum for one freeze period.' }),
    maxTermPerReferencePeriod: Type.Optional(Type.Integer({ format: 'int32' })),
    referencePeriod: Type.Enum(REFERENCE_PERIODS, { type: 'string' }),
    firstPossibleStartDate: CalendarDate,
    nextPossibleStartDateOnly: Type.Boolean({
      description: 'Whether firstPossibleStartDate is the only possible start.',
    }),
    idlePeriodFee: Money,
    accessRefusal: Type.Boolean(),
    idlePeriodReasons: Type.Array(Reason),
    idlePeriodCreationStatus: Type.Enum(CREATION_STATUSES, {
      type: 'string',
      description:
        'READ means that the contract cannot be frozen, and that its freeze periods cannot be changed.',
    }),
    contractHasExtension: Type.Boolean(),
    unlimitedAllowed: Type.Boolean({
      description: 'If true, maxTerms and maxTermPerReferencePeriod do not apply.',
    }),
    freeTerms: TermSchema,
    dayBasedTermShorteningAllowed: Type.Boolean(),
    idlePeriodFeeCalculationConfig: FeeConfig,
  },
  { title: 'IdlePeriodConfig' },
);

export const IdlePeriodRecord = Type.Object(
  {
    id: Int64,
    startDate: CalendarDate,
    endDate: Type.Optional({ ...CalendarDate, description: 'Absent for an unlimited freeze period.' }),
    unlimited: Type.Optional(Type.Boolean()),
    documentUrl: Type.Optional(Type.String({ description: 'Valid for 15 minutes.' })),
    state: Type.Enum(['PENDING_VERIFICATION', 'ACCEPTED'], { type: 'string' }),
    idlePeriodFeeCalculationConfig: Type.Optional(FeeConfig),
    idlePeriodFee: Type.Optional(
      Type.Object(
        {
          idlePeriodFeeCalculationType: Type.Enum(['NONE', 'ABSOLUTE', 'RELATIVE', 'TERM_BASED'], {
            type: 'string',
          }),
          idlePeriodTotalAmount: Type.Optional(Money),
          idlePeriodFeeCalculationAmount: Type.Optional(Money),
          idlePeriodFeeCalculationTerm: Type.Optional(TermSchema),
          idlePeriodFeeCalculationPercentage: Type.Optional(Type.Number({ examples: [10] })),
        },
        { title: 'IdlePeriodFee' },
      ),
    ),
    idlePeriodReason: Reason,
    reason: Type.String({ examples: ['Vacation'] }),
    fee: { ...Money, description: 'The total fee. For an unlimited freeze period, the fee for one term.' },
    usedFreeTermsInDays: Type.Optional(Type.Integer({ format: 'int32' })),
  },
  { title: 'IdlePeriod' },
);

export const IdlePeriodList = Type.Object(
  {
    pastIdlePeriods: Type.Array(IdlePeriodRecord),
    currentAndUpcomingIdlePeriods: Type.Array(IdlePeriodRecord),
  },
  { title: 'IdlePeriodList' },
);

export const RemainingTerms = Type.Object(
  {
    remainingMaxTerms: Type.Optional({ ...TermSchema, description: 'Absent if there is no maximum.' }),
    remainingFreeTerms: TermSchema,
  },
  { title: 'RemainingIdlePeriods' },
);

export const UpdatePreview = Type.Object(
  {
    previewEndDate: Type.Optional({
      ...CalendarDate,
      description: 'End date of the freeze period. Absent if it is unlimited.',
    }),
    previewContractEndDate: Type.Optional({
      ...CalendarDate,
      description: 'End date of the contract, as far as it is known.',
    }),
    previewCharges: Type.Optional(
      Type.Array(
        Type.Object({
          ...paidPeriod,
          dueDate: CalendarDate,
          description: Type.Optional(Type.String()),
          amount: Money,
          discountedAmount: Type.Optional(Money),
          chargeType,
        }),
        {
          description:
            'The charges of the contract from today on after the change, as far as they are known. Negative amounts are credited.',
        },
      ),
    ),
    accountBalanceAfterUpdate: Type.Optional({
      ...Money,
      description:
        'The account balance after the change. A negative balance is an amount that the member owes.',
    }),
    validationStatus: Status,
    documentRequired: DocumentRequired,
  },
  { title: 'IdlePeriodUpdatePreview' },
);

export const Withdrawal = Type.Object({ success: Type.Optional(Type.String()) }, { title: 'VoidResult' });

export function toConfig(ofContract: IdlePeriodsOfContract): Static<typeof IdlePeriodConfig> {
  const { currency } = ofContract.studio;
  const situation = situationOf(ofContract, null);
  const { rules, canBeIdle } = situation;
  const { maxTermPerReferencePeriod } = rules;
  return {
    temporalUnit: rules.temporalUnit,
    maxTerms: rules.maxTerms,
    ...(maxTermPerReferencePeriod === undefined ? {} : { maxTermPerReferencePeriod }),
    referencePeriod: rules.referencePeriod,
    firstPossibleStartDate: nextPossibleStart(situation),
    nextPossibleStartDateOnly: rules.nextPossibleStartDateOnly,
    idlePeriodFee: toMoney(rules.fee.amount, currency),
    accessRefusal: rules.accessRefusal,
    idlePeriodReasons: [...rules.reasons],
    idlePeriodCreationStatus: canBeIdle ? rules.creationStatus : 'READ',
    contractHasExtension: signedTerm(ofContract.contract).extension.type !== 'NONE',
    unlimitedAllowed: rules.unlimitedAllowed,
    freeTerms: { value: rules.freeTerms, unit: rules.temporalUnit },
    dayBasedTermShorteningAllowed: rules.dayBasedTermShorteningAllowed,
    idlePeriodFeeCalculationConfig: toFeeConfig(rules.fee, rules.temporalUnit, currency),
  };
}

export function toIdlePeriod(
  context: Context,
  { id, state, asked }: IdlePeriod,
  currency: string,
): Static<typeof IdlePeriodRecord> {
  const { startDate, endDate, reason, documentId, fee, unit } = asked;
  return {
    id,
    startDate,
    ...(endDate === null ? {} : { endDate }),
    unlimited: endDate === null,
    ...(documentId === null ? {} : { documentUrl: documentLink(context, documentId) }),
    state: state === 'PENDING_VERIFICATION' ? state : 'ACCEPTED',
    idlePeriodFeeCalculationConfig: toFeeConfig(fee, unit, currency),
    idlePeriodFee: toFee(asked, currency),
    idlePeriodReason: reason,
    reason: reason.name,
    fee: toMoney(totalFee(asked) ?? feeAmount(asked), currency),
    usedFreeTermsInDays: freeDays(asked),
  };
}

export function toIdlePeriodList(
  context: Context,
  { periods, studio, today }: IdlePeriodsOfContract,
): Static<typeof IdlePeriodList> {
  const live = periods.filter(isLive).toSorted((a, b) => (a.asked.startDate < b.asked.startDate ? -1 : 1));
  const isPast = ({ asked: { endDate } }: IdlePeriod) => endDate !== null && endDate < today;
  const toRecord = (period: IdlePeriod) => toIdlePeriod(context, period, studio.currency);
  return {
    pastIdlePeriods: live.filter(isPast).map(toRecord),
    currentAndUpcomingIdlePeriods: live.filter((period) => !isPast(period)).map(toRecord),
  };
}

/** Returns the terms left in today's reference period, or in the first one if the contract has not begun. */
export function toRemaining(ofContract: IdlePeriodsOfContract): Static<typeof RemainingTerms> {
  const situation = situationOf(ofContract, null);
  const { today, contractStart, rules } = situation;
  const { maximum, free } = remainingTerms(today < contractStart ? contractStart : today, situation);
  const unit = rules.temporalUnit;
  return {
    ...(maximum === null ? {} : { remainingMaxTerms: { value: maximum, unit } }),
    remainingFreeTerms: { value: free, unit },
  };
}

export function toUpdatePreview(preview: ChangePreview, currency: string): Static<typeof UpdatePreview> {
  if (preview.refusal !== null) return { validationStatus: preview.refusal };
  const { agreed, contractEnd, charges, balance, documentRequired } = preview;
  return {
    ...(agreed.endDate === null ? {} : { previewEndDate: agreed.endDate }),
    previewContractEndDate: contractEnd,
    previewCharges: charges.map((charge) => ({
      ...toCharge(charge),
      dueDate: charge.dueDate,
      description: charge.description,
      amount: toMoney(charge.amount, currency),
    })),
    accountBalanceAfterUpdate: toMoney(balance, currency),
    validationStatus: 'IDLEPERIOD_UPDATABLE',
    ...(documentRequired ? { documentRequired } : {}),
  };
}

function toFeeConfig(fee: AgreedIdlePeriod['fee'], unit: AgreedIdlePeriod['unit'], currency: string) {
  const { amount, amountPerTermUnit, percentage, recurring } = fee;
  return {
    idlePeriodAmount: toMoney(amount, currency),
    ...(amountPerTermUnit === undefined
      ? {}
      : { idlePeriodAmountPerTermUnit: toMoney(amountPerTermUnit, currency) }),
    defaultTemporalUnit: unit,
    ...(percentage === undefined ? {} : { dynamicIdlePeriodAmountPercentage: percentage }),
    recurringIdlePeriodCharges: recurring,
  };
}

function toFee(agreed: AgreedIdlePeriod, currency: string) {
  const type = feeType(agreed);
  const total = totalFee(agreed);
  const isPerTerm = type === 'TERM_BASED' || type === 'RELATIVE';
  return {
    idlePeriodFeeCalculationType: type,
    ...(total === null ? {} : { idlePeriodTotalAmount: toMoney(total, currency) }),
    idlePeriodFeeCalculationAmount: toMoney(feeAmount(agreed), currency),
    ...(isPerTerm ? { idlePeriodFeeCalculationTerm: { value: 1, unit: agreed.unit } } : {}),
    ...(type === 'RELATIVE' ? { idlePeriodFeeCalculationPercentage: agreed.fee.percentage } : {}),
  };
}
