import { type Static, Type } from 'typebox';
import { TERM_UNITS } from '../../../core/calendar.js';
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
import { type ChangePreview, situationOf } from './agreement.js';
import { feeAmount, feeType, totalFee } from './fees.js';
import type { AgreedIdlePeriod } from './idle-time.js';
import { type IdlePeriod, type IdlePeriodsOfContract, isLive } from './idle-periods.js';
import { freeDays, nextPossibleStart, remainingTerms } from './terms.js';
import { REFUSALS } from './validation.js';

const Unit = Type.Enum(IDLE_PERIOD_UNITS, {
  type: 'string',
  description:
    'A WEEK or MONTH from any day on, unless the studio wants Mondays or the first; firstPossibleStartDate is one that it takes.',
});
const Term = Type.Object({
  value: Type.Integer({ format: 'int32' }),
  unit: Type.Enum(TERM_UNITS, { type: 'string' }),
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
  unlimited: Type.Optional(Type.Boolean({ description: 'true: without an end, and so without terms.' })),
};
export const ValidateRequest = Type.Object(
  { ...length, reasonId: Type.Optional(Int64) },
  { examples: [{ startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, unlimited: false }] },
);
export const ChangeRequest = Type.Object(
  { ...length, reasonId: Int64 },
  {
    examples: [
      { startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, unlimited: false, reasonId: 1 },
    ],
  },
);

const Status = Type.Enum([...REFUSALS, 'IDLEPERIOD_CREATABLE', 'IDLEPERIOD_UPDATABLE'] as const, {
  type: 'string',
  description:
    'CREATABLE and UPDATABLE: it can be done. Anything else: the first rule that stands against it.',
});
const DocumentRequired = Type.Optional(
  Type.Boolean({ description: 'true: the request needs the part `document`, which its reason requires.' }),
);
export const Validation = Type.Object({ validationStatus: Status, documentRequired: DocumentRequired });

const FeeConfig = Type.Object({
  idlePeriodAmount: Money,
  idlePeriodAmountPerTermUnit: Type.Optional(Money),
  defaultTemporalUnit: Type.Optional(Unit),
  dynamicIdlePeriodAmountPercentage: Type.Optional(Type.Number({ examples: [10] })),
  recurringIdlePeriodCharges: Type.Optional(Type.Boolean()),
});
const Reason = Type.Object({
  id: Int64,
  name: Type.String({ examples: ['Vacation'] }),
  documentRequired: Type.Boolean(),
});

export const IdlePeriodConfig = Type.Object({
  temporalUnit: Unit,
  maxTerms: Type.Integer({ format: 'int32', description: 'Of one freeze period.' }),
  maxTermPerReferencePeriod: Type.Optional(Type.Integer({ format: 'int32' })),
  referencePeriod: Type.Enum(REFERENCE_PERIODS, { type: 'string' }),
  firstPossibleStartDate: CalendarDate,
  nextPossibleStartDateOnly: Type.Boolean({ description: 'true: firstPossibleStartDate is the only start.' }),
  idlePeriodFee: Money,
  accessRefusal: Type.Boolean(),
  idlePeriodReasons: Type.Array(Reason),
  idlePeriodCreationStatus: Type.Enum(CREATION_STATUSES, {
    type: 'string',
    description: 'READ: the contract cannot be frozen, and nothing changed.',
  }),
  contractHasExtension: Type.Boolean(),
  unlimitedAllowed: Type.Boolean({
    description: 'true: maxTerms and maxTermPerReferencePeriod do not apply.',
  }),
  freeTerms: Term,
  dayBasedTermShorteningAllowed: Type.Boolean(),
  idlePeriodFeeCalculationConfig: FeeConfig,
});

export const IdlePeriodRecord = Type.Object({
  id: Int64,
  startDate: CalendarDate,
  endDate: Type.Optional({ ...CalendarDate, description: 'Absent: unlimited.' }),
  unlimited: Type.Optional(Type.Boolean()),
  documentUrl: Type.Optional(Type.String({ description: 'Good for 15 minutes.' })),
  state: Type.Enum(['PENDING_VERIFICATION', 'ACCEPTED'], { type: 'string' }),
  idlePeriodFeeCalculationConfig: Type.Optional(FeeConfig),
  idlePeriodFee: Type.Optional(
    Type.Object({
      idlePeriodFeeCalculationType: Type.Enum(['NONE', 'ABSOLUTE', 'RELATIVE', 'TERM_BASED'], {
        type: 'string',
      }),
      idlePeriodTotalAmount: Type.Optional(Money),
      idlePeriodFeeCalculationAmount: Type.Optional(Money),
      idlePeriodFeeCalculationTerm: Type.Optional(Term),
      idlePeriodFeeCalculationPercentage: Type.Optional(Type.Number({ examples: [10] })),
    }),
  ),
  idlePeriodReason: Reason,
  reason: Type.String({ examples: ['Vacation'] }),
  fee: { ...Money, description: 'In all; of an unlimited freeze period for one term.' },
  usedFreeTermsInDays: Type.Optional(Type.Integer({ format: 'int32' })),
});

export const IdlePeriodList = Type.Object({
  pastIdlePeriods: Type.Array(IdlePeriodRecord),
  currentAndUpcomingIdlePeriods: Type.Array(IdlePeriodRecord),
});

export const RemainingTerms = Type.Object({
  remainingMaxTerms: Type.Optional({ ...Term, description: 'Absent: there is no maximum.' }),
  remainingFreeTerms: Term,
});

export const UpdatePreview = Type.Object({
  previewEndDate: Type.Optional({ ...CalendarDate, description: 'Of the freeze period; absent: unlimited.' }),
  previewContractEndDate: Type.Optional({
    ...CalendarDate,
    description: 'Of the contract, as far as it is certain.',
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
          'Everything of the contract that then falls due from today on, as far as it is certain; less than 0 is credited.',
      },
    ),
  ),
  accountBalanceAfterUpdate: Type.Optional({
    ...Money,
    description: 'What the balance of the account is once the change is made; less than 0: the member owes.',
  }),
  validationStatus: Status,
  documentRequired: DocumentRequired,
});

export const Withdrawal = Type.Object({ success: Type.Optional(Type.String()) });

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

/** The terms left today; before the contract begins, in its first reference period. */
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
