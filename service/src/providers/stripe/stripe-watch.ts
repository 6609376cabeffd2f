import type { StripeKeys, StripeSettings } from './settings.js';
import { stripeClient, stripeKeysOf, type StudioWithAccount } from './stripe-of-studio.js';
import { stripeTrouble, type StripeTrouble } from './stripe-trouble.js';

/** So many looks in a row find a silent Stripe before its methods go: one slow answer is not an outage. */
const SILENT_LOOKS = 3;

/** How an account fares, told when that changes. */
export interface StripeReport {
  /** The variable that names the account: STRIPE_SECRET_KEY, or that of a studio or a name. */
  readonly account: string;
  /** null: payments go through. */
  readonly trouble: string | null;
  /** Whether the account serves a studio. */
  readonly serves: (studio: StudioWithAccount) => boolean;
}

interface State {
  /** undefined: nothing is known yet. */
  readonly trouble: StripeTrouble | null | undefined;
  /** Looks in a row that found it silent. */
  readonly silent: number;
  /** The state that was reported last. */
  readonly told: StripeTrouble['kind'] | null | undefined;
}

const UNKNOWN: State = { trouble: undefined, silent: 0, told: undefined };

/**
 * Knows which of the accounts at Stripe can be used: one whose key is wrong, or that cannot be reached, is not listed for
 * members until it can.
 */
export class StripeWatch {
  readonly #states = new Map<StripeKeys, State>();

  constructor(private readonly settings: StripeSettings) {}

  /** Whether the account of a studio is known not to work. */
  isDown(studio: StudioWithAccount): boolean {
    const keys = stripeKeysOf(this.settings, studio);
    return keys !== null && Boolean(this.#states.get(keys)?.trouble);
  }

  /** Asks each account once. @param tell about each at first, and whenever it fares otherwise than it was told */
  async look(tell: (report: StripeReport) => Promise<void>): Promise<void> {
    const { common, named, apiUrl } = this.settings;
    const accounts = [
      ...(common ? [{ keys: common, account: 'STRIPE_SECRET_KEY' }] : []),
      ...[...named].map(([name, keys]) => ({ keys, account: `STRIPE_SECRET_KEY_${name}` })),
    ];
    await Promise.all(
      accounts.map(async ({ keys, account }) => {
        const seen = await stripeTrouble(stripeClient(keys, apiUrl));
        const state = after(this.#states.get(keys) ?? UNKNOWN, seen);
        this.#states.set(keys, state);
        const { trouble } = state;
        const kind = trouble?.kind ?? null;
        if (state.told === kind) return;
        const serves = (studio: StudioWithAccount) => stripeKeysOf(this.settings, studio) === keys;
        await tell({ account, trouble: trouble?.text ?? null, serves });
        // Only now: a report that failed is made again after the next look.
        this.#states.set(keys, { ...state, told: kind });
      }),
    );
  }
}

/** A key that is refused counts at once, as does the first look; an account that worked is given some silent ones. */
function after(before: State, seen: StripeTrouble | null): State {
  const silent = seen?.kind === 'SILENT' ? before.silent + 1 : 0;
  const isPatient = before.trouble === null && silent > 0 && silent < SILENT_LOOKS;
  return { ...before, silent, trouble: isPatient ? null : seen };
}
