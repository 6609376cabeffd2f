import { randomUUID } from 'node:crypto';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { UploadedFile } from '../../core/http/multipart.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../core/secrets/signed-query.js';
import { type DocumentPurpose, documents } from './documents.tables.js';

/** Accepted file types with their leading bytes. */
const TYPES = [
  { contentType: 'application/pdf', extension: 'pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { contentType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

type DocumentType = (typeof TYPES)[number];

/**
 * Detects a file's type from its content, because the sender's name for it proves nothing. Returns null for a type that
 * is not accepted.
 */
function documentType(bytes: Uint8Array): DocumentType | null {
  return TYPES.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte)) ?? null;
}

/** Lifetime of a document link (details, Freeze). */
const LINK_SECONDS = 15 * 60;

/** Creates a link that opens one document only, valid for 15 minutes. */
export function documentLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  id: number,
): string {
  const query = signedQuery(keys, named(id), clock.now(), LINK_SECONDS);
  return new URL(`/documents/${id}?${query}`, publicUrl()).href;
}

/** Returns whether `documentLink` created a link and it has not expired. */
export function isOpenLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  id: number,
  given: SignedQuery,
): boolean {
  return secondsLeft(keys, named(id), given, clock.now()) > 0;
}

function named(id: number): string {
  return `document ${id}`;
}

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
  /** The id under which the content is encrypted, from an Idempotency-Key; generated if absent. */
  readonly contentKey?: string;
  /** Name of the request part that carried the file, for errors. */
  readonly reference: string;
}

/**
 * Stores a customer's file, encrypted, in the caller's transaction.
 *
 * @returns its id.
 * @throws ApiError 400 when the content is not a PDF, JPEG or PNG.
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

/**
 * Returns the sender's file name with the extension of the detected type, so that the file is not opened as another
 * type.
 */
function fileNameOf(name: string | null, { extension }: DocumentType): string {
  const base = (name ?? '').replace(/[.\s]+$/, '').replace(/\.\p{L}[\p{L}\p{N}]{0,15}$/u, '');
  return `${base || 'document'}.${extension}`;
}

/**
 * Decrypts a document.
 *
 * @throws Error when it was encrypted for another row, or with a secret that is no longer configured.
 */
export function documentBytes(
  { keys }: Pick<Context, 'keys'>,
  { contentKey, contentEncrypted }: StoredDocument,
): Buffer {
  return Buffer.from(keys.decrypt(contentEncrypted, rowOf(documents, contentKey)), 'base64');
}
