import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type CalendarDate, dayBefore } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import type { UploadedFile } from '../../../core/http/multipart.js';
import type { PartnerMeta } from '../../../core/http/request-meta.js';
import { findMade, keepMade, partnerRequest } from '../../../core/idempotency/partner-request.js';
import { requestHash } from '../../../core/idempotency/request-hash.js';
import { fromMinorUnits } from '../../../core/money.js';
import { lockCustomer } from '../../customers/customers.js';
import { storeDocument } from '../../documents/documents.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { bringForward } from '../contracts/bring-forward.js';
import { agree, type Asked, findReason, keptDocument, lacksDocument, situationOf } from './agreement.js';
import { feeOfEnded, totalFee } from './fees.js';
import type { AgreedFreeze } from './freeze.js';
import { findLive, type FreezesOfContract, type IdlePeriod, loadFreezes } from './idle-periods.js';
import { idlePeriods } from './idle-periods.tables.js';
import { freeDays } from './terms.js';
import { isWithinDays } from './validation.js';

/** The outcome of a freeze, for partners and for the studio. */
export type FreezeEvent = 'CREATED' | 'UPDATED' | 'CANCELLED';

/** Writes a freeze again, reports it, and makes the contract what follows from it, all in the transaction given. */
export async function writeFreeze(
  unit: UnitOfWork,
  freezes: FreezesOfContract,
  change: Pick<IdlePeriod, 'id' | 'version'> & Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>,
  event: FreezeEvent,
): Promise<IdlePeriod> {
  const { context, tx } = unit;
  const { id, version, ...values } = change;
  const [written] = await tx
    .update(idlePeriods)
    .set({ ...values, version: version + 1, updatedAt: context.clock.now() })
    .where(eq(idlePeriods.id, id))
    .returning();
  if (!written) throw new Error('A freeze that was just there is gone.');
  await tellOfFreeze(unit, freezes, written, event);
  return written;
}

/** Tells of a freeze that was just written, and makes the contract what follows from it. */
export async function tellOfFreeze(
  { context, tx, traceId }: UnitOfWork,
  { studio, contract }: FreezesOfContract,
  { id: idlePeriodId, state, asked }: IdlePeriod,
  event: FreezeEvent,
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
    detail: `contract ${contract.id}, freeze ${idlePeriodId}: ${asked.startDate} to ${asked.endDate ?? 'open'}, ${state}`,
    traceId,
    studioId: studio.id,
  });
  await bringForward(context, tx, contract.id);
}

/** Works on the freezes of a contract as they stand under the lock. */
type Work<T> = (tx: Database, freezes: FreezesOfContract) => Promise<T>;

/**
 * Changes the freezes of a contract, under the lock of its person, which also guards claims and balance.
 *
 * @param unlessMade what the same request has made before, which is then answered with it.
 * @throws ApiError 409 when another request has changed them since this one began.
 */
export async function changeFreezes<T>(
  context: Context,
  { studio, contractId }: { readonly studio: Studio; readonly contractId: number },
  work: Work<T>,
  unlessMade: Work<T | null> = async () => null,
): Promise<T> {
  const seen = await loadFreezes(context, context.db, studio, contractId);
  return context.db.transaction(async (tx) => {
    await lockCustomer(tx, seen.contract.customerId);
    const now = await loadFreezes(context, tx, studio, contractId);
    const made = await unlessMade(tx, now);
    if (made !== null) return made;
    if (revisionOf(now) !== revisionOf(seen)) {
      throw new ApiError('errormessage.concurrent.modification', 'contractId');
    }
    return work(tx, now);
  });
}

/** No freeze is ever deleted, and versions only grow. */
function revisionOf({ periods }: FreezesOfContract): number {
  return periods.reduce((sum, { version }) => sum + version, 0);
}

/** The request of a partner to make or change a freeze. */
export interface FreezeSent {
  readonly contractId: number;
  readonly request: Asked['request'];
  readonly document: UploadedFile | null;
}

/**
 * Freezes a contract: at once, or when the studio has agreed, as its settings say.
 *
 * @throws ApiError 400 for what the studio does not allow, or a document that is missing; 409 when another request has
 *   changed the freezes of the contract meanwhile.
 */
