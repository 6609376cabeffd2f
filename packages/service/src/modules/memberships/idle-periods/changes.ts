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

/** The outcome of an idle period, for partners and for the studio. */
export type IdlePeriodEvent = 'CREATED' | 'UPDATED' | 'CANCELLED';

/** Writes an idle period again, reports it, and makes the contract what follows from it, all in the transaction given. */
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
  if (!written) throw new Error('An idle period that was just there is gone.');
  await notifyOfIdlePeriod(unit, ofContract, written, event);
  return written;
}

/** Notifies of an idle period that was just written, and makes the contract what follows from it. */
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

/** Works on the idle periods of a contract as they stand under the lock. */
type Work<T> = (tx: Database, ofContract: IdlePeriodsOfContract) => Promise<T>;

/**
 * Changes the idle periods of a contract, under the lock of its person, which also guards claims and balance.
 *
 * @param unlessMade what the same request has made before, which is then answered with it.
 * @throws ApiError 409 when another request has changed them since this one began.
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

/** No idle period is ever deleted, and versions only grow. */
function revisionOf({ periods }: IdlePeriodsOfContract): number {
  return periods.reduce((sum, { version }) => sum + version, 0);
}

/** The request of a partner to make or change an idle period. */
export interface SentIdlePeriod {
  readonly contractId: number;
  readonly request: Asked['request'];
  readonly document: UploadedFile | null;
}

/**
 * Makes a contract idle: at once, or when the studio has agreed, as its settings say.
 *
 * @throws ApiError 400 for what the studio does not allow, or a document that is missing; 409 when another request has
 *   changed the idle periods of the contract meanwhile.
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
    if (!made) throw new Error('An idle period was not stored.');
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

/** Keeps what was handed in. @returns its id, null when nothing was. */
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
 * Changes an idle period: at once, or when the studio has agreed; until then what was agreed before applies. What was handed
 * in for the reason stays, unless something else is.
 *
 * @throws ApiError as `createIdlePeriod`, and 404 when there is no such idle period.
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

/** The part that was withdrawn: an idle period, one that had no end and is over now, or only a change of it. */
export type Withdrawn = 'FREEZE' | 'REST' | 'CHANGE';

type Change = Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>;

/**
 * Withdraws a change that waits for the studio, so that what was agreed before stands; otherwise the idle period, as if it
 * had never been. One without an end that has begun ends instead: what has gone by stays idle, and the contract continues
 * from today.
 *
 * @throws ApiError 404 when there is no such idle period, 400 when the studio does not allow it, or not any more.
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

/** The part of an idle period before today; null where it begins today. */
function goneBy(agreed: AgreedIdlePeriod, today: CalendarDate): AgreedIdlePeriod | null {
  if (agreed.startDate >= today) return null;
  return { ...agreed, endDate: dayBefore(today), fee: feeOfEnded(agreed) };
}
