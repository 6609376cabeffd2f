import type { Stripe, StripeCardNumberElement, StripeElements } from '@stripe/stripe-js';
import { loadStripe as createStripe, type ReleaseTrain } from '@stripe/stripe-js/pure/index.mjs';
import type { Clock } from '../../core/clock.js';
import { within } from '../within.js';
import { blocked } from './blocked.js';
import { stripeLocale } from './locale.js';
import type { StripeApi } from './stripe-api.js';
import { StripeScript } from './stripe-script.js';

export type StripeJs = StripeApi<StripeElements, StripeCardNumberElement>;

/**
 * Time within which Stripe's script must load, in milliseconds. It is long enough that a slow connection does not count
 * as blocked.
 */
const deadline = 30_000;
const version: ReleaseTrain = 'endive';
/** All widgets on a page share the script. */
const script = new StripeScript();

export interface StripeJsOptions {
  readonly publicKey: string;
  /** The connected account, if the studio has one. */
  readonly account: string | undefined;
  /** Locale of the widget. */
  readonly locale: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Loads Stripe.js, unless the page has, and creates the Stripe object of one widget. The object is never shared, since
 * key, account and locale belong to the widget.
 *
 * @throws PaymentWidgetError PSP_ERROR when the script is blocked or does not load, or the page has another version.
 */
export async function loadStripe(options: StripeJsOptions): Promise<StripeJs> {
  const { publicKey, account, locale, clock, signal } = options;
  requireVersion();
  const own = { locale: stripeLocale(locale), ...(account && { stripeAccount: account }) };
  const loading = script.load().then(() => createStripe(publicKey, own));
  const stripe: Stripe | null | undefined = await within(deadline, loading, { clock, signal });
  if (!stripe) throw blocked("Stripe's script did not load in time.");
  requireVersion();
  return stripe;
}

/** Checks the version of a Stripe.js that the page has loaded itself, since the loader would use any version. */
function requireVersion(): void {
  const { Stripe: found } = window as { readonly Stripe?: { readonly version?: string | number } };
  if (!found || found.version === version) return;
  throw blocked(
    `This page has version "${found.version ?? 'unknown'}" of Stripe.js; card payments need version "${version}". ` +
      `Load ${StripeScript.address} instead, or leave it to the widget.`,
  );
}
