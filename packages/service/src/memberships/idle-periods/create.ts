import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../../context.js';
import { storeDocument } from '../../documents/documents.js';
import type { PartnerMeta } from '../../domain/request-meta.js';
import { settingsOf } from '../../domain/studio-settings.js';
import { ApiError } from '../../errors/api-error.js';
import type { UploadedFile } from '../../http/multipart.js';
import { findMade, keepMade, partnerRequest } from '../../requests/partner-request.js';
import { requestHash } from '../../requests/request-hash.js';
import type { Database } from '../../store/database.js';
import { idlePeriods } from '../../store/idle-period-tables.js';
import { agree, findReason, type Asked } from './agree.js';
import { changeFreezes } from './change.js';
import type { FreezesOfContract, IdlePeriod } from './idle-periods.js';
import { situationOf } from './situation.js';
import { tellOfFreeze } from './write.js';

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
