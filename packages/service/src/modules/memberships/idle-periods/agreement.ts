import { addTerm, type CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { ApiError, type ErrorParams } from '../../../core/errors/api-error.js';
import { translate } from '../../../core/i18n/translate.js';
import { accountBalance } from '../../payments/account/account.js';
import type { IdlePeriodReason } from '../../studios/settings/idle-period-settings.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { moduleContractsOf } from '../additional-modules/module-contracts.js';
import { contractParts, partFeeChanges } from '../contracts/contract-parts.js';
import { type Contract, signedTerm } from '../contracts/contracts.js';
import {
  type FeeChanges,
  feeKey,
  type NewClaim,
  type WrittenClaim,
  writtenClaims,
} from '../contracts/fee-changes.js';
import { isIdlePeriodKey, type PlannedClaim } from '../contracts/planned-claims.js';
import { feeOfEnded, monthlyContribution } from './fees.js';
import type { AgreedIdlePeriod, IdleDates } from './idle-time.js';
import {
  findLive,
  type IdlePeriod,
  type IdlePeriodsOfContract,
  loadIdlePeriods,
  othersOf,
  toIdleTime,
} from './idle-periods.js';
import { freeTermStarts, nextPossibleStart } from './terms.js';
import { type IdlePeriodRequest, type Refusal, type Situation, validateIdlePeriod } from './validation.js';

const REFERENCES: Readonly<Record<Refusal, keyof IdlePeriodRequest | 'contractId'>> = {
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

/** Converts a refusal into the error response of an operation that creates or changes an idle period. */
function refusalError(refusal: Refusal, request: IdlePeriodRequest, situation: Situation): ApiError {
  return new ApiError(refusal, REFERENCES[refusal], paramsOf(refusal, request, situation));
}

function paramsOf(refusal: Refusal, request: IdlePeriodRequest, situation: Situation): ErrorParams {
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

/**
 * Returns the start date that the studio expects. An idle period that has begun keeps its start; if it is too late to
 * change it, a new one can start after it.
 */
function expectedStart(refusal: Refusal, situation: Situation): CalendarDate {
  const { current, others, today } = situation;
  if (current === null || current.startDate > today) return nextPossibleStart(situation);
  if (refusal !== 'IDLEPERIOD_DEADLINE_VIOLATED') return current.startDate;
  return nextPossibleStart({ ...situation, others: [...others, current] });
}

/** A request with a reason, and the document submitted for it, if any. */
export interface Asked {
  readonly request: IdlePeriodRequest & { readonly reasonId: number };
  readonly documentId: number | null;
}

/**
 * Returns the idle period that is agreed when a request is granted.
 *
 * @throws ApiError 400 with the validation status as its code, if a rule forbids it.
 */
export function agree(
  ofContract: IdlePeriodsOfContract,
  { request, documentId }: Asked,
  situation: Situation,
  current: IdlePeriod | null,
): AgreedIdlePeriod {
  const reason = findReason(request.reasonId, situation, current);
  const validated = validateIdlePeriod(request, situation);
  if (validated.refusal !== null) throw refusalError(validated.refusal, request, situation);
  const { startDate, endDate } = validated.dates;
  const agreed = {
    startDate,
    endDate,
    reason,
    documentId,
    ...priceOf(ofContract, validated.dates, situation, current),
  };
  const rules = { ...situation.rules, temporalUnit: agreed.unit };
  return {
    ...agreed,
    freeTermStarts: wasEndless(situation, current)
      ? []
      : freeTermStarts(validated.dates, { ...situation, rules }),
  };
}

/**
 * Finds a reason of the studio, or the reason that the idle period already has.
 *
 * @throws ApiError 400 for any other reason.
 */
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

/** Returns the document already submitted for a reason; null if there is none or the reason is a new one. */
export function keptDocument({ asked }: IdlePeriod, reasonId: number): number | null {
  return asked.reason.id === reasonId ? asked.documentId : null;
}

/** Returns whether a change of an idle period requires a document that has not been submitted yet. */
export function lacksDocument({ id, documentRequired }: IdlePeriodReason, current: IdlePeriod): boolean {
  return documentRequired && keptDocument(current, id) === null;
}

/**
 * Returns the pricing rules of an idle period: today's, or those that it began with. An open-ended period was charged
 * term by term and without free terms; giving it an end does not change that.
 */
function priceOf(
  { contract, studio }: IdlePeriodsOfContract,
  { startDate }: IdleDates,
  situation: Situation,
  current: IdlePeriod | null,
): Pick<AgreedIdlePeriod, 'unit' | 'fee' | 'feeDescription' | 'monthlyContribution'> {
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

/** Collects the facts that a new or changed idle period is checked against. */
export function situationOf(ofContract: IdlePeriodsOfContract, current: IdlePeriod | null): Situation {
  const { studio, today, contract, periods } = ofContract;
  const rules = settingsOf(studio).idlePeriods;
  const contractEnd = lastPossibleDay(contract);
  const hasEnded = contractEnd !== null && contractEnd < today;
  return {
    rules,
    today,
    contractStart: contract.startDate,
    contractEnd,
    canBeIdle: !hasEnded && !rules.excludedOfferIds.includes(contract.offerId),
    hasPending: periods.some(({ state }) => state === 'PENDING_VERIFICATION'),
    others: othersOf(ofContract, current),
    current: current?.asked ?? null,
  };
}

/** Returns the last day that a contract can have; null if it is extended until it is cancelled. */
function lastPossibleDay(contract: Contract): CalendarDate | null {
  const hasNextPeriod = contract.finalEndDate === null && signedTerm(contract).extension.type !== 'NONE';
  return hasNextPeriod ? null : contract.endDate;
}

/**
 * Returns the entries of the contract on the account from today on after the changes, including credits, by due date.
 */
function chargesThen(
  planned: readonly PlannedClaim[],
  { written, changes }: { readonly written: readonly WrittenClaim[]; readonly changes: FeeChanges },
  today: CalendarDate,
): PlannedClaim[] {
  const { updated, deleted, added, credited } = changes;
  const factsOf = (key: string): Pick<PlannedClaim, 'type' | 'paidPeriod'> => {
    const plan = planned.find((claim) => claim.key === key);
    if (!plan) return { type: isIdlePeriodKey(key) ? 'IDLE_PERIOD_FEE' : 'CONTRACT_FEE' };
    return { type: plan.type, ...(plan.paidPeriod ? { paidPeriod: plan.paidPeriod } : {}) };
  };
  const isKept = ({ id }: WrittenClaim) => !deleted.includes(id) && !updated.some((claim) => claim.id === id);
  const credits = credited.map(({ claim, amount }) => ({ ...claim, dueDate: today, amount: -amount }));
  const all: readonly NewClaim[] = [...written.filter(isKept), ...updated, ...added, ...credits];
  return all
    .filter(({ dueDate }) => dueDate >= today)
    .map(({ key: own, dueDate, description, amount }) => {
      const key = feeKey(own);
      return { key, dueDate, description, amount, ...factsOf(key) };
    })
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));
}

/**
 * Returns the change in a balance, in minor units, when claims are changed: the credits, and the difference in the
 * claims that are due.
 */
function balanceChange(
  { written, changes }: { readonly written: readonly WrittenClaim[]; readonly changes: FeeChanges },
  today: CalendarDate,
): number {
  const { updated, deleted, added, credited } = changes;
  const gone = [...deleted, ...updated.map(({ id }) => id)];
  const due = (claims: readonly Pick<NewClaim, 'dueDate' | 'amount'>[]) =>
    claims.filter(({ dueDate }) => dueDate <= today).reduce((sum, { amount }) => sum + amount, 0);
  const credits = credited.reduce((sum, { amount }) => sum + amount, 0);
  return credits + due(written.filter(({ id }) => gone.includes(id))) - due([...updated, ...added]);
}

/** The result of a change of an idle period, or only the refusal if the change is not possible. */
export type ChangePreview =
  | { readonly refusal: Refusal }
  | {
      readonly refusal: null;
      readonly agreed: AgreedIdlePeriod;
      /** Whether the change requires a document that has not been submitted yet. */
      readonly documentRequired: boolean;
      readonly contractEnd: CalendarDate;
      /** All charges of the contract that would fall due from today on, by due date; negative amounts are credits. */
      readonly charges: readonly PlannedClaim[];
      /** The account balance once the change is made, in minor units; negative if the member owes money. */
      readonly balance: number;
    };

/**
 * Previews a change of an idle period as if the studio had approved it. Nothing is stored.
 *
 * @throws ApiError 404 if there is no such idle period.
 */
export async function previewChange(
  context: Context,
  studio: Studio,
  ids: { readonly contractId: number; readonly idlePeriodId: number },
  request: Asked['request'],
): Promise<ChangePreview> {
  const ofContract = await loadIdlePeriods(context, context.db, studio, ids.contractId);
  const { contract, periods, today } = ofContract;
  const current = findLive(ofContract, ids.idlePeriodId);
  const situation = situationOf(ofContract, current);
  const { refusal } = validateIdlePeriod(request, situation);
  if (refusal !== null) return { refusal };
  const agreed = agree(ofContract, { request, documentId: current.asked.documentId }, situation, current);
  const then = periods.map((period) => (period.id === current.id ? { ...period, inForce: agreed } : period));
  const parts = contractParts(
    contract,
    await moduleContractsOf(context.db, [contract.id]),
    then.flatMap((period) => toIdleTime(period, today) ?? []),
    today,
  );
  const written = await writtenClaims(context, context.db, contract, today);
  const before = await accountBalance(context.db, contract.customerId, today);
  const changes = partFeeChanges(parts, written, today);
  return {
    refusal,
    agreed,
    documentRequired: lacksDocument(agreed.reason, current),
    contractEnd: parts.life.endDate,
    charges: chargesThen(parts.claims, { written, changes }, today),
    balance: before + balanceChange({ written, changes }, today),
  };
}
