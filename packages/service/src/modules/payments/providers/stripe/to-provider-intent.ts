import type Stripe from 'stripe';
import type { DeclineCode } from '../../../../core/errors/api-error.js';
import type { IntentStatus, ProviderInstrument, ProviderIntent } from '../provider.js';
import { fromStripeAmount } from './amounts.js';

/** Stripe's codes (docs.stripe.com/declines/codes, docs.stripe.com/error-codes) that say more than "declined". */
const CODES: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired_card: 'EXPIRED_CARD',
  expired_payment_method: 'EXPIRED_CARD',
  incorrect_cvc: 'INCORRECT_CVC',
  invalid_cvc: 'INCORRECT_CVC',
  processing_error: 'PROCESSING_ERROR',
  issuer_not_available: 'PROCESSING_ERROR',
  reenter_transaction: 'PROCESSING_ERROR',
  try_again_later: 'PROCESSING_ERROR',
  payment_method_provider_timeout: 'PROCESSING_ERROR',
  authentication_required: 'AUTHENTICATION_FAILED',
  payment_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  setup_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  payment_method_customer_decline: 'CANCELLED_BY_PAYER',
  payment_intent_payment_attempt_expired: 'EXPIRED',
  setup_intent_setup_attempt_expired: 'EXPIRED',
  account_closed: 'INVALID_ACCOUNT',
  account_number_invalid: 'INVALID_ACCOUNT',
  bank_account_declined: 'INVALID_ACCOUNT',
  bank_account_restricted: 'INVALID_ACCOUNT',
  bank_account_unusable: 'INVALID_ACCOUNT',
  debit_not_authorized: 'INVALID_ACCOUNT',
  no_account: 'INVALID_ACCOUNT',
  payment_method_bank_account_blocked: 'INVALID_ACCOUNT',
  sepa_unsupported_account: 'INVALID_ACCOUNT',
};

/** Reason of a refused payment; the code of the bank says more than Stripe's own. */
export function declineCode(error: { readonly code?: string; readonly decline_code?: string }): DeclineCode {
  return CODES[error.decline_code ?? ''] ?? CODES[error.code ?? ''] ?? 'DECLINED';
}

type Details = ProviderInstrument['details'];

/** A payment method of Stripe's as it is shown, in the words of the gateway; null for a type that is none of ours. */
function instrumentDetails(method: Stripe.PaymentMethod): Details | null {
  const { card, sepa_debit: sepa, bacs_debit: bacs, ideal, type } = method;
  const holder = method.billing_details.name ?? '';
  switch (type) {
    case 'card':
      return { creditCard: card ? creditCard(card, holder) : {} };
    case 'sepa_debit':
      return {
        sepa: {
          bankAccountDetails: {
            accountHolder: holder,
            iban: `${sepa?.country ?? ''}•• •••• ${sepa?.last4 ?? ''}`,
          },
        },
      };
    case 'bacs_debit':
      return {
        bacs: {
          accountHolder: holder,
          bankAccountNumber: `•••• ${bacs?.last4 ?? ''}`,
          ...(bacs?.sort_code && { bankLocationId: bacs.sort_code }),
        },
      };
    case 'ideal':
      return { ideal: ideal?.bank ? { issuer: ideal.bank } : {} };
    case 'bancontact':
      return { banContactCard: holder === '' ? {} : { cardHolder: holder } };
    case 'paypal':
      return { paypal: {} };
    case 'twint':
      return { twint: {} };
    default:
      return null;
  }
}

function creditCard(card: Stripe.PaymentMethod.Card, holder: string): NonNullable<Details['creditCard']> {
  return {
    brand: card.brand,
    ...(holder !== '' && { cardHolder: holder }),
    cardNumber: `•••• ${card.last4}`,
    expiry: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
    ...(card.country !== null && { issuerCountry: card.country }),
  };
}

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
