import type { ProviderMethod } from '@upc/contract/catalogue';
import type { Schemas } from '@upc/contract/gateway';
import type { FailureCode, InstrumentView, IntentView, Status } from '@upc/contract/simulator-api';
import type { DeclineCode } from '../../../../core/errors/api-error.js';
import type { IntentStatus, ProviderIntent } from '../provider.js';

type Details = Schemas['PaymentInstrumentDetails'];

const iban = ({ bankAccount }: InstrumentView): Schemas['BankAccountInstrument'] => ({
  bankAccountDetails: {
    accountHolder: bankAccount?.holder ?? '',
    iban: bankAccount?.number ?? '',
  },
});

const account = ({ bankAccount }: InstrumentView): Schemas['DirectDebitInstrument'] => ({
  ...(bankAccount && {
    accountHolder: bankAccount.holder,
    bankAccountNumber: bankAccount.number,
    ...(bankAccount.bankLocationId !== undefined && { bankLocationId: bankAccount.bankLocationId }),
    ...(bankAccount.mandate !== undefined && { mandateId: bankAccount.mandate }),
    ...(bankAccount.email !== undefined && { shopperEmail: bankAccount.email }),
  }),
});

const card = ({ card: shown }: InstrumentView): NonNullable<Details['banContactCard']> => ({
  ...(shown && {
    ...(shown.holder !== undefined && { cardHolder: shown.holder }),
    cardNumber: `•••• ${shown.last4}`,
    expiry: shown.expiry,
  }),
});

const creditCard = (instrument: InstrumentView): NonNullable<Details['creditCard']> => ({
  ...card(instrument),
  ...(instrument.card && {
    brand: instrument.card.brand,
    ...(instrument.card.country !== undefined && { issuerCountry: instrument.card.country }),
    ...(instrument.card.wallet !== undefined && { wallet: instrument.card.wallet }),
  }),
});

const MEMBERS: Readonly<Record<ProviderMethod, (instrument: InstrumentView) => Details>> = {
  SEPA: (instrument) => ({ sepa: iban(instrument) }),
  CH_DD: (instrument) => ({ chDD: iban(instrument) }),
  LSV: (instrument) => ({ lsvDD: iban(instrument) }),
  BACS: (instrument) => ({ bacs: account(instrument) }),
  ACH: (instrument) => ({ ach: account(instrument) }),
  BECS: (instrument) => ({ becs: account(instrument) }),
  CREDIT_CARD: (instrument) => ({ creditCard: creditCard(instrument) }),
  BANCONTACT: (instrument) => ({ banContactCard: card(instrument) }),
  IDEAL: ({ bankName }) => ({ ideal: bankName === undefined ? {} : { issuer: bankName } }),
  PAYPAL: () => ({ paypal: {} }),
  TWINT: () => ({ twint: {} }),
};

/** Translates an instrument's details into the gateway's form: one member, named after the method. */
function instrumentDetails(instrument: InstrumentView): Details {
  return MEMBERS[instrument.paymentMethod](instrument);
}

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

/** Translates the simulator's intent into the service's form. */
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
