import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type CalendarDate, dayBefore } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import type { UploadedFile } from '../../../core/http/multipart.js';
import { findResult, keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { fromMinorUnits } from '../../../core/money.js';
import { lockCustomer } from '../../customers/customers.js';
import { storeDocument } from '../../documents/documents.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { advanceContract } from '../contracts/advance.js';
import { agree, type Asked, findReason, keptDocument, lacksDocument, situationOf } from './agreement.js';
import { feeOfEnded, totalFee } from './fees.js';
import type { AgreedIdlePeriod } from './idle-time.js';
import { findLive, type IdlePeriod, type IdlePeriodsOfContract, loadIdlePeriods } from './idle-periods.js';
import { idlePeriods } from './idle-periods.tables.js';
import { freeDays } from './terms.js';
import { isWithinDays } from './validation.js';

/** The kind of change to an idle period, as reported to partners and the studio. */
export type IdlePeriodEvent = 'CREATED' | 'UPDATED' | 'CANCELLED';

/** Updates an idle period, reports it, and advances the contract, all in the given transaction. */
export async function writeIdlePeriod(
  unit: UnitOfWork,
  ofContract: IdlePeriodsOfContract,
  change: Pick<IdlePeriod, 'id' | 'version'> & Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>,
  event: IdlePeriodEvent,
): Promise<IdlePeriod> {
  const { context, tx } = unit;
  const { id, version, ...values } = change;
  const [written] = await tx
    .update(idlePeriods)
    .set({ ...values, version: version + 1, updatedAt: context.clock.now() })
    .where(eq(idlePeriods.id, id))
    .returning();
  if (!written) throw new Error('The idle period no longer exists.');
  await notifyOfIdlePeriod(unit, ofContract, written, event);
  return written;
}

/** Notifies partners and the studio of an idle period that was just written, and advances the contract. */
async function notifyOfIdlePeriod(
  { context, tx, traceId }: UnitOfWork,
  { studio, contract }: IdlePeriodsOfContract,
  { id: idlePeriodId, state, asked }: IdlePeriod,
  event: IdlePeriodEvent,
): Promise<void> {
  const total = totalFee(asked);
  await emit(context, tx, studio.id, {
    type: `CONTRACT_IDLE_PERIOD_${event}`,
    entityId: contract.customerId,
    content: {
      contractId: contract.id,
      idlePeriodId,
      ...(total === null ? {} : { idlePeriodAmount: fromMinorUnits(total, studio.currency) }),
      usedFreeTermsInDays: freeDays(asked),
    },
  });
  await recordEvent(context, tx, {
    kind: `IDLE_PERIOD_${event}`,
    detail: `contract ${contract.id}, idle period ${idlePeriodId}: ${asked.startDate} to ${asked.endDate ?? 'open'}, ${state}`,
    traceId,
    studioId: studio.id,
  });
  await advanceContract(context, tx, contract.id);
}

/** Works on a contract's idle periods in their current state under the lock. */
type Work<T> = (tx: Database, ofContract: IdlePeriodsOfContract) => Promise<T>;

/**
 * Changes the idle periods of a contract under the lock of its person, which also guards claims and balance.
 *
 * @param unlessMade returns the result of an earlier, identical request; if there is one, `work` is not called.
 * @throws ApiError 409 if another request has changed the idle periods since this one began.
 */
async function changeIdlePeriods<T>(
  context: Context,
  { studio, contractId }: { readonly studio: Studio; readonly contractId: number },
  work: Work<T>,
  unlessMade: Work<T | null> = async () => null,
): Promise<T> {
  const seen = await loadIdlePeriods(context, context.db, studio, contractId);
  return context.db.transaction(async (tx) => {
    await lockCustomer(tx, seen.contract.customerId);
    const now = await loadIdlePeriods(context, tx, studio, contractId);
    const made = await unlessMade(tx, now);
    if (made !== null) return made;
    if (revisionOf(now) !== revisionOf(seen)) {
      throw new ApiError('errormessage.concurrent.modification', 'contractId');
    }
    return work(tx, now);
  });
}

/** Returns a number that every change raises: idle periods are never deleted, and versions only grow. */
function revisionOf({ periods }: IdlePeriodsOfContract): number {
  return periods.reduce((sum, { version }) => sum + version, 0);
}

/** A partner's request to create or change an idle period. */
export interface SentIdlePeriod {
  readonly contractId: number;
  readonly request: Asked['request'];
  readonly document: UploadedFile | null;
}

/**
 * Creates an idle period. It takes effect immediately or once the studio has approved it, depending on the studio's
 * settings.
 *
 * @throws ApiError 400 if the studio does not allow it or a document is missing; 409 if another request has changed the
 * contract's idle periods in the meantime.
 */
export async function createIdlePeriod(
  context: Context,
  studio: Studio,
  sent: SentIdlePeriod,
  request: KeyedRequest,
): Promise<IdlePeriod> {
  const { contractId, request: asked, document } = sent;
  const work = async (tx: Database, ofContract: IdlePeriodsOfContract) => {
    const situation = situationOf(ofContract, null);
    const { documentRequired } = findReason(asked.reasonId, situation, null);
    if (documentRequired && !document) throw missingDocument();
    const documentId = await keepDocument(context, tx, ofContract, document);
    const agreed = agree(ofContract, { request: asked, documentId }, situation, null);
    const isPending = settingsOf(studio).idlePeriods.creationStatus === 'CHANGES_REQUIRE_VERIFICATION';
    const now = context.clock.now();
    const [made] = await tx
      .insert(idlePeriods)
      .values({
        uuid: await keepResult(context, tx, request, randomUUID()),
        contractId,
        state: isPending ? 'PENDING_VERIFICATION' : 'ACCEPTED',
        asked: agreed,
        inForce: isPending ? null : agreed,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!made) throw new Error('The idle period was not stored.');
    await notifyOfIdlePeriod({ context, tx, traceId: request.traceId }, ofContract, made, 'CREATED');
    return made;
  };
  return changeIdlePeriods(context, { studio, contractId }, work, async (tx) => {
    const uuid = await findResult(context, tx, request);
    if (uuid === null) return null;
    const [made] = await tx.select().from(idlePeriods).where(eq(idlePeriods.uuid, uuid));
    return made ?? null;
  });
}

/** Stores the submitted document. @returns its id; null if none was submitted. */
async function keepDocument(
  context: Context,
  tx: Database,
  { studio, contract }: IdlePeriodsOfContract,
  document: UploadedFile | null,
): Promise<number | null> {
  if (!document) return null;
  return storeDocument(context, tx, {
    studioId: studio.id,
    customerId: contract.customerId,
    purpose: 'IDLE_PERIOD',
    file: document,
    reference: 'document',
  });
}

function missingDocument(): ApiError {
  return new ApiError('errormessage.idle.period.document.required', 'document');
}

/**
 * Changes an idle period, either immediately or once the studio has approved the change; until then the previous
 * agreement applies. The document for the reason is retained unless a new one is submitted.
 *
 * @throws ApiError like `createIdlePeriod`, and 404 if there is no such idle period.
 */
export async function updateIdlePeriod(
  context: Context,
  studio: Studio,
  { contractId, request, document, idlePeriodId }: SentIdlePeriod & { readonly idlePeriodId: number },
  traceId: string,
): Promise<IdlePeriod> {
  return changeIdlePeriods(context, { studio, contractId }, async (tx, ofContract) => {
    const current = findLive(ofContract, idlePeriodId);
    const situation = situationOf(ofContract, current);
    const reason = findReason(request.reasonId, situation, current);
    if (!document && lacksDocument(reason, current)) throw missingDocument();
    const documentId =
      (await keepDocument(context, tx, ofContract, document)) ?? keptDocument(current, reason.id);
    const agreed = agree(ofContract, { request, documentId }, situation, current);
    const isPending = settingsOf(studio).idlePeriods.creationStatus === 'CHANGES_REQUIRE_VERIFICATION';
    const { id, version } = current;
    return writeIdlePeriod(
      { context, tx, traceId },
      ofContract,
      isPending
        ? { id, version, asked: agreed, state: 'PENDING_VERIFICATION' }
        : { id, version, asked: agreed, inForce: agreed },
      'UPDATED',
    );
  });
}

/**
 * Kind of withdrawal: of an idle period (FREEZE), of the rest of an open-ended one that has begun (REST), or only of a
 * pending change (CHANGE).
 */
export type Withdrawn = 'FREEZE' | 'REST' | 'CHANGE';

type Change = Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>;

/**
 * Withdraws a change that awaits the studio's approval, so that the previous agreement stands. Otherwise withdraws the
 * idle period as if it had never existed. An open-ended idle period that has begun ends instead: its past days stay
 * idle, and the contract continues from today.
 *
 * @throws ApiError 404 if there is no such idle period; 400 if the studio does not allow the withdrawal, or no longer
 * does.
 */
export async function withdrawIdlePeriod(
  context: Context,
  studio: Studio,
  { contractId, idlePeriodId }: { readonly contractId: number; readonly idlePeriodId: number },
  traceId: string,
): Promise<Withdrawn> {
  return changeIdlePeriods(context, { studio, contractId }, async (tx, ofContract) => {
    const current = findLive(ofContract, idlePeriodId);
    const { creationStatus, cancellationDays } = settingsOf(studio).idlePeriods;
    if (creationStatus === 'READ') throw new ApiError('IDLEPERIOD_DEACTIVATED_FOR_CONTRACT', 'contractId');
    const { withdrawn, change, event } = withdrawalOf(current, cancellationDays, ofContract.today);
    const { id, version } = current;
    await writeIdlePeriod({ context, tx, traceId }, ofContract, { id, version, ...change }, event);
    return withdrawn;
  });
}

function withdrawalOf(
  { id, state, inForce }: IdlePeriod,
  cancellationDays: number,
  today: CalendarDate,
): { readonly withdrawn: Withdrawn; readonly change: Change; readonly event: IdlePeriodEvent } {
  if (state === 'PENDING_VERIFICATION' && inForce) {
    return { withdrawn: 'CHANGE', change: { state: 'ACCEPTED', asked: inForce }, event: 'UPDATED' };
  }
  const event = 'CANCELLED';
  if (!inForce || isWithinDays(inForce, cancellationDays, today)) {
    return { withdrawn: 'FREEZE', change: { state: 'WITHDRAWN', inForce: null }, event };
  }
  if (inForce.endDate === null) {
    return { withdrawn: 'REST', change: { state: 'WITHDRAWN', inForce: goneBy(inForce, today) }, event };
  }
  throw new ApiError('errormessage.idle.period.withdrawal.too.late', 'idlePeriodId', { idlePeriodId: id });
}

/** Returns the part of an idle period before today; null if it begins today or later. */
function goneBy(agreed: AgreedIdlePeriod, today: CalendarDate): AgreedIdlePeriod | null {
  if (agreed.startDate >= today) return null;
  return { ...agreed, endDate: dayBefore(today), fee: feeOfEnded(agreed) };
}
