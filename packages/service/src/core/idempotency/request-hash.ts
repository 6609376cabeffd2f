import type { Context } from '../context.js';
import { lazy } from '../memo.js';

/** Recognises a request when it is sent again, without keeping it. */
export interface RequestHash {
  /** The stored hash: keyed by a secret, because a body holds an IBAN, of which a plain hash could be guessed. */
  readonly value: string;
  /** Whether a stored hash, perhaps of an earlier secret, is of the same request. */
  matches(stored: string): boolean;
}

/** @param operation with what the path names, such as the customer. */
export function requestHash({ keys }: Pick<Context, 'keys'>, operation: string, body: unknown): RequestHash {
  // Most requests have no Idempotency-Key, and need none.
  const text = lazy(() => `${operation}\n${canonicalJson(body)}`);
  return {
    get value() {
      return keys.fingerprint(text());
    },
    matches: (stored) => keys.isFingerprintOf(text(), stored),
  };
}

/** JSON with the members of every object in one order, so that equal bodies are equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
