import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { ConfirmResult } from '@upc/contract/frame-protocol';

/** Time within which the provider must respond while the person is not with the bank, in milliseconds. */
export const answerDeadline = 60_000;

/**
 * Checks that the provider has decided. The gateway reports the decision itself.
 *
 * @param wasAbandoned whether the person gave up a challenge.
 * @throws PaymentWidgetError when the provider has not decided.
 */
export function requireAnswer(result: ConfirmResult, wasAbandoned: boolean): void {
  switch (result.outcome) {
    case 'answered':
      if (wasAbandoned && result.status === 'requires_action') throw givenUp();
      return;
    case 'invalid':
      throw new PaymentWidgetError('VALIDATION_ERROR', 'The card details are missing or wrong.');
    case 'refused':
      throw new PaymentWidgetError('PSP_ERROR', `The payment provider refused the request: ${result.code}.`);
    case 'unknown':
      throw noAnswer();
  }
}

/** Makes the error of a payment that the person has given up at the provider. */
export function givenUp(): PaymentWidgetError {
  return new PaymentWidgetError('PSP_ERROR', 'The person has cancelled at the payment provider.', {
    reason: 'CANCELLED_BY_PAYER',
    messageKey: 'error.payment.reason.CANCELLED_BY_PAYER',
  });
}

export function noAnswer(): PaymentWidgetError {
  return new PaymentWidgetError('PSP_ERROR', 'The payment provider did not respond.');
}
