import type { Static } from 'typebox';
import type { Context } from '../../../context.js';
import { documentLink } from '../../../documents/document-link.js';
import type { AgreedFreeze } from '../../../domain/agreed-freeze.js';
import { toMoney } from '../../../domain/money.js';
import { signedTerm } from '../../../memberships/contracts.js';
import { freeDays, remainingTerms } from '../../../memberships/idle-periods/counted-terms.js';
import { feeAmount, feeType, totalFee } from '../../../memberships/idle-periods/fees.js';
import { nextPossibleStart } from '../../../memberships/idle-periods/first-start.js';
import {
  isLive,
  type FreezesOfContract,
  type IdlePeriod,
} from '../../../memberships/idle-periods/idle-periods.js';
import type { ChangePreview } from '../../../memberships/idle-periods/preview.js';
import { situationOf } from '../../../memberships/idle-periods/situation.js';
import type {
  IdlePeriodConfig,
  IdlePeriodList,
  IdlePeriodRecord,
  RemainingTerms,
  UpdatePreview,
} from '../schemas/idle-periods.js';
import { toCharge } from './charges.js';

export function toConfig(freezes: FreezesOfContract): Static<typeof IdlePeriodConfig> {
  const { currency } = freezes.studio;
  const situation = situationOf(freezes, null);
  const { rules, canBeFrozen } = situation;
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
    idlePeriodCreationStatus: canBeFrozen ? rules.creationStatus : 'READ',
    contractHasExtension: signedTerm(freezes.contract).extension.type !== 'NONE',
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
  { periods, studio, today }: FreezesOfContract,
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
export function toRemaining(freezes: FreezesOfContract): Static<typeof RemainingTerms> {
  const situation = situationOf(freezes, null);
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
  const { freeze, contractEnd, charges, balance, documentRequired } = preview;
  return {
    ...(freeze.endDate === null ? {} : { previewEndDate: freeze.endDate }),
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

function toFeeConfig(fee: AgreedFreeze['fee'], unit: AgreedFreeze['unit'], currency: string) {
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

function toFee(freeze: AgreedFreeze, currency: string) {
  const type = feeType(freeze);
  const total = totalFee(freeze);
  const isPerTerm = type === 'TERM_BASED' || type === 'RELATIVE';
  return {
    idlePeriodFeeCalculationType: type,
    ...(total === null ? {} : { idlePeriodTotalAmount: toMoney(total, currency) }),
    idlePeriodFeeCalculationAmount: toMoney(feeAmount(freeze), currency),
    ...(isPerTerm ? { idlePeriodFeeCalculationTerm: { value: 1, unit: freeze.unit } } : {}),
    ...(type === 'RELATIVE' ? { idlePeriodFeeCalculationPercentage: freeze.fee.percentage } : {}),
  };
}
