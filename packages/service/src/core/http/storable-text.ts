import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { clip } from '../errors/fault-message.js';
import { textPart } from '../i18n/translate.js';

/** Half of a character: JSON can represent it, but UTF-8, and therefore the database, cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/**
 * Paths and queries are looked up without further checks, so they must not contain the null character either. In
 * bodies, the schemas refuse it where it matters.
 */
const LONE_SURROGATE_OR_NULL = /[\p{Surrogate}\u0000]/u;
/** Maximum nesting of lists and objects; no body needs a tenth of it. */
const MOST_LEVELS = 64;

interface Fault {
  readonly problem: 'problem.unstorable' | 'problem.levels';
  /** Names on the path to the fault, collected on the way back, so that a value without a fault needs no path. */
  readonly path: string[];
}

/** Finds the first text or property name that matches a pattern, or the first value that is nested too deeply. */
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

/**
 * Refuses a request if it has a fault.
 *
 * @throws ApiError 400 with the field as reference.
 */
function refuse(fault: Fault | null): void {
  if (fault === null) return;
  const reference = fault.path.join('.');
  const field = reference === '' ? textPart('problem.schema.body') : clip(reference);
  const problem = textPart(fault.problem, { field, limit: MOST_LEVELS });
  throw new ApiError('errormessage.request.invalid', reference || undefined, { problem });
}

/**
 * Refuses a body with text that cannot be stored, or with too many levels.
 *
 * @throws ApiError 400 with the field as reference.
 */
export function requireStorable(body: unknown): void {
  refuse(findFault(body, LONE_SURROGATE));
}

/** Refuses text that cannot be stored, and too many levels, in all requests before their schemas are checked. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, params, query }) => {
    refuse(findFault(params, LONE_SURROGATE_OR_NULL) ?? findFault(query, LONE_SURROGATE_OR_NULL));
    requireStorable(body);
  });
}
