import type Stripe from 'stripe';
import type { IntentStatus, ProviderInstrument, ProviderIntent } from '../../ports/provider.js';
import { fromStripeAmount } from './amounts.js';
import { declineCode } from './decline-codes.js';
import { instrumentDetails } from './instrument-details.js';

/** Members of an answer that must be expanded to be read here. */
export const PAYMENT_EXPAND = ['payment_method', 'latest_charge'];
export const SETUP_EXPAND = ['payment_method'];

const STATUSES: Readonly<Record<string, IntentStatus>> = {
  requires_confirmation: 'REQUIRES_CONFIRMATION',
  requires_action: 'ACTION_REQUIRED',
  processing: 'PROCESSING',
  requires_capture: 'AUTHORIZED',
  succeeded: 'SUCCEEDED',
  canceled: 'CANCELLED',
};

/**
 * A payment intent of Stripe's in the words of the service.
 *
 * @param disputes about its charge, where it says that there are some
 */
export function paymentIntent(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[] = [],
): ProviderIntent {
  const { currency } = intent;
  const minor = (amount: number) => fromStripeAmount(amount, currency);
  return {
    ...common(intent, intent.last_payment_error),
    mode: 'PAYMENT',
    amountAuthorized: minor(intent.amount_capturable + intent.amount_received),
    amountCaptured: minor(intent.amount_received),
    amountRefunded: minor(refunded(intent.latest_charge)),
    currency: currency.toUpperCase(),
    // A SEPA debit that the bank returns after it succeeded is a dispute at Stripe; it says no more of it.
    ...(disputes.some(takesMoney) && { returned: { code: 'DECLINED' as const, ...answerBy(disputes) } }),
  };
}

/**
 * A setup intent of Stripe's in the words of the service.
 *
 * @param currency it has none at Stripe; nothing is paid by it
 */
export function setupIntent(intent: Stripe.SetupIntent, currency = ''): ProviderIntent {
  return {
    ...common(intent, intent.last_setup_error),
    mode: 'SETUP',
    amountAuthorized: 0,
    amountCaptured: 0,
    amountRefunded: 0,
    currency,
  };
}

interface LastError {
  readonly code?: string;
  readonly decline_code?: string;
}

function common(intent: Stripe.PaymentIntent | Stripe.SetupIntent, lastError: LastError | null) {
  const { status, payment_method: method, client_secret: clientSecret } = intent;
  const redirectUrl = intent.next_action?.redirect_to_url?.url;
  const instrument = typeof method === 'object' && method !== null ? toInstrument(method) : null;
  // Stripe goes back to the start after a refusal, so that another method may be tried; for us the attempt is over.
  const isDeclined = status === 'requires_payment_method' && lastError !== null;
  const code = lastError && declineCode(lastError);
  return {
    reference: intent.id,
    status: isDeclined ? 'DECLINED' : (STATUSES[status] ?? 'REQUIRES_CONFIRMATION'),
    ...(clientSecret !== null && { clientSecret }),
    ...(redirectUrl && { redirectUrl }),
    ...(instrument && { instrument }),
    ...(isDeclined && code && { failure: { code, message: code }, isStillOpen: true as const }),
  } as const;
}

function toInstrument(method: Stripe.PaymentMethod): ProviderInstrument | null {
  const details = instrumentDetails(method);
  return details && { reference: method.id, details };
}

/** Whether the charge of an intent is or was disputed; what became of that, its disputes say. */
export function isDisputed({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === 'object' && charge?.disputed === true;
}

/** An inquiry takes nothing yet, and what is won is given back (Stripe, How disputes work). */
function takesMoney({ status }: Stripe.Dispute): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost';
}

/** The first deadline of those that wait for an answer of the studio. */
function answerBy(disputes: readonly Stripe.Dispute[]): { readonly answerBy?: Date } {
  const deadlines = disputes
    .filter(({ status }) => status === 'needs_response')
    .flatMap(({ evidence_details: { due_by: seconds } }) => (seconds === null ? [] : [seconds]));
  return deadlines.length === 0 ? {} : { answerBy: new Date(Math.min(...deadlines) * 1000) };
}

/** Of a partial capture, Stripe counts the part that was let go as refunded. */
function refunded(charge: Stripe.Charge | string | null): number {
  if (typeof charge !== 'object' || charge === null) return 0;
  const letGo = charge.captured ? charge.amount - charge.amount_captured : 0;
  return Math.max(0, charge.amount_refunded - letGo);
}
