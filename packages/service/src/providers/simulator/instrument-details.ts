import type { Schemas } from '@upc/contract/gateway';
import type { ProviderMethod } from '@upc/contract/catalogue';
import type { InstrumentView } from '@upc/contract/simulator-api';

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

/** The details of an instrument in the words of the gateway: one member, named after the method. */
export function instrumentDetails(instrument: InstrumentView): Details {
  return MEMBERS[instrument.paymentMethod](instrument);
}
