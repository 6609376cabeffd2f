import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { clip } from '../errors/clip.js';
import { textPart } from '../i18n/translate.js';

/** Half of a character: JSON can write it down, UTF-8 and so the database cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** The schemas of bodies refuse the null character where it matters; paths and queries are looked up as they are. */
const LONE_SURROGATE_OR_NULL = /[\p{Surrogate}\u0000]/u;

/**
 * The way to the first text, or name of a property, in which a pattern is found; null when there is none.
 * Walks without recursion: what was parsed may be nested deeper than the stack is.
 */
function findText(value: unknown, pattern: RegExp): string | null {
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && pattern.test(found)) return path;
    if (found === null || typeof found !== 'object' || Buffer.isBuffer(found)) continue;
    for (const [name, member] of Object.entries(found)) {
      const below = clip(path === '' ? name : `${path}.${name}`);
      if (pattern.test(name)) return below;
      waiting.push({ path: below, value: member });
    }
  }
  return null;
}

/** Refuses requests with text that cannot be stored: 400 with the field as reference, before anything is asked. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, params, query }) => {
    const reference =
      findText(params, LONE_SURROGATE_OR_NULL) ??
      findText(query, LONE_SURROGATE_OR_NULL) ??
      findText(body, LONE_SURROGATE);
    if (reference === null) return;
    const problem = textPart('problem.unstorable', { field: reference || textPart('problem.schema.body') });
    throw new ApiError('errormessage.request.invalid', reference || undefined, { problem });
  });
}
