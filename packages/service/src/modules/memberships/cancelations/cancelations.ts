import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { type TextKey, textPart, type TextPart, translate } from '../../../core/i18n/translate.js';
import { findResult, keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { findCustomer } from '../../customers/customers.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { advanceContract, endContract } from '../contracts/advance.js';
import { type Cancelation, type CancelationStatus, endsContract } from '../contracts/contract-details.js';
import { contractLife } from '../contracts/contract-life.js';
import { findContract } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import { lockContract, lockContractOf, type LockedContract } from '../contracts/lock-contract.js';
import { signedTermsOf } from '../contracts/signed-terms.js';
import { cancelationChoice } from './cancelation-choice.js';

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

/**
 * Finds a reason, in the studio's language.
 *
 * @throws ApiError 400 if the studio has no such reason.
 */
export function findReason(studio: Studio, id: number): CancelationReason {
  const reasons = cancelationReasons(studio, studio.language);
  const found = reasons.find((reason) => reason.id === id);
  if (found) return found;
  const allowed = reasons.map((reason) => reason.id).join(', ');
  throw refuse('cancelationReasonId', textPart('problem.given.unknown', { given: id, allowed }));
}

export interface CancelationRequest extends Pick<Cancelation, 'origin' | 'reason' | 'isExtraordinary'> {
  readonly contractId: number;
  /** The last day of the contract; defaults to the earliest possible one. */
  readonly date?: CalendarDate;
  /** The day of receipt in the studio's time zone; defaults to today. */
  readonly receivedOn?: CalendarDate;
  /** The request's field with the date, for errors. */
  readonly dateField?: string;
}

/**
 * Cancels a contract with immediate effect. Members can choose one of the days that the notice allows; the studio, and
 * members with good cause, can choose any day from the day of receipt. Claims that would fall due after the last day
 * are dropped unless they are paid.
 *
 * @returns the last day.
 * @throws ApiError 404 if the studio has no such contract; 400 if the day is not possible, or if the contract has ended
 * or its cancellation has already been requested.
 */
export async function cancelContract(
  context: Context,
  tx: Database,
  studio: Studio,
  request: CancelationRequest,
): Promise<CalendarDate> {
  const locked = await lockContractOf(context, tx, studio, request.contractId);
  const cancelation = agree(locked, request);
  await end(context, tx, locked, cancelation);
  return cancelation.date;
}

/**
 * Cancels a contract on behalf of its member: with immediate effect, or once the studio has approved it, depending on
 * the studio's settings.
 *
 * @throws ApiError like `cancelContract`.
 */
export async function requestCancelation(
  context: Context,
  tx: Database,
  studio: Studio,
  request: Omit<CancelationRequest, 'origin'>,
): Promise<Cancelation> {
  const locked = await lockContractOf(context, tx, studio, request.contractId);
  const agreed = agree(locked, { ...request, origin: 'CUSTOMER' });
  if (!settingsOf(studio).cancelation.requireVerification) return end(context, tx, locked, agreed);
  return change(context, tx, locked, { ...agreed, status: 'PENDING_VERIFICATION' });
}

/** Returns the cancellation that results from a request, in the current state of the contract. */
function agree(
  { contract, idleTimes, today }: LockedContract,
  { date, origin, reason, isExtraordinary, receivedOn = today, dateField = 'date' }: CancelationRequest,
): Cancelation {
  const { cancelation, finalEndDate } = contract;
  if (cancelation?.status === 'PENDING_VERIFICATION') throw refuse('contractId', textPart(PENDING));
  if (cancelation || finalEndDate !== null) {
    throw refuse('contractId', textPart(DONE));
  }
  const signed = signedTermsOf(contract);
  const { dates } = cancelationChoice(signed, idleTimes, receivedOn);
  const last = date ?? (isExtraordinary ? receivedOn : dates[0]);
  const needsNotice = origin === 'CUSTOMER' && !isExtraordinary;
  const isRunning = contractLife(signed, idleTimes, receivedOn).endDate >= receivedOn;
  const canEnd = (day: CalendarDate) =>
    dates.includes(day) || (!needsNotice && isRunning && receivedOn <= day);
  if (last === undefined || !canEnd(last)) {
    const allowed = dates.join(', ') || '–';
    throw refuse(dateField, textPart('problem.given.unknown', { given: last ?? '–', allowed }));
  }
  return {
    status: 'CANCELED',
    receivedOn,
    date: last,
    origin,
    ...(reason === undefined ? {} : { reason }),
    ...(isExtraordinary ? { isExtraordinary } : {}),
  };
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
  const locked = await lockContractOf(context, tx, studio, contractId);
  requireCancelled(locked);
  await continueContract(context, tx, locked);
}

/**
 * Approves what a member has requested: a cancellation, which then ends the contract on the day that was agreed when it
 * was received, or its withdrawal.
 *
 * @returns the cancellation; null if it was withdrawn.
 * @throws ApiError 404 if the studio has no such contract; 400 if nothing is pending, or if a contract that was to
 * continue has ended.
 */
export async function approveRequest(
  context: Context,
  tx: Database,
  studio: Studio,
  contractId: number,
): Promise<Cancelation | null> {
  const locked = await lockContractOf(context, tx, studio, contractId);
  const pending = requirePending(locked);
  if (pending.status === 'PENDING_VERIFICATION') {
    if (locked.contract.finalEndDate !== null) throw refuse('contractId', textPart(DONE));
    return end(context, tx, locked, { ...pending, status: 'CANCELED' });
  }
  requireCancelled(locked);
  await continueContract(context, tx, locked);
  return null;
}

/**
 * Rejects what a member has requested. The contract continues, or stays cancelled.
 *
 * @returns the cancellation; null if the contract continues.
 * @throws ApiError 404 if the studio has no such contract; 400 if nothing is pending.
 */
export async function rejectRequest(
  context: Context,
  tx: Database,
  studio: Studio,
  contractId: number,
): Promise<Cancelation | null> {
  const locked = await lockContractOf(context, tx, studio, contractId);
  const pending = requirePending(locked);
  const isCancelled = endsContract(pending);
  return change(context, tx, locked, isCancelled ? { ...pending, status: 'CANCELED' } : null);
}

/** Identifies a contract of a member. */
interface ContractOfMember {
  readonly customerId: number;
  readonly contractId: number;
}

/**
 * Cancels a contract at its member's request; see `requestCancelation`.
 *
 * @returns the state of the cancellation.
 * @throws ApiError 404 or 403 if the member or the contract cannot be found; 400 like `cancelContract`.
 */
export async function cancelForMember(
  context: Context,
  studio: Studio,
  { customerId, ...request }: ContractOfMember & Omit<CancelationRequest, 'origin'>,
  keyed: KeyedRequest,
): Promise<CancelationStatus | null> {
  const of = { customerId, contractId: request.contractId };
  return changeForMember(context, studio, of, keyed, (tx) =>
    requestCancelation(context, tx, studio, request),
  );
}

/**
 * Withdraws the cancellation of a contract at its member's request. A pending cancellation is withdrawn immediately;
 * one that has taken effect may need the approval of the studio, depending on its settings.
 *
 * @returns the state of the cancellation; null if it is withdrawn.
 * @throws ApiError 404 or 403 if the member or the contract cannot be found; 400 if the contract is not cancelled, was
 * cancelled by the studio or has ended, or if the withdrawal is already pending.
 */
export async function withdrawForMember(
  context: Context,
  studio: Studio,
  of: ContractOfMember,
  keyed: KeyedRequest,
): Promise<CancelationStatus | null> {
  return changeForMember(context, studio, of, keyed, async (tx) => {
    const locked = await lockContractOf(context, tx, studio, of.contractId);
    const { cancelation } = locked.contract;
    if (cancelation?.status === 'PENDING_VERIFICATION') return change(context, tx, locked, null);
    const cancelled = requireCancelled(locked);
    if (cancelled.origin === 'STUDIO') throw refuse('contractId', textPart('problem.cancelation.studio'));
    if (cancelled.status !== 'CANCELED') throw refuse('contractId', textPart(PENDING));
    if (!settingsOf(studio).cancelation.requireWithdrawalVerification) {
      return continueContract(context, tx, locked);
    }
    return change(context, tx, locked, { ...cancelled, status: 'PENDING_WITHDRAWAL_VERIFICATION' });
  });
}

/** Makes a change once per idempotency key, under the lock of the member's contract. */
async function changeForMember(
  context: Context,
  studio: Studio,
  { customerId, contractId }: ContractOfMember,
  keyed: KeyedRequest,
  make: (tx: Database) => Promise<Cancelation | null>,
): Promise<CancelationStatus | null> {
  return context.db.transaction(async (tx) => {
    const find = async () => {
      await findCustomer(tx, studio.id, customerId, 'customerId');
      return findContract(tx, customerId, contractId, 'contractId');
    };
    await find();
    await lockContract(context, tx, contractId);
    const { cancelation } = await find();
    if ((await findResult(context, tx, keyed)) !== null) return cancelation?.status ?? null;
    const made = await make(tx);
    await keepResult(context, tx, keyed, randomUUID());
    return made?.status ?? null;
  });
}

const DONE = 'problem.cancelation.done' satisfies TextKey;
const PENDING = 'problem.cancelation.pending' satisfies TextKey;

/** Returns a cancellation that ends the contract in the future. @throws ApiError 400 if there is none. */
function requireCancelled({ contract, idleTimes, today }: LockedContract): Cancelation {
  const { cancelation } = contract;
  const { endDate } = contractLife(signedTermsOf(contract), idleTimes, today);
  if (endsContract(cancelation) && today <= endDate) return cancelation;
  throw refuse('contractId', textPart('problem.cancelation.none'));
}

function requirePending({ contract: { cancelation } }: LockedContract): Cancelation {
  if (cancelation && cancelation.status !== 'CANCELED') return cancelation;
  throw refuse('contractId', textPart('problem.cancelation.notPending'));
}

/** Ends a locked contract on the day of its cancellation, and notifies partners. */
async function end(
  context: Context,
  tx: Database,
  { contract, studio }: LockedContract,
  cancelation: Cancelation,
): Promise<Cancelation> {
  const { id: contractId, customerId } = contract;
  await endContract(context, tx, contractId, cancelation.date, cancelation);
  await emit(context, tx, studio.id, {
    type: 'CONTRACT_CANCELLED',
    entityId: customerId,
    content: { contractId },
  });
  return cancelation;
}

/**
 * Brings back a contract that another one had replaced, with the cancellation that it had then. The member must be
 * locked.
 */
export async function restoreContract(
  context: Context,
  tx: Database,
  contractId: number,
  cancelation: Cancelation | null,
): Promise<void> {
  if (endsContract(cancelation)) {
    return endContract(context, tx, contractId, cancelation.date, cancelation);
  }
  await tx.update(contracts).set({ cancelation, finalEndDate: null }).where(eq(contracts.id, contractId));
  await advanceContract(context, tx, contractId, true);
}

/** Lets a locked contract continue. */
async function continueContract(context: Context, tx: Database, { contract }: LockedContract): Promise<null> {
  await tx
    .update(contracts)
    .set({ cancelation: null, finalEndDate: null })
    .where(eq(contracts.id, contract.id));
  await advanceContract(context, tx, contract.id, true);
  return null;
}

/** Changes the cancellation of a locked contract without changing its end, and notifies partners. */
async function change<T extends Cancelation | null>(
  context: Context,
  tx: Database,
  { contract }: LockedContract,
  cancelation: T,
): Promise<T> {
  await tx.update(contracts).set({ cancelation }).where(eq(contracts.id, contract.id));
  await advanceContract(context, tx, contract.id, true);
  return cancelation;
}

function refuse(reference: string, problem: TextPart): ApiError {
  return new ApiError('errormessage.membership.cancelation.not.possible', reference, { problem });
}
