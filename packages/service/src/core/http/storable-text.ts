import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { clip } from '../errors/fault-message.js';
import { textPart } from '../i18n/translate.js';

/** Half of a character: JSON can write it down, UTF-8 and so the database cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** The schemas of bodies refuse the null character where it matters; paths and queries are looked up as they are. */
const LONE_SURROGATE_OR_NULL = /[\p{Surrogate}\u0000]/u;
/** Lists and objects that may lie in each other; no body needs a tenth of it. */
const MOST_LEVELS = 64;

interface Fault {
  readonly problem: 'problem.unstorable' | 'problem.levels';
  /** Names on the way to it, collected on the way back: a value without a fault costs no path. */
  readonly path: string[];
}

/** The first text, or name of a property, in which a pattern is found, or the first value that lies too deep. */
export function findFault(value: unknown, pattern: RegExp, levels = MOST_LEVELS): Fault | null {
  if (typeof value === 'string')
    return pattern.test(value) ? { problem: 'problem.unstorable', path: [] } : null;
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return null;
  if (levels === 0) return { problem: 'problem.levels', path: [] };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const fault = findFault(item, pattern, levels - 1);
      if (fault) return below(String(index), fault);
    }
    return null;
  }
  for (const [name, member] of Object.entries(value)) {
    const fault = findFault(name, pattern) ?? findFault(member, pattern, levels - 1);
    if (fault) return below(name, fault);
  }
  return null;
}

function below(name: string, { problem, path }: Fault): Fault {
  return { problem, path: [name, ...path] };
}

/** @throws ApiError 400 with the field as reference. */
function refuse(fault: Fault | null): void {
  if (fault === null) return;
  const reference = fault.path.join('.');
  const field = reference === '' ? textPart('problem.schema.body') : clip(reference);
  const problem = textPart(fault.problem, { field, limit: MOST_LEVELS });
  throw new ApiError('errormessage.request.invalid', reference || undefined, { problem });
}

/** Refuses a body with text that cannot be stored, or with too many levels. @throws ApiError 400 with the field as reference. */
export function requireStorable(body: unknown): void {
  refuse(findFault(body, LONE_SURROGATE));
}

/** Refuses the same in all requests, before anything is asked. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, params, query }) => {
    refuse(findFault(params, LONE_SURROGATE_OR_NULL) ?? findFault(query, LONE_SURROGATE_OR_NULL));
    requireStorable(body);
  });
}
