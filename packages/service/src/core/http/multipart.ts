import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TUnsafe, Type } from 'typebox';
import { ApiError } from '../errors/api-error.js';
import { requireStorable } from './storable-text.js';

/** Maximum bytes of an uploaded file. */
const FILE_LIMIT = 5 * 1024 * 1024;
/** Maximum bytes of a part that contains JSON. */
const JSON_LIMIT = 512 * 1024;
const MOST_PARTS = 20;
const MULTIPART = 'multipart/form-data';

/** Parts of the body schema that matter here. */
interface FormSchema {
  readonly properties: Readonly<Record<string, { readonly format?: string }>>;
}

export interface UploadedFile {
  /** File name as sent, without folders; null if there was none. */
  readonly name: string | null;
  readonly bytes: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Files of a multipart request by part name; null for other requests. */
    uploadedFiles: Readonly<Record<string, UploadedFile>> | null;
  }
}

/**
 * Returns the schema of a part that contains a file. In the body that handlers receive, the part is the file's name;
 * `uploadedFile` returns the bytes.
 */
export const FilePart = (): TUnsafe<string> => Type.Unsafe<string>({ type: 'string', format: 'binary' });

/** Part of a route's schema that makes the route accept multipart requests; other media types are refused with 415. */
export const MULTIPART_ONLY = { consumes: [MULTIPART] };

/** Returns the file of a part; null if it was not sent. An empty file counts as not sent. */
export function uploadedFile(request: FastifyRequest, part: string): UploadedFile | null {
  return request.uploadedFiles?.[part] ?? null;
}

/**
 * Reads multipart requests for routes with `MULTIPART_ONLY`. Parts with the format `binary` in the body schema are
 * files, every other part is JSON, and unknown parts are skipped. No part, known or unknown, may exceed 5 MiB. Call
 * this before anything that inspects bodies. Parts need neither a file name nor a media type of their own (details,
 * Tolerances).
 */
export async function readMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // Every part is read as bytes: the operation's description decides what it is, not the sender.
    isPartAFile: () => true,
    throwFileSizeLimit: true,
    limits: { fileSize: FILE_LIMIT, files: MOST_PARTS, parts: MOST_PARTS, headerPairs: 50 },
  });
  app.decorateRequest('uploadedFiles', null);
  app.addHook('preValidation', async (request) => {
    const { schema } = request.routeOptions;
    const isMultipart = request.isMultipart();
    const takesMultipart = schema?.consumes?.includes(MULTIPART) ?? false;
    if (isMultipart !== takesMultipart && (isMultipart || request.body !== undefined)) {
      throw wrongMediaType(request);
    }
    if (takesMultipart) await readParts(request, schema?.body as FormSchema);
  });
}

/** Returns the error for a request whose body has another media type than its operation accepts. */
export function wrongMediaType({ routeOptions }: FastifyRequest): ApiError {
  const [expected = 'application/json'] = routeOptions.schema?.consumes ?? [];
  return new ApiError('errormessage.request.media.type.unsupported', undefined, { expected });
}

async function readParts(request: FastifyRequest, schema: FormSchema): Promise<void> {
  const body: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  if (request.isMultipart()) {
    const isWanted = (name: string) => Object.hasOwn(schema.properties, name) && !Object.hasOwn(body, name);
    for await (const { name, fileName, bytes } of partsOf(request, isWanted)) {
      const known = schema.properties[name];
      if (known?.format !== 'binary') {
        body[name] = jsonOf(bytes, name);
      } else if (bytes.length > 0) {
        files[name] = { name: fileName ? nameOf(fileName) : null, bytes };
        body[name] = files[name].name ?? name;
      }
    }
  }
  requireStorable(body);
  request.uploadedFiles = files;
  request.body = body;
}

interface Part {
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

/**
 * Yields the wanted parts; the others are not kept in memory.
 *
 * @throws ApiError for any fault of the form itself.
 */
async function* partsOf(request: FastifyRequest, isWanted: (name: string) => boolean): AsyncGenerator<Part> {
  let name: string | undefined;
  try {
    for await (const part of request.files()) {
      name = part.fieldname;
      if (!isWanted(name)) {
        part.file.resume();
        continue;
      }
      yield { name, fileName: part.filename, bytes: await part.toBuffer() };
    }
  } catch (fault) {
    if (fault instanceof ApiError) throw fault;
    // A skipped part is found to be too large only at the end of the form.
    const { statusCode, part } = fault as { statusCode?: unknown; part?: { fieldname: string } };
    throw statusCode === 413
      ? new ApiError('errormessage.request.body.too.large', part?.fieldname ?? name, { limit: FILE_LIMIT })
      : new ApiError('errormessage.request.multipart.unreadable');
  }
}

function jsonOf(bytes: Buffer, name: string): unknown {
  if (bytes.length > JSON_LIMIT) {
    throw new ApiError('errormessage.request.body.too.large', name, { limit: JSON_LIMIT });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('errormessage.request.body.unreadable', name);
  }
}

/**
 * Returns the last part of a path, limited in length, without characters that no name needs or that only change how the
 * rest is displayed.
 */
function nameOf(fileName: string): string | null {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 120) || null
  );
}
