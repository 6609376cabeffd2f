import { randomUUID } from 'node:crypto';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { UploadedFile } from '../http/multipart.js';
import type { Database } from '../store/database.js';
import { documents, type DocumentPurpose } from '../store/document-tables.js';
import { rowOf } from '../store/row-of.js';
import { documentType, type DocumentType } from './document-type.js';

export type StoredDocument = Pick<
  typeof documents.$inferSelect,
  'id' | 'contentKey' | 'fileName' | 'contentType' | 'contentEncrypted'
>;

export interface NewDocument {
  readonly studioId: number;
  readonly customerId: number;
  readonly purpose: DocumentPurpose;
  readonly file: UploadedFile;
  readonly description?: string;
  /** The id under which the content is encrypted, from an Idempotency-Key; made here when absent. */
  readonly contentKey?: string;
  /** The part of the request that carried the file, for errors. */
  readonly reference: string;
}

/**
 * Keeps a file of a customer, encrypted, in the caller's transaction.
 *
 * @returns its id.
 * @throws ApiError 400 when the file is no PDF, JPEG or PNG by its content.
 */
export async function storeDocument(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  { file, reference, contentKey = randomUUID(), ...about }: NewDocument,
): Promise<number> {
  const type = documentType(file.bytes);
  if (type === null) throw new ApiError('errormessage.document.type.unsupported', reference);
  const [stored] = await tx
    .insert(documents)
    .values({
      ...about,
      contentKey,
      fileName: fileNameOf(file.name, type),
      contentType: type.contentType,
      size: file.bytes.length,
      contentEncrypted: keys.encrypt(file.bytes.toString('base64'), rowOf(documents, contentKey)),
      createdAt: clock.now(),
    })
    .returning({ id: documents.id });
  if (!stored) throw new Error('A document was not stored.');
  return stored.id;
}

/** The name that its sender gave, with the extension of what the file is: nobody opens it as something else. */
function fileNameOf(name: string | null, { extension }: DocumentType): string {
  const base = (name ?? '').replace(/[.\s]+$/, '').replace(/\.\p{L}[\p{L}\p{N}]{0,15}$/u, '');
  return `${base || 'document'}.${extension}`;
}

/** @throws Error when it was encrypted for another row, or with a secret that is gone. */
export function documentBytes(
  { keys }: Pick<Context, 'keys'>,
  { contentKey, contentEncrypted }: StoredDocument,
): Buffer {
  return Buffer.from(keys.decrypt(contentEncrypted, rowOf(documents, contentKey)), 'base64');
}
