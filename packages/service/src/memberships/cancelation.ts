import { and, eq, isNull } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import type { CalendarDate } from '../domain/calendar.js';
import type { Cancelation } from '../domain/contract-details.js';
import { ApiError } from '../errors/api-error.js';
import { textPart, type TextPart } from '../i18n/translate.js';
import type { Database } from '../store/database.js';
import { contracts } from '../store/membership-tables.js';
import { customers } from '../store/schema.js';
import { emit } from '../webhooks/outbox.js';
import { bringForward } from './life/bring-forward.js';
import { cancelationChoice } from './life/cancelation-dates.js';
import { endContract } from './life/end-contract.js';
import { lockContract, type LockedContract } from './life/lock-contract.js';
import { signedTermsOf } from './life/signed-terms.js';

export interface CancelationRequest {
  readonly contractId: number;
  /** The last day of the contract; the earliest possible one when absent. */
  readonly date?: CalendarDate;
  readonly reason?: string;
  readonly origin: Cancelation['origin'];
}

/**
 * Cancels a contract: to one of the days that its notice allows, or, when the studio does it, to any day from today on.
 * Claims that would fall due later are dropped, unless they are paid.
 *
 * @returns the last day.
 * @throws ApiError 404 when the studio has no such contract, 400 for a day that is not possible, or one that has ended or
 *   is cancelled already.
 */
export async function cancelContract(
  context: Context,
  tx: Database,
  studio: Studio,
  { contractId, date, reason, origin }: CancelationRequest,
): Promise<CalendarDate> {
  const { contract, freezes, today } = await lockOwn(context, tx, studio, contractId);
  if (contract.finalEndDate !== null) throw refuse('contractId', textPart('problem.cancelation.done'));
  const { dates } = cancelationChoice(signedTermsOf(contract), freezes, today);
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
 * Takes a cancellation back; from then on the contract is extended again by its own rules.
 *
 * @throws ApiError 404 when the studio has no such contract, 400 when nobody has cancelled it, or it has ended.
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
  await bringForward(context, tx, contractId);
  await emit(context, tx, studio.id, {
    type: 'CONTRACT_UPDATED',
    entityId: contract.customerId,
    content: { contractId },
  });
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
