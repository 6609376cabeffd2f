import { and, eq, isNull } from 'drizzle-orm';
import { addTerm, type CalendarDate, dayAfter, dayBefore } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { type TextKey, textPart, type TextPart, translate } from '../../../core/i18n/translate.js';
import { customers } from '../../customers/customers.tables.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { advanceContract, endContract } from '../contracts/advance.js';
import type { Cancelation } from '../contracts/contract-details.js';
import { contractLife } from '../contracts/contract-life.js';
import { contracts } from '../contracts/contracts.tables.js';
import { lockContract, type LockedContract } from '../contracts/lock-contract.js';
import { ownPeriod } from '../contracts/own-periods.js';
import { type SignedTerms, signedTermsOf } from '../contracts/signed-terms.js';
import { type IdleTime, toCalendarDay } from '../idle-periods/idle-time.js';

export interface CancelationReason {
  readonly id: number;
  readonly name: string;
}

/** Default reasons, for studios that have not set their own. */
const USUAL: readonly { readonly id: number; readonly key: TextKey }[] = [
  { id: 1001, key: 'cancelation.reason.moving' },
  { id: 1002, key: 'cancelation.reason.health' },
  { id: 1003, key: 'cancelation.reason.price' },
  { id: 1004, key: 'cancelation.reason.time' },
  { id: 1005, key: 'cancelation.reason.dissatisfied' },
  { id: 1006, key: 'cancelation.reason.other' },
];

/**
 * Returns the reasons for cancelling a contract: the studio's own, as the studio wrote them, or the default ones in
 * `language`.
 */
export function cancelationReasons(studio: Studio, language: string): readonly CancelationReason[] {
  const { reasons } = settingsOf(studio).cancelation;
  if (reasons.length > 0) return reasons;
  return USUAL.map(({ id, key }) => ({ id, name: translate(language, key) }));
}

/** The end dates that a contract can be cancelled to if notice is given today. */
interface CancelationChoice {
  /** The last days that can be chosen, earliest first. */
  readonly dates: readonly CalendarDate[];
  /** The last day on which notice can be given for the earliest date; null if notice is not possible. */
  readonly lastNoticeDate: CalendarDate | null;
}

/** Number of end dates offered. */
const OFFERED = 3;
const NONE: CancelationChoice = { dates: [], lastNoticeDate: null };

/**
 * Returns the end dates that are possible if notice is given today. There are none if the contract has ended, is
 * already cancelled, or was replaced by another.
 *
 * - `TERM`: the ends of the current and the next terms, each with the notice of its own term.
 * - `RECEIPT_DATE`: the end of the initial runtime while notice for it can be given. After that, the day that results
 * from adding the notice to today; the notice is that of the runtime in which it is received.
 */
export function cancelationChoice(
  signed: SignedTerms,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): CancelationChoice {
  const { periods, endDate } = contractLife(signed, idleTimes, today);
  const [initial, ...extensions] = periods;
  const last = periods.at(-1);
  if (!initial || !last || signed.finalEndDate !== null || endDate < today) return NONE;
  const { extension, cancelationStrategy } = signed;
  if (extension && cancelationStrategy === 'RECEIPT_DATE' && extensions.length > 0) {
    const notice = today <= initial.endDate ? signed.notice : extension.notice;
    const end = notice.reduce((date, term) => addTerm(date, term), today);
    return { dates: [end < initial.endDate ? initial.endDate : end], lastNoticeDate: today };
  }
  if (today > last.lastNoticeDate) return NONE;
  const offered = extension && cancelationStrategy === 'TERM' ? OFFERED : 1;
  const dates = Array.from({ length: offered }, (_, more) => {
    const { endDate: own } = ownPeriod(signed, periods.length - 1 + more);
    return dayBefore(toCalendarDay(dayAfter(own), idleTimes, today));
  });
  return { dates, lastNoticeDate: last.lastNoticeDate };
}

export interface CancelationRequest {
  readonly contractId: number;
  /** The last day of the contract; defaults to the earliest possible one. */
  readonly date?: CalendarDate;
  readonly reason?: string;
  readonly origin: Cancelation['origin'];
}

/**
 * Cancels a contract. Members can choose one of the days that the notice allows; the studio can choose any day from
 * today. Claims that would fall due later are dropped unless they are paid.
 *
 * @returns the last day.
 * @throws ApiError 404 if the studio has no such contract; 400 if the day is not possible, or if the contract has ended
 * or is already cancelled.
 */
export async function cancelContract(
  context: Context,
  tx: Database,
  studio: Studio,
  { contractId, date, reason, origin }: CancelationRequest,
): Promise<CalendarDate> {
  const { contract, idleTimes, today } = await lockOwn(context, tx, studio, contractId);
  if (contract.finalEndDate !== null) throw refuse('contractId', textPart('problem.cancelation.done'));
  const { dates } = cancelationChoice(signedTermsOf(contract), idleTimes, today);
  const end = date ?? dates[0];
  const isAllowed = end !== undefined && (dates.includes(end) || (origin === 'STUDIO' && end >= today));
  if (!isAllowed || contract.endDate < today) {
    const allowed = dates.join(', ') || '–';
    throw refuse('date', textPart('problem.given.unknown', { given: end ?? '–', allowed }));
  }
  const cancelation: Cancelation = {
    receivedOn: today,
    date: end,
    origin,
    ...(reason === undefined ? {} : { reason }),
  };
  await tx.update(contracts).set({ cancelation }).where(eq(contracts.id, contractId));
  await endContract(context, tx, contractId, end);
  await emit(context, tx, studio.id, {
    type: 'CONTRACT_CANCELLED',
    entityId: contract.customerId,
    content: { contractId },
  });
  return end;
}

/**
 * Withdraws a cancellation. The contract is then extended again by its own rules.
 *
 * @throws ApiError 404 if the studio has no such contract; 400 if the contract is not cancelled or has ended.
 */
export async function withdrawCancelation(
  context: Context,
  tx: Database,
  studio: Studio,
  contractId: number,
): Promise<void> {
  const { contract, today } = await lockOwn(context, tx, studio, contractId);
  if (contract.cancelation === null || contract.endDate < today) {
    throw refuse('contractId', textPart('problem.cancelation.none'));
  }
  await tx
    .update(contracts)
    .set({ cancelation: null, finalEndDate: null })
    .where(eq(contracts.id, contractId));
  await advanceContract(context, tx, contractId, true);
}

async function lockOwn(
  context: Context,
  tx: Database,
  studio: Studio,
  contractId: number,
): Promise<LockedContract> {
  const [owner] = await tx
    .select({ studioId: customers.studioId })
    .from(contracts)
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .where(eq(contracts.id, contractId));
  if (owner?.studioId !== studio.id) {
    throw new ApiError('errormessage.membership.contract.not.found', 'contractId', { contractId });
  }
  return lockContract(context, tx, contractId);
}

function refuse(reference: string, problem: TextPart): ApiError {
  return new ApiError('errormessage.membership.cancelation.not.possible', reference, { problem });
}
