import { Refusal } from './refusal.js';

export interface Kept {
  readonly status: number;
  readonly body: object;
}

/** Stripe may remove a key when it is this old (docs.stripe.com/api/idempotent_requests). */
const KEPT_SECONDS = 24 * 3600;

/**
 * Stripe's rule of idempotency keys: the same key and parameters get the same answer, other parameters are refused, and
 * a key that was removed begins anew. Requests that were not begun (wrong parameters, a lock, a limit) are not kept.
 */
export class IdempotencyKeys {
  readonly #calls = new Map<string, { readonly call: string; readonly kept: Kept; readonly at: number }>();

  /** @param now seconds */
  constructor(private readonly now: () => number) {}

  /** @param call method, path and body. @throws Refusal 400 for a key that was used with another call. */
  earlier(key: string, call: string): Kept | null {
    const found = this.#calls.get(key);
    if (!found || this.now() - found.at >= KEPT_SECONDS) return null;
    if (found.call === call) return found.kept;
    throw new Refusal(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }

  keep(key: string, call: string, kept: Kept): void {
    this.#calls.set(key, { call, kept, at: this.now() });
  }
}
