import type { DeclineCode, IntentStatus, ProviderIntent } from '../../ports/provider.js';
import { instrumentDetails } from './instrument-details.js';
import type { FailureCode, IntentView, Status } from '@upc/contract/simulator-api';

const STATUSES: Readonly<Record<Status, IntentStatus>> = {
  requires_confirmation: 'REQUIRES_CONFIRMATION',
  requires_action: 'ACTION_REQUIRED',
  processing: 'PROCESSING',
  authorized: 'AUTHORIZED',
  succeeded: 'SUCCEEDED',
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
};

const CODES: Readonly<Record<FailureCode, DeclineCode>> = {
  declined: 'DECLINED',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired_card: 'EXPIRED_CARD',
  incorrect_cvc: 'INCORRECT_CVC',
  processing_error: 'PROCESSING_ERROR',
  authentication_failed: 'AUTHENTICATION_FAILED',
  invalid_account: 'INVALID_ACCOUNT',
  cancelled_by_payer: 'CANCELLED_BY_PAYER',
  expired: 'EXPIRED',
};

/** The simulator's intent in the words of the service. */
export function toProviderIntent(intent: IntentView): ProviderIntent {
  const { instrument, nextAction, failure, returned } = intent;
  return {
    reference: intent.id,
    status: STATUSES[intent.status],
    mode: intent.mode === 'setup' ? 'SETUP' : 'PAYMENT',
    clientSecret: intent.clientSecret,
    amountAuthorized: intent.amountAuthorized,
    amountCaptured: intent.amountCaptured,
    amountRefunded: intent.amountRefunded,
    currency: intent.currency,
    ...(nextAction && { redirectUrl: nextAction.url }),
    ...(instrument && {
      instrument: { reference: instrument.id, details: instrumentDetails(instrument) },
    }),
    ...(failure && { failure: { code: CODES[failure.code], message: failure.message } }),
    ...(returned && { returned: { code: CODES[returned.code] } }),
  };
}
