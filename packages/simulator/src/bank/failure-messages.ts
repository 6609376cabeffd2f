import type { FailureCode } from '@upc/contract/simulator-api';

/** The provider's refusal messages. They are for developers; the service has its own texts for payers. */
export const FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = {
  declined: 'The bank declined the payment.',
  insufficient_funds: 'There is not enough money on the account.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code of the card is wrong.',
  processing_error: 'The bank could not process the payment. Trying again later may help.',
  authentication_failed: 'The person was not authenticated.',
  invalid_account: 'There is no such account, or it cannot be debited.',
  cancelled_by_payer: 'The person cancelled the payment.',
  expired: 'The person did not act in time.',
};
