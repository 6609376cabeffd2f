import { Refusal } from './refusal.js';

export interface Kept {
  readonly status: number;
  readonly body: object;
}

/** Age at which Stripe may remove a key (docs.stripe.com/api/idempotent_requests). */
const KEPT_SECONDS = 24 * 3600;

/**
 * Applies Stripe's rule for idempotency keys. The same key and parameters get the same response, other parameters are
 * refused, and a key that was removed starts afresh. Requests that did not begin (wrong parameters, a lock, a limit)
 * are not stored.
 */
export class IdempotencyKeys {
  readonly #calls = new Map<string, { readonly call: string; readonly kept: Kept; readonly at: number }>();

  /** @param now seconds */
  constructor(private readonly now: () => number) {}

  /**
   * Returns the stored response to an earlier call, or null.
   * @param call method, path and body.
   * @throws Refusal 400 if the key was used with another call.
   */
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
