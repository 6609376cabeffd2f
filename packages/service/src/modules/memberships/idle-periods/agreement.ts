import { addTerm, type CalendarDate } from '../../../core/calendar.js';
import { ApiError, type ErrorParams } from '../../../core/errors/api-error.js';
import { translate } from '../../../core/i18n/translate.js';
import type { IdlePeriodReason } from '../../studios/settings/idle-period-settings.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import { type Contract, signedTerm } from '../contracts/contracts.js';
import { feeOfEnded, monthlyContribution } from './fees.js';
import type { AgreedFreeze, FreezePeriod } from './freeze.js';
import { type FreezesOfContract, type IdlePeriod, othersOf } from './idle-periods.js';
import { freeTermStarts, nextPossibleStart } from './terms.js';
import { type FreezeRequest, type Refusal, type Situation, validateFreeze } from './validation.js';

const REFERENCES: Readonly<Record<Refusal, keyof FreezeRequest | 'contractId'>> = {
  IDLEPERIOD_DEACTIVATED_FOR_CONTRACT: 'contractId',
  IDLEPERIOD_PENDING_VERIFICATION: 'contractId',
  IDLEPERIOD_DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT: 'startDate',
  IDLEPERIOD_DEADLINE_VIOLATED: 'startDate',
  IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH: 'startDate',
  IDLEPERIOD_MAXIMUM_YEARS_VIOLATED: 'startDate',
  IDLEPERIOD_OVERLAPPING: 'startDate',
  IDLEPERIOD_TEMPORALUNIT_INVALID: 'temporalUnit',
  IDLEPERIOD_MAXIMUM_TERMS_VIOLATED: 'termValue',
  IDLEPERIOD_TERMVALUE_MISSING: 'termValue',
  IDLEPERIOD_UNLIMITED_PARAMETER_IS_MISSING: 'unlimited',
  IDLEPERIOD_ENDDATE_AND_TERM_PROVIDED: 'endDate',
  IDLEPERIOD_ENDDATE_BEFORE_STARTDATE: 'endDate',
  IDLEPERIOD_ENDDATE_ONLY_FOR_SHORTENING: 'endDate',
};

/** A rule that stands against a freeze, as the answer of an operation that would make it. */
export function refusalError(refusal: Refusal, request: FreezeRequest, situation: Situation): ApiError {
  return new ApiError(refusal, REFERENCES[refusal], paramsOf(refusal, request, situation));
}

function paramsOf(refusal: Refusal, request: FreezeRequest, situation: Situation): ErrorParams {
  const { rules, today } = situation;
  return {
    startDate: request.startDate,
    endDate: request.endDate ?? '',
    expected: expectedStart(refusal, situation),
    latest: addTerm(today, { value: rules.maximumYears, unit: 'YEAR' }),
    temporalUnit: rules.temporalUnit,
    maxTerms: rules.maxTerms,
  };
}

/** One that has begun keeps its start; where it is too late to change it, a new one starts behind it. */
function expectedStart(refusal: Refusal, situation: Situation): CalendarDate {
  const { current, others, today } = situation;
  if (current === null || current.startDate > today) return nextPossibleStart(situation);
  if (refusal !== 'IDLEPERIOD_DEADLINE_VIOLATED') return current.startDate;
  return nextPossibleStart({ ...situation, others: [...others, current] });
}

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

/** The situation that a new freeze, or the change of one, is checked against. */
export function situationOf(freezes: FreezesOfContract, current: IdlePeriod | null): Situation {
  const { studio, today, contract, periods } = freezes;
  const rules = settingsOf(studio).idlePeriods;
  const contractEnd = lastPossibleDay(contract);
  const hasEnded = contractEnd !== null && contractEnd < today;
  return {
    rules,
    today,
    contractStart: contract.startDate,
    contractEnd,
    canBeFrozen: !hasEnded && !rules.excludedOfferIds.includes(contract.offerId),
    hasPending: periods.some(({ state }) => state === 'PENDING_VERIFICATION'),
    others: othersOf(freezes, current),
    current: current?.asked ?? null,
  };
}

/** The last day that a contract can have; null: it is extended until somebody cancels it. */
function lastPossibleDay(contract: Contract): CalendarDate | null {
  const goesOn = contract.finalEndDate === null && signedTerm(contract).extension.type !== 'NONE';
  return goesOn ? null : contract.endDate;
}
