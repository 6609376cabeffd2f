import type { Schemas } from '@upc/contract/gateway';
import type Stripe from 'stripe';
import type { DeclineCode } from '../../../../core/errors/api-error.js';
import type { IntentStatus, ProviderInstrument, ProviderIntent } from '../provider.js';
import { fromStripeAmount } from './amounts.js';

/**
 * Stripe's codes that are more specific than "declined" (docs.stripe.com/declines/codes, docs.stripe.com/error-codes).
 */
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

/**
 * Returns the reason for a refused payment. The bank's code takes precedence, because it is more specific than Stripe's
 * own.
 */
export function declineCode(error: { readonly code?: string; readonly decline_code?: string }): DeclineCode {
  return CODES[error.decline_code ?? ''] ?? CODES[error.code ?? ''] ?? 'DECLINED';
}

type Details = ProviderInstrument['details'];

/** Translates a Stripe payment method into the gateway's masked details; null for an unknown type. */
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
  const wallet = WALLETS[card.wallet?.type ?? ''];
  return {
    brand: card.brand,
    ...(holder !== '' && { cardHolder: holder }),
    // What Link pays from a bank account has this brand. Stripe fills in a number and an expiry that do not exist.
    ...(card.brand !== 'link' && {
      cardNumber: `•••• ${card.last4}`,
      expiry: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
    }),
    ...(card.country !== null && { issuerCountry: card.country }),
    ...(wallet && { wallet }),
  };
}

/** Our names of the wallets; a card from any other wallet counts as typed. */
const WALLETS: Readonly<Record<string, Schemas['Wallet']>> = {
  apple_pay: 'APPLE_PAY',
  google_pay: 'GOOGLE_PAY',
  link: 'LINK',
};

/** Response members that must be expanded because they are read here. */
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
 * Translates a Stripe payment intent into the service's form.
 *
 * @param disputes about its charge, if the intent reports any
 */
export function paymentIntent(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[] = [],
): ProviderIntent {
  const { currency } = intent;
  const minor = (amount: number) => fromStripeAmount(amount, currency);
  const amountCaptured = minor(intent.amount_received);
  const amountRefunded = minor(refunded(intent.latest_charge));
  const isGivenBack = amountCaptured > 0 && amountCaptured === amountRefunded;
  return {
    ...common(intent, intent.last_payment_error, isGivenBack),
    mode: 'PAYMENT',
    amountAuthorized: minor(intent.amount_capturable + intent.amount_received),
    amountCaptured,
    amountRefunded,
    currency: currency.toUpperCase(),
    // When a bank returns a SEPA debit that had succeeded, Stripe reports a dispute and gives no further reason.
    ...(disputes.some(takesMoney) && { returned: { code: 'DECLINED' as const, ...answerBy(disputes) } }),
  };
}

/**
 * Translates a Stripe setup intent into the service's form.
 *
 * @param currency passed in because a setup intent has none; nothing is paid with it
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

/** @param isGivenBack whether everything that was paid has been refunded */
function common(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  lastError: LastError | null,
  isGivenBack = false,
) {
  if (isOfAnotherType(intent)) return unwanted(intent, isGivenBack);
  const { status, payment_method: method, client_secret: clientSecret } = intent;
  const redirectUrl = intent.next_action?.redirect_to_url?.url;
  const instrument = typeof method === 'object' && method !== null ? toInstrument(method) : null;
  // After a refusal, Stripe returns to the initial status so that another method can be tried. For us, the attempt is
  // over.
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

/** Returns whether an intent was paid with a type that it does not allow, such as `link` instead of `card`. */
function isOfAnotherType({
  payment_method: method,
  allowed_payment_method_types: allowed,
}: Stripe.PaymentIntent | Stripe.SetupIntent): boolean {
  return typeof method === 'object' && method !== null && allowed?.includes(method.type) === false;
}

/**
 * Fails a payment with an instrument that we did not ask for, and cannot charge as what it is not. It is neither saved
 * nor used, and what it has paid is given back.
 */
function unwanted({ id, status }: Stripe.PaymentIntent | Stripe.SetupIntent, isGivenBack: boolean) {
  const reference = id;
  if (status === 'canceled') return { reference, status: 'CANCELLED' } as const;
  const failure = { code: 'PROCESSING_ERROR', message: 'PROCESSING_ERROR' } as const;
  const declined = { reference, status: 'DECLINED', failure } as const;
  return isGivenBack ? declined : ({ ...declined, isStillOpen: true } as const);
}

function toInstrument(method: Stripe.PaymentMethod): ProviderInstrument | null {
  const details = instrumentDetails(method);
  return details && { reference: method.id, details };
}

/** Returns whether the charge of an intent is or was disputed. The disputes themselves contain the outcome. */
export function isDisputed({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === 'object' && charge?.disputed === true;
}

/**
 * Returns whether a dispute withholds the money. An inquiry does not yet, and a won dispute gives it back (Stripe, How
 * disputes work).
 */
function takesMoney({ status }: Stripe.Dispute): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost';
}

/** Returns the earliest deadline among the disputes that wait for the studio's response. */
function answerBy(disputes: readonly Stripe.Dispute[]): { readonly answerBy?: Date } {
  const deadlines = disputes
    .filter(({ status }) => status === 'needs_response')
    .flatMap(({ evidence_details: { due_by: seconds } }) => (seconds === null ? [] : [seconds]));
  return deadlines.length === 0 ? {} : { answerBy: new Date(Math.min(...deadlines) * 1000) };
}

/**
 * Returns the refunded amount. After a partial capture, Stripe counts the released part as refunded, so it is
 * subtracted.
 */
function refunded(charge: Stripe.Charge | string | null): number {
  if (typeof charge !== 'object' || charge === null) return 0;
  const letGo = charge.captured ? charge.amount - charge.amount_captured : 0;
  return Math.max(0, charge.amount_refunded - letGo);
}
