import { createHash } from 'node:crypto';
import { and, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';
import { lazy } from '../memo.js';
import { idempotencyKeys } from './idempotency.tables.js';

/** Number of days for which a request is recognised by its Idempotency-Key. */
const KEPT_DAYS = 30;

/** Format of the header Idempotency-Key in both APIs. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,128}$/;

/** Headers of every Open API operation that makes something. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: IDEMPOTENCY_KEY.source,
      description:
        'Optional, for example a UUID. For 30 days, the same request with the same key creates nothing again and ' +
        'returns the same response. A different request with the same key is refused with 409.',
      examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
    }),
  ),
});

/** Recognises a request that is sent again, without storing it. */
export interface RequestHash {
  /**
   * The hash to be stored. It is keyed by a secret, because a body may contain an IBAN, which could be guessed from a
   * plain hash.
   */
  readonly value: string;
  /** Returns whether a stored hash, perhaps made with an earlier secret, belongs to the same request. */
  matches(stored: string): boolean;
}

/** Identity of a request that makes something, so that its repetition is recognised. */
export interface KeyedRequest {
  /** Owner of the key: `session <id>`, or `studio <id>` and its caller. Keys of different owners never collide. */
  readonly scope: string;
  /** Value of the header Idempotency-Key; null if it was not sent. */
  readonly key: string | null;
  readonly hash: RequestHash;
  readonly traceId: string;
}

/** A request that was sent with an Idempotency-Key. */
export interface RequestWithKey extends KeyedRequest {
  readonly key: string;
}

/**
 * Identifies a request, so that its repetition is recognised. The hash covers the operation, path, query, body and
 * files as they are after validation, and no headers.
 *
 * @param scope left out where the request has an API key: each integration has keys of its own at each studio.
 */
export function keyedRequest(
  context: Pick<Context, 'keys'>,
  request: FastifyRequest,
  scope: string = partnerScope(request),
): KeyedRequest {
  const { params, query, body, uploadedFiles } = request;
  const { operation } = request.routeOptions.config;
  const { 'idempotency-key': key = null } = request.headers as Static<typeof IdempotencyHeaders>;
  const hash = requestHash(context, () => {
    const files = Object.entries(uploadedFiles ?? {});
    const digests = files.map(([part, { bytes }]) => [
      part,
      createHash('sha256').update(bytes).digest('hex'),
    ]);
    return [operation, params, query, body, digests];
  });
  return { scope, key, hash, traceId: request.id };
}

function partnerScope({ studio, integration }: FastifyRequest): string {
  if (!studio || !integration)
    throw new Error('A request without an API key needs the scope of its Idempotency-Key.');
  return `studio ${studio.id} integration ${integration.id}`;
}

/**
 * Makes the hash of a request.
 *
 * @param content returns everything that distinguishes the request from others; called only when needed, because most
 * requests have no key.
 */
export function requestHash({ keys }: Pick<Context, 'keys'>, content: () => unknown): RequestHash {
  const text = lazy(() => canonicalJson(content()));
  return {
    get value() {
      return keys.fingerprint(text());
    },
    matches: (stored) => keys.isFingerprintOf(text(), stored),
  };
}

/** Serializes JSON with the members of every object in a fixed order, so that equal bodies give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/**
 * Finds the result of an earlier request with the same Idempotency-Key.
 *
 * @returns the id of the created entity, such as a session, a payment, a usage or a sale; null when the request has no
 * key or is the first.
 * @throws ApiError 409 when the key was used with another request.
 */
export async function findResult(
  context: Pick<Context, 'clock'>,
  db: Database,
  request: KeyedRequest,
): Promise<string | null> {
  if (!hasKey(request)) return null;
  const [row] = await db.select().from(idempotencyKeys).where(isUnderKey(context, request));
  return resultOf(request, row ?? null);
}

/** Matches the row of a request's Idempotency-Key, for a statement that reads more than the key. */
export function isUnderKey(
  { clock }: Pick<Context, 'clock'>,
  { scope, key }: RequestWithKey,
): SQL | undefined {
  return and(
    eq(idempotencyKeys.scope, scope),
    eq(idempotencyKeys.key, key),
    gt(idempotencyKeys.expiresAt, clock.now()),
  );
}

/**
 * Returns the result in a row that `isUnderKey` matches, or null without a row.
 *
 * @throws ApiError 409 when the key was used with another request.
 */
export function resultOf(
  { hash }: KeyedRequest,
  row: typeof idempotencyKeys.$inferSelect | null,
): string | null {
  if (row && !hash.matches(row.requestHash)) {
    throw new ApiError('errormessage.payment.idempotency.key.reused', 'Idempotency-Key');
  }
  return row?.madeId ?? null;
}

function hasKey(request: KeyedRequest): request is RequestWithKey {
  return request.key !== null;
}

/**
 * Stores the result of a request under its Idempotency-Key, in the transaction that creates it. If the same request is
 * sent several times concurrently, to any number of processes, the others wait here until the first is committed.
 *
 * @returns the given id, or the id that an identical earlier request created: the caller must then create nothing more.
 * @throws ApiError 409 when the key was used with another request.
 */
export async function keepResult(
  context: Pick<Context, 'clock'>,
  tx: Database,
  request: KeyedRequest,
  madeId: string,
): Promise<string> {
  if (!hasKey(request)) return madeId;
  const [kept] = await resultWrite(context, tx, request, madeId).returning({
    madeId: idempotencyKeys.madeId,
  });
  return kept?.madeId ?? (await findResult(context, tx, request)) ?? madeId;
}

/**
 * Builds the write of a result, which changes nothing if the key already has a result. It may be part of another
 * statement only where a lock guards the key and no result was found under that lock.
 */
export function resultWrite(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  { scope, key, hash }: RequestWithKey,
  madeId: string,
) {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + KEPT_DAYS * 24 * 3600_000);
  const row = { scope, key, requestHash: hash.value, madeId, createdAt, expiresAt };
  return tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: row,
      setWhere: lte(idempotencyKeys.expiresAt, createdAt),
    });
}
