import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../errors/api-error.js';

/**
 * Holds what a request has seen of an entity before it waited for the entity's lock against what it finds under the lock:
 * whoever asks for a change does so in view of what was there (specification, Errors, 409).
 *
 * @throws ApiError 409 when another request has changed it meanwhile; nothing of this one is kept.
 */
export function requireUnchanged(seen: unknown, found: unknown, reference: string): void {
  if (isDeepStrictEqual(seen, found)) return;
  throw new ApiError('errormessage.concurrent.modification', reference);
}
