import type { Stripe, StripeCardNumberElement, StripeElements } from '@stripe/stripe-js';
import { loadStripe as createStripe, type ReleaseTrain } from '@stripe/stripe-js/pure/index.mjs';
import type { Clock } from '../../core/clock.js';
import { within } from '../within.js';
import { blocked } from './blocked.js';
import { stripeLocale } from './locale.js';
import type { StripeApi } from './stripe-api.js';
import { StripeScript } from './stripe-script.js';

export type StripeJs = StripeApi<StripeElements, StripeCardNumberElement>;

/** Time that Stripe's script may take, in milliseconds: a slow connection is not a blocker. */
const deadline = 30_000;
const version: ReleaseTrain = 'endive';
/** Of the page, not of a widget: the script is there once. */
const script = new StripeScript();

export interface StripeJsOptions {
  readonly publicKey: string;
  /** The connected account, where the studio has one. */
  readonly account: string | undefined;
  /** The widget's. */
  readonly locale: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Loads Stripe.js, if the page has not, and makes the Stripe object of one widget. It is never shared: key, account
 * and locale are its own.
 *
 * @throws PaymentWidgetError PSP_ERROR when the script is blocked, does not come, or the page has another version.
 */
export async function loadStripe(options: StripeJsOptions): Promise<StripeJs> {
  const { publicKey, account, locale, clock, signal } = options;
  requireVersion();
  const own = { locale: stripeLocale(locale), ...(account && { stripeAccount: account }) };
  const loading = script.load().then(() => createStripe(publicKey, own));
  const stripe: Stripe | null | undefined = await within(deadline, loading, { clock, signal });
  if (!stripe) throw blocked("Stripe's script did not come in time.");
  requireVersion();
  return stripe;
}

/** A page may have a Stripe.js of its own, which the loader takes as it is. */
function requireVersion(): void {
  const { Stripe: found } = window as { readonly Stripe?: { readonly version?: string | number } };
  if (!found || found.version === version) return;
  throw blocked(
    `This page has version "${found.version ?? 'unknown'}" of Stripe.js; card payments need version "${version}". ` +
      `Load ${StripeScript.address} instead, or leave it to the widget.`,
  );
}
