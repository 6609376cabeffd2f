import type { StripeKeys, StripeSettings } from './settings.js';
import { stripeClient, stripeKeysOf } from './stripe-of-studio.js';
import { stripeTrouble } from './stripe-trouble.js';

/** How an account fares, told when that changes. */
export interface StripeReport {
  /** The variable that names the account: STRIPE_SECRET_KEY, or that of a studio. */
  readonly account: string;
  /** null: payments go through. */
  readonly trouble: string | null;
  /** Whether the account serves a studio. */
  readonly serves: (studioId: number) => boolean;
}

/**
 * Knows which of the accounts at Stripe can be used: one whose key is wrong, or that cannot be reached, is not offered to
 * members until it can.
 */
export class StripeWatch {
  readonly #troubles = new Map<StripeKeys, string | null>();

  constructor(private readonly settings: StripeSettings) {}

  /** Whether the account of a studio is known not to work. */
  isDown(studioId: number): boolean {
    const keys = stripeKeysOf(this.settings, studioId);
    return keys !== null && (this.#troubles.get(keys) ?? null) !== null;
  }

  /** Asks each account once. @param tell about each at first, and whenever it fares otherwise than before */
  async look(tell: (report: StripeReport) => Promise<void>): Promise<void> {
    const { common, ofStudio, apiUrl } = this.settings;
    const accounts = [
      ...(common ? [{ keys: common, account: 'STRIPE_SECRET_KEY' }] : []),
      ...[...ofStudio].map(([id, keys]) => ({ keys, account: `STRIPE_SECRET_KEY_${id}` })),
    ];
    await Promise.all(
      accounts.map(async ({ keys, account }) => {
        const trouble = await stripeTrouble(stripeClient(keys, apiUrl));
        const before = this.#troubles.get(keys);
        this.#troubles.set(keys, trouble);
        if (before === trouble) return;
        const serves = (studioId: number) => stripeKeysOf(this.settings, studioId) === keys;
        await tell({ account, trouble, serves });
      }),
    );
  }
}
