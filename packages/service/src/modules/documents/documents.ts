import { randomUUID } from 'node:crypto';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { UploadedFile } from '../../core/http/multipart.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../core/secrets/signed-query.js';
import { type DocumentPurpose, documents } from './documents.tables.js';

/** The types of files that are taken, by the bytes they begin with. */
const TYPES = [
  { contentType: 'application/pdf', extension: 'pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { contentType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

type DocumentType = (typeof TYPES)[number];

/** The type of a file by its content: what its sender calls it proves nothing. Null when it is not taken. */
function documentType(bytes: Uint8Array): DocumentType | null {
  return TYPES.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte)) ?? null;
}

/** Lifetime of the address of a document (details, Freeze). */
const LINK_SECONDS = 15 * 60;

/** An address that opens one document, and no other, for 15 minutes. */
export function documentLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  id: number,
): string {
  const query = signedQuery(keys, named(id), clock.now(), LINK_SECONDS);
  return new URL(`/documents/${id}?${query}`, publicUrl()).href;
}

/** Whether an address was made by `documentLink`, and its time is not over. */
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
