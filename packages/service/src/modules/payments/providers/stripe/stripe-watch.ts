import Stripe from 'stripe';
import type { StripeKeys, StripeSettings } from './settings.js';
import { stripeClient, stripeKeysOf, type StudioWithAccount } from './stripe-of-studio.js';

/** An intent that nobody has: asking for it changes nothing, and needs no more than payments need. */
const NOBODY = 'pi_upc_reachable';
const RETRY_POLICY = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/** Reason for which payments cannot go through an account at Stripe. Holds nothing of its keys. */
export interface StripeTrouble {
  /** REFUSED: the key does not work, which stays so. SILENT: no answer, or one of a server in trouble, which may pass. */
  readonly kind: 'REFUSED' | 'SILENT';
  readonly text: string;
}

/** @returns null when payments can go through the account. */
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
 * The trouble with the account that an answer from Stripe reports.
 *
 * @param statusCode undefined: no answer
 * @returns null for one of an account that works, also when it is that something is not there, or is refused.
 */
function troubleOf(statusCode: number | undefined): StripeTrouble | null {
  if (statusCode === undefined) return { kind: 'SILENT', text: 'cannot reach Stripe' };
  if (statusCode === 401) return { kind: 'REFUSED', text: 'Stripe does not know the secret key' };
  if (statusCode === 403) return { kind: 'REFUSED', text: 'the secret key may not read payments' };
  if (statusCode >= 500) return { kind: 'SILENT', text: `Stripe answers ${statusCode}` };
  return null;
}

/** So many looks in a row find a silent Stripe before its methods go: one slow answer is not an outage. */
const SILENT_LOOKS = 3;

/** Interval of the checks of an account: long while it works, as real calls show faults too, else short. */
const HEALTHY_PAUSE_MS = 5 * 60_000;
const TROUBLED_PAUSE_MS = 5_000;

/** State of an account, reported when it changes. */
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
  readonly reported: StripeTrouble['kind'] | null | undefined;
  /** Time of the last check, by the clock of the watch. */
  readonly lookedAt: number;
}

const UNKNOWN: State = { trouble: undefined, silent: 0, reported: undefined, lookedAt: -Infinity };

/**
 * Knows which of the accounts at Stripe can be used: one whose key is wrong, or that cannot be reached, is not listed for
 * members until it can.
 */
export class StripeWatch {
  readonly #states = new Map<StripeKeys, State>();

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    private readonly settings: StripeSettings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether the account of a studio is known not to work. */
  isDown(studio: StudioWithAccount): boolean {
    const keys = stripeKeysOf(this.settings, studio);
    return keys !== null && Boolean(this.#states.get(keys)?.trouble);
  }

  /**
   * Notes how a try of a call of the service went, which says as much as a look: a key that is refused counts at once, and
   * so do three tries in a row without an answer. Whether a refused key works again, a look says.
   *
   * @param statusCode undefined: no answer
   */
  notice(keys: StripeKeys, statusCode: number | undefined): void {
    const before = this.#stateOf(keys);
    // A key may be allowed to do one thing and not another: what payments need, a look asks for.
    if (before.trouble?.kind === 'REFUSED' || statusCode === 403) return;
    this.#states.set(keys, after(before, troubleOf(statusCode)));
  }

  /** Asks the accounts whose time has come. @param onReport as for `look` */
  async lookIfDue(onReport: (report: StripeReport) => Promise<void>): Promise<void> {
    await this.#lookAt((state) => this.now() - state.lookedAt >= pauseOf(state), onReport);
  }

  /** Asks each account once. @param onReport called with each at first, and whenever its state has changed since */
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
        // Only now: a report that failed is made again after the next look.
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

/** A key that is refused counts at once, as does the first look; an account that worked is given some silent ones. */
function after(before: State, seen: StripeTrouble | null): State {
  const silent = seen?.kind === 'SILENT' ? before.silent + 1 : 0;
  const isPatient = before.trouble === null && silent > 0 && silent < SILENT_LOOKS;
  return { ...before, silent, trouble: isPatient ? null : seen };
}
