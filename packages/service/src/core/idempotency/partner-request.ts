import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';
import type { PartnerMeta } from '../http/request-meta.js';
import { requestKeys } from './idempotency.tables.js';
import type { RequestHash } from './request-hash.js';

/** Number of days for which a request is recognised by its Idempotency-Key. */
const KEPT_DAYS = 30;

/** A request of the Open API that makes something, as it is recognised when it is sent again. */
export interface PartnerRequest extends PartnerMeta {
  readonly studioId: number;
  readonly hash: RequestHash;
}

export function partnerRequest(
  { id: studioId }: { readonly id: number },
  hash: RequestHash,
  meta: PartnerMeta,
): PartnerRequest {
  return { ...meta, studioId, hash };
}

/**
 * The result of an earlier request with the same Idempotency-Key: the id of a session, usage or sale; null when it has no
 * key or is the first.
 *
 * @throws ApiError 409 when the key was used with another request.
 */
export async function findResult(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  { studioId, idempotencyKey, hash }: PartnerRequest,
): Promise<string | null> {
  if (idempotencyKey === null) return null;
  const [row] = await db
    .select()
    .from(requestKeys)
    .where(
      and(
        eq(requestKeys.studioId, studioId),
        eq(requestKeys.key, idempotencyKey),
        gt(requestKeys.expiresAt, clock.now()),
      ),
    );
  if (row && !hash.matches(row.requestHash)) {
    throw new ApiError('errormessage.payment.idempotency.key.reused', 'Idempotency-Key');
  }
  return row?.madeId ?? null;
}

/**
 * Keeps what a request makes under its Idempotency-Key, in the transaction that makes it. Of the same request sent
 * several times at once, to whatever processes, the others wait here until the first is committed.
 *
 * @returns the id given, or the one that the same request was faster to make: then nothing else is to be made.
 * @throws ApiError 409 when the key was used with another request.
 */
export async function keepResult(
  context: Pick<Context, 'clock'>,
  tx: Database,
  request: PartnerRequest,
  madeId: string,
): Promise<string> {
  const { studioId, idempotencyKey: key, hash } = request;
  if (key === null) return madeId;
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + KEPT_DAYS * 24 * 3600_000);
  const row = { studioId, key, requestHash: hash.value, madeId, createdAt, expiresAt };
  const kept = await tx
    .insert(requestKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [requestKeys.studioId, requestKeys.key],
      set: row,
      setWhere: lte(requestKeys.expiresAt, createdAt),
    })
    .returning({ madeId: requestKeys.madeId });
  return kept[0]?.madeId ?? (await findResult(context, tx, request)) ?? madeId;
}

/**
 * Holds what a request has seen of an entity before it waited for the entity's lock against what it finds under the lock:
 * whoever asks for a change does so in view of what was there (specification, Errors, 409).
 *
 * @throws ApiError 409 when another request has changed it meanwhile; nothing of this one is kept.
 */
export function requireUnchanged(seen: unknown, found: unknown, reference: string): void {
  if (isDeepStrictEqual(seen, found)) return;
  throw new ApiError('errormessage.concurrent.modification', reference);
}
