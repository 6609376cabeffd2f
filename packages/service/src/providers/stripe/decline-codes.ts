import type { DeclineCode } from '../../ports/provider.js';

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
