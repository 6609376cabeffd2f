import type { Closure } from '../../domain/debt-collection.js';
import { CLOSURE_EFFECTS } from './closures.js';

/**
 * Whether a claim counts as in collection, by the case that had it last: while that is open, whatever is left of the
 * claim (specification, rule 8), and after a rejection until the claim is settled.
 */
export function isInCollection(closure: Closure | null, isClaimOpen: boolean): boolean {
  if (closure === null) return true;
  return !CLOSURE_EFFECTS[closure.type].liftsStatus && isClaimOpen;
}