export async function createFreeze(
  context: Context,
  studio: Studio,
  sent: FreezeSent,
  meta: PartnerMeta,
): Promise<IdlePeriod> {
  const { contractId, request: asked, document } = sent;
  const body = { ...asked, document: document && createHash('sha256').update(document.bytes).digest('hex') };
  const request = partnerRequest(studio, requestHash(context, `idle-period ${contractId}`, body), meta);
  const work = async (tx: Database, freezes: FreezesOfContract) => {
    const situation = situationOf(freezes, null);
    const { documentRequired } = findReason(asked.reasonId, situation, null);
    if (documentRequired && !document) throw missingDocument();
    const documentId = await keepDocument(context, tx, freezes, document);
    const agreed = agree(freezes, { request: asked, documentId }, situation, null);
    const isPending = settingsOf(studio).idlePeriods.creationStatus === 'CHANGES_REQUIRE_VERIFICATION';
    const now = context.clock.now();
    const [made] = await tx
      .insert(idlePeriods)
      .values({
        uuid: await keepMade(context, tx, request, randomUUID()),
        contractId,
        state: isPending ? 'PENDING_VERIFICATION' : 'ACCEPTED',
        asked: agreed,
        inForce: isPending ? null : agreed,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!made) throw new Error('A freeze was not stored.');
    await tellOfFreeze({ context, tx, traceId: meta.traceId }, freezes, made, 'CREATED');
    return made;
  };
  return changeFreezes(context, { studio, contractId }, work, async (tx) => {
    const uuid = await findMade(context, tx, request);
    if (uuid === null) return null;
    const [made] = await tx.select().from(idlePeriods).where(eq(idlePeriods.uuid, uuid));
    return made ?? null;
  });
}

/** Keeps what was handed in. @returns its id, null when nothing was. */
export async function keepDocument(
  context: Context,
  tx: Database,
  { studio, contract }: FreezesOfContract,
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

export function missingDocument(): ApiError {
  return new ApiError('errormessage.idle.period.document.required', 'document');
}

/**
 * Changes a freeze: at once, or when the studio has agreed; until then what was agreed before applies. What was handed in
 * for the reason stays, unless something else is.
 *
 * @throws ApiError as `createFreeze`, and 404 when there is no such freeze.
 */
export async function updateFreeze(
  context: Context,
  studio: Studio,
  { contractId, request, document, idlePeriodId }: FreezeSent & { readonly idlePeriodId: number },
  traceId: string,
): Promise<IdlePeriod> {
  return changeFreezes(context, { studio, contractId }, async (tx, freezes) => {
    const current = findLive(freezes, idlePeriodId);
    const situation = situationOf(freezes, current);
    const reason = findReason(request.reasonId, situation, current);
    if (!document && lacksDocument(reason, current)) throw missingDocument();
    const documentId =
      (await keepDocument(context, tx, freezes, document)) ?? keptDocument(current, reason.id);
    const agreed = agree(freezes, { request, documentId }, situation, current);
    const isPending = settingsOf(studio).idlePeriods.creationStatus === 'CHANGES_REQUIRE_VERIFICATION';
    const { id, version } = current;
    return writeFreeze(
      { context, tx, traceId },
      freezes,
      isPending
        ? { id, version, asked: agreed, state: 'PENDING_VERIFICATION' }
        : { id, version, asked: agreed, inForce: agreed },
      'UPDATED',
    );
  });
}

/** The part that was withdrawn: a freeze, one that had no end and is over now, or only a change of it. */
export type Withdrawn = 'FREEZE' | 'REST' | 'CHANGE';

type Change = Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>;

/**
 * Withdraws a change that waits for the studio, so that what was agreed before stands; otherwise the freeze, as if it had
 * never been. One without an end that has begun ends instead: what has gone by stays frozen, and the contract continues from today.
 *
 * @throws ApiError 404 when there is no such freeze, 400 when the studio does not allow it, or not any more.
 */
export async function withdrawFreeze(
  context: Context,
  studio: Studio,
  { contractId, idlePeriodId }: { readonly contractId: number; readonly idlePeriodId: number },
  traceId: string,
): Promise<Withdrawn> {
  return changeFreezes(context, { studio, contractId }, async (tx, freezes) => {
    const current = findLive(freezes, idlePeriodId);
    const { creationStatus, cancellationDays } = settingsOf(studio).idlePeriods;
    if (creationStatus === 'READ') throw new ApiError('IDLEPERIOD_DEACTIVATED_FOR_CONTRACT', 'contractId');
    const { withdrawn, change, event } = withdrawalOf(current, cancellationDays, freezes.today);
    const { id, version } = current;
    await writeFreeze({ context, tx, traceId }, freezes, { id, version, ...change }, event);
    return withdrawn;
  });
}

function withdrawalOf(
  { id, state, inForce }: IdlePeriod,
  cancellationDays: number,
  today: CalendarDate,
): { readonly withdrawn: Withdrawn; readonly change: Change; readonly event: FreezeEvent } {
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

/** The part of a freeze before today; null where it begins today. */
function goneBy(freeze: AgreedFreeze, today: CalendarDate): AgreedFreeze | null {
  if (freeze.startDate >= today) return null;
  return { ...freeze, endDate: dayBefore(today), fee: feeOfEnded(freeze) };
}
