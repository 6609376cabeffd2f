import Stripe from 'stripe';
import type { StripeKeys, StripeSettings } from './settings.js';
import { stripeClient, stripeKeysOf, type StudioWithAccount } from './stripe-of-studio.js';

/**
 * Id of an intent that does not exist. Retrieving it changes nothing and needs no permission beyond those of payments.
 */
const NOBODY = 'pi_upc_reachable';
const RETRY_POLICY = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/** The reason why payments cannot use a Stripe account. It contains nothing of the keys. */
export interface StripeTrouble {
  /**
   * REFUSED: the key does not work, and waiting does not help. SILENT: no response or a server error, which may be
   * temporary.
   */
  readonly kind: 'REFUSED' | 'SILENT';
  readonly text: string;
}

/**
 * Checks whether an account at Stripe can be used.
 *
 * @returns null when payments can use the account.
 */
export async function stripeTrouble(stripe: Stripe): Promise<StripeTrouble | null> {
  try {
    await stripe.paymentIntents.retrieve(NOBODY, undefined, RETRY_POLICY);
    return null;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return troubleOf(error.statusCode);
  }
}

/**
 * Returns the account trouble that a response from Stripe indicates.
 *
 * @param statusCode undefined: no response
 * @returns null for an account that works, even if the response is a "not found" or another refusal.
 */
function troubleOf(statusCode: number | undefined): StripeTrouble | null {
  if (statusCode === undefined) return { kind: 'SILENT', text: 'cannot reach Stripe' };
  if (statusCode === 401) return { kind: 'REFUSED', text: 'Stripe rejects the secret key' };
  if (statusCode === 403) return { kind: 'REFUSED', text: 'the secret key may not read payments' };
  if (statusCode >= 500) return { kind: 'SILENT', text: `Stripe responds with status ${statusCode}` };
  return null;
}

/** Number of consecutive silent checks before the methods are delisted; one slow response is not an outage. */
const SILENT_LOOKS = 3;

/**
 * Pause between checks of an account. It is long while the account works, because real calls reveal faults too, and
 * short otherwise.
 */
const HEALTHY_PAUSE_MS = 5 * 60_000;
const TROUBLED_PAUSE_MS = 5_000;

/** State of an account, reported when it changes. */
export interface StripeReport {
  /**
   * The variable that holds the account's secret key: STRIPE_SECRET_KEY, with the suffix of a studio or a name if it
   * has one.
   */
  readonly account: string;
  /** null if the account works. */
  readonly trouble: string | null;
  /** Whether the account serves a studio. */
  readonly serves: (studio: StudioWithAccount) => boolean;
}

interface State {
  /** undefined until the first check. */
  readonly trouble: StripeTrouble | null | undefined;
  /** Number of consecutive checks without a response. */
  readonly silent: number;
  /** The kind of trouble that was last reported. */
  readonly reported: StripeTrouble['kind'] | null | undefined;
  /** Time of the last check, by the watch's clock. */
  readonly lookedAt: number;
}

const UNKNOWN: State = { trouble: undefined, silent: 0, reported: undefined, lookedAt: -Infinity };

/**
 * Tracks which Stripe accounts can be used. An account with a wrong key, or one that cannot be reached, is not listed
 * for members until it works again.
 */
export class StripeWatch {
  readonly #states = new Map<StripeKeys, State>();

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly settings: StripeSettings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns whether a studio's account is known not to work. */
  isDown(studio: StudioWithAccount): boolean {
    const keys = stripeKeysOf(this.settings, studio);
    return keys !== null && Boolean(this.#states.get(keys)?.trouble);
  }

  /**
   * Records the outcome of one attempt of a service call, which counts like a check. A refused key takes effect
   * immediately, and three consecutive attempts without a response do too. Only a check can clear a refused key.
   *
   * @param statusCode undefined: no response
   */
  notice(keys: StripeKeys, statusCode: number | undefined): void {
    const before = this.#stateOf(keys);
    // A key may have permission for some calls only. A check needs the same permissions as payments, so only a check
    // decides.
    if (before.trouble?.kind === 'REFUSED' || statusCode === 403) return;
    this.#states.set(keys, after(before, troubleOf(statusCode)));
  }

  /**
   * Checks the accounts that are due.
   *
   * @param onReport as for `look`
   */
  async lookIfDue(onReport: (report: StripeReport) => Promise<void>): Promise<void> {
    await this.#lookAt((state) => this.now() - state.lookedAt >= pauseOf(state), onReport);
  }

  /**
   * Checks each account once.
   *
   * @param onReport called for each account the first time, and later whenever its state has changed
   */
  async look(onReport: (report: StripeReport) => Promise<void>): Promise<void> {
    await this.#lookAt(() => true, onReport);
  }

  async #lookAt(
    isMeant: (state: State) => boolean,
    onReport: (report: StripeReport) => Promise<void>,
  ): Promise<void> {
    const { common, named, apiUrl } = this.settings;
    const accounts = [
      ...(common ? [{ keys: common, account: 'STRIPE_SECRET_KEY' }] : []),
      ...[...named].map(([name, keys]) => ({ keys, account: `STRIPE_SECRET_KEY_${name}` })),
    ].filter(({ keys }) => isMeant(this.#stateOf(keys)));
    await Promise.all(
      accounts.map(async ({ keys, account }) => {
        const seen = await stripeTrouble(stripeClient(keys, apiUrl));
        const state = { ...after(this.#stateOf(keys), seen), lookedAt: this.now() };
        this.#states.set(keys, state);
        const { trouble } = state;
        const kind = trouble?.kind ?? null;
        if (state.reported === kind) return;
        const serves = (studio: StudioWithAccount) => stripeKeysOf(this.settings, studio) === keys;
        await onReport({ account, trouble: trouble?.text ?? null, serves });
        // The report is marked as done only now, so that a failed one is repeated after the next check.
        this.#states.set(keys, { ...this.#stateOf(keys), reported: kind });
      }),
    );
  }

  #stateOf(keys: StripeKeys): State {
    return this.#states.get(keys) ?? UNKNOWN;
  }
}

function pauseOf({ trouble, silent, reported }: State): number {
  const isWell = trouble === null && silent === 0 && reported === null;
  return isWell ? HEALTHY_PAUSE_MS : TROUBLED_PAUSE_MS;
}

/**
 * Returns the next state. A refused key and the result of the first check take effect immediately; an account that
 * worked before may miss a few responses.
 */
function after(before: State, seen: StripeTrouble | null): State {
  const silent = seen?.kind === 'SILENT' ? before.silent + 1 : 0;
  const isPatient = before.trouble === null && silent > 0 && silent < SILENT_LOOKS;
  return { ...before, silent, trouble: isPatient ? null : seen };
}
