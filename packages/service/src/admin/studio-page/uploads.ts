import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors/api-error.js';
import type { StaffAction } from '../../modules/studios/staff/staff-action.js';
import { isFile, type Texts } from './action-pages.js';

/** A file of an action's input. */
interface FileField {
  readonly contentEncoding?: 'base64';
  /** Characters of base64. */
  readonly maxLength?: number;
}

export interface Upload {
  /** The form's fields, with files in base64. */
  readonly texts: Texts;
  /** What is wrong with a file; null if nothing. */
  readonly fault: ApiError | null;
}

/**
 * Reads a form with files. The form is read to its end even if a file is too large, because browsers show no response
 * before they have sent it.
 */
export async function readUpload(request: FastifyRequest, { input }: StaffAction): Promise<Upload> {
  const files = input.properties as Readonly<Record<string, FileField>>;
  const texts: Record<string, string> = {};
  let fault: ApiError | null = null;
  const fileSize = Math.max(...Object.values(files).map(limitOf));
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      const { fieldname: name } = part;
      if (part.type === 'field') {
        texts[name] = String(part.value);
        continue;
      }
      const bytes = await part.toBuffer();
      if (part.file.truncated) {
        fault = new ApiError('errormessage.request.body.too.large', name, { limit: fileSize });
      } else texts[name] = bytes.toString('base64');
    }
  } catch {
    throw new ApiError('errormessage.request.multipart.unreadable');
  }
  return { texts, fault };
}

/** Returns the maximum bytes of a file; 0 for other fields. */
function limitOf(field: FileField): number {
  return isFile(field) ? Math.floor((field.maxLength ?? 0) / 4) * 3 : 0;
}
