import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { UploadedFile } from '../../core/http/multipart.js';
import { type Slice, sliceByCount, type SliceRange } from '../../core/http/slices.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import type { Studio } from '../studios/studios.tables.js';
import { storeDocument } from './documents.js';
import { documents } from './documents.tables.js';

export interface CustomerDocument {
  readonly id: number;
  readonly fileName: string;
  readonly description: string | null;
}

const SHOWN = { id: documents.id, fileName: documents.fileName, description: documents.description };

/** Lists a customer's documents, oldest first. */
export async function listDocuments(
  db: Database,
  customerId: number,
  range: SliceRange,
): Promise<Slice<CustomerDocument>> {
  const found = await db
    .select(SHOWN)
    .from(documents)
    .where(isOf(customerId))
    .orderBy(asc(documents.id))
    .offset(range.offset)
    .limit(range.size + 1);
  return sliceByCount(found, range, (document) => document);
}

/**
 * Finds a document of a customer.
 *
 * @throws ApiError 404 when the customer has no such document.
 */
export async function findDocument(
  db: Database,
  customerId: number,
  documentId: number,
): Promise<CustomerDocument> {
  const [found] = await db
    .select(SHOWN)
    .from(documents)
    .where(and(isOf(customerId), eq(documents.id, documentId)));
  if (!found) throw new ApiError('errormessage.customer.document.not.found', 'id', { documentId });
  return found;
}

/** A partner's file to be stored among a customer's documents. */
export interface DocumentUpload {
  readonly customerId: number;
  readonly file: UploadedFile;
  readonly description?: string;
  /** Name of the request part that carried the file, for errors. */
  readonly reference: string;
}

/**
 * Stores a file among a customer's documents.
 *
 * @returns its id.
 * @throws ApiError like `storeDocument`; 409 when the Idempotency-Key was used with another request.
 */
export async function uploadDocument(
  context: Context,
  studio: Studio,
  { file, ...upload }: DocumentUpload,
  request: KeyedRequest,
): Promise<number> {
  const contentKey = randomUUID();
  return context.db.transaction(async (tx) => {
    const madeKey = await keepResult(context, tx, request, contentKey);
    if (madeKey === contentKey) {
      return storeDocument(context, tx, {
        ...upload,
        file,
        contentKey,
        studioId: studio.id,
        purpose: 'CUSTOMER',
      });
    }
    const [kept] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.contentKey, madeKey));
    if (!kept) throw new Error('The document stored under this Idempotency-Key no longer exists.');
    return kept.id;
  });
}

function isOf(customerId: number) {
  return and(eq(documents.customerId, customerId), eq(documents.purpose, 'CUSTOMER'));
}
