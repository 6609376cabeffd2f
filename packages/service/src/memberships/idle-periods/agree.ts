import type { AgreedFreeze, FreezePeriod } from '../../domain/agreed-freeze.js';
import type { IdlePeriodReason } from '../../domain/idle-period-settings.js';
import { ApiError } from '../../errors/api-error.js';
import { translate } from '../../i18n/translate.js';
import { monthlyContribution } from './contribution.js';
import { freeTermStarts } from './counted-terms.js';
import { feeOfEnded } from './fees.js';
import type { FreezesOfContract, IdlePeriod } from './idle-periods.js';
import { refusalError } from './refusal-error.js';
import { validateFreeze, type FreezeRequest, type Situation } from './validation.js';

/** A request with a reason, and what may have been handed in for it. */
export interface Asked {
  readonly request: FreezeRequest & { readonly reasonId: number };
  readonly documentId: number | null;
}

/**
 * The freeze that is agreed on when a request is granted.
 *
 * @throws ApiError 400 with the validation status as its code, when a rule stands against it.
 */
export function agree(
  freezes: FreezesOfContract,
  { request, documentId }: Asked,
  situation: Situation,
  current: IdlePeriod | null,
): AgreedFreeze {
  const reason = findReason(request.reasonId, situation, current);
  const validated = validateFreeze(request, situation);
  if (validated.refusal !== null) throw refusalError(validated.refusal, request, situation);
  const { startDate, endDate } = validated.freeze;
  const agreed = {
    startDate,
    endDate,
    reason,
    documentId,
    ...priceOf(freezes, validated.freeze, situation, current),
  };
  const rules = { ...situation.rules, temporalUnit: agreed.unit };
  return {
    ...agreed,
    freeTermStarts: wasEndless(situation, current)
      ? []
      : freeTermStarts(validated.freeze, { ...situation, rules }),
  };
}

/** @throws ApiError 400 for a reason that the studio does not have, unless the freeze has it already. */
export function findReason(
  reasonId: number,
  { rules }: Situation,
  current: IdlePeriod | null,
): IdlePeriodReason {
  const found = [...rules.reasons, ...(current ? [current.asked.reason] : [])].find(
    ({ id }) => id === reasonId,
  );
  if (found) return found;
  const allowed = rules.reasons.map(({ id }) => id).join(', ');
  throw new ApiError('errormessage.idle.period.reason.unknown', 'reasonId', { given: reasonId, allowed });
}

/** What was handed in for a freeze stays as long as its reason does; null: nothing was. */
export function keptDocument({ asked }: IdlePeriod, reasonId: number): number | null {
  return asked.reason.id === reasonId ? asked.documentId : null;
}

/** Whether the change of a freeze needs a document that was not handed in before. */
export function lacksDocument({ id, documentRequired }: IdlePeriodReason, current: IdlePeriod): boolean {
  return documentRequired && keptDocument(current, id) === null;
}

/**
 * By which rules a freeze costs what it costs: those of today, or those that it has begun with. One that ran without an end
 * was charged term by term and without free terms; getting an end does not change that.
 */
function priceOf(
  { contract, studio }: FreezesOfContract,
  { startDate }: FreezePeriod,
  situation: Situation,
  current: IdlePeriod | null,
): Pick<AgreedFreeze, 'unit' | 'fee' | 'feeDescription' | 'monthlyContribution'> {
  if (current && current.asked.startDate <= situation.today) {
    const { unit, feeDescription, monthlyContribution: agreed } = current.asked;
    const fee = wasEndless(situation, current) ? feeOfEnded(current.asked) : current.asked.fee;
    return { unit, fee, feeDescription, monthlyContribution: agreed };
  }
  return {
    unit: situation.rules.temporalUnit,
    fee: situation.rules.fee,
    feeDescription: translate(studio.language, 'claim.idlePeriod'),
    monthlyContribution: monthlyContribution(contract, startDate),
  };
}

function wasEndless({ today }: Situation, current: IdlePeriod | null): boolean {
  return current?.asked.endDate === null && current.asked.startDate <= today;
}
