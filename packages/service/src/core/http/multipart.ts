import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TUnsafe, Type } from 'typebox';
import { ApiError } from '../errors/api-error.js';
import { requireStorable } from './storable-text.js';

/** Bytes of one uploaded file. */
const FILE_LIMIT = 5 * 1024 * 1024;
/** Bytes of one part that holds JSON. */
const JSON_LIMIT = 512 * 1024;
const MOST_PARTS = 20;
const MULTIPART = 'multipart/form-data';

/** The parts of the body schema that matter here. */
interface FormSchema {
  readonly properties: Readonly<Record<string, { readonly format?: string }>>;
}

export interface UploadedFile {
  /** As its sender calls it, without folders; null when it came without a name. */
  readonly name: string | null;
  readonly bytes: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a multipart request by the name of their part; null of any other. */
    uploadedFiles: Readonly<Record<string, UploadedFile>> | null;
  }
}

/** A part that holds a file. In the body that handlers see it is its name; `uploadedFile` has the bytes. */
export const FilePart = (): TUnsafe<string> => Type.Unsafe<string>({ type: 'string', format: 'binary' });

/** Part of a route's schema that lets it take multipart requests; other media types are answered with 415. */
export const MULTIPART_ONLY = { consumes: [MULTIPART] };

/** The file of a part; null when it did not come. An empty one counts as not sent. */
export function uploadedFile(request: FastifyRequest, part: string): UploadedFile | null {
  return request.uploadedFiles?.[part] ?? null;
}

/**
 * Reads multipart requests for routes that say `MULTIPART_ONLY`: parts of the format `binary` in their body schema are
 * files, every other part is JSON, and unknown parts are passed over; none, known or not, may have more than 5 MiB. It has to
 * be called before anything that looks at bodies. Parts need no file name and no media type of their own (details,
 * Tolerances).
 */
export async function readMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // Every part as bytes: what it is, the description of the operation decides, not its sender.
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

/** The error for a request whose body is of another media type than its operation takes. */
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
 * The wanted parts; the others are not kept in memory.
 *
 * @throws ApiError for whatever is wrong with the form itself.
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
    // A part that is passed over is found too large only at the end of the form.
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

/** The last part of a path, without characters that no name needs or that only change how the rest looks, and not too long. */
function nameOf(fileName: string): string | null {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 120) || null
  );
}
