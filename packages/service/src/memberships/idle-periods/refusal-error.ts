import { addTerm, type CalendarDate } from '../../domain/calendar.js';
import { ApiError, type ErrorParams } from '../../errors/api-error.js';
import { nextPossibleStart } from './first-start.js';
import type { FreezeRequest, Refusal, Situation } from './validation.js';

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
