import type { PaymentInstrumentDetails, PaymentMethod, Schemas } from '@upc/contract/gateway';
import { cardBrand } from '../logo/card-brand.js';

/** Texts that distinguish one stored instrument from another. Unknown parts are omitted. */
export interface InstrumentText {
  /** Name of a card's scheme, such as `American Express`. */
  readonly brand?: string;
  /** Masked number of the account or card, such as `DE89 •••• 3000`. */
  readonly account?: string;
  /** Expiry date of a card, `MM/YY`. */
  readonly expiry?: string;
  readonly holder?: string;
}

const texts: Readonly<Record<PaymentMethod, (details: PaymentInstrumentDetails) => InstrumentText>> = {
  CREDIT_CARD: ({ creditCard }) => {
    const brand = cardBrand(creditCard?.brand)?.[1];
    return { ...cardText(creditCard), ...(brand && { brand }) };
  },
  SEPA: ({ sepa }) => ibanText(sepa),
  BACS: ({ bacs }) => accountText(bacs),
  ACH: ({ ach }) => accountText(ach),
  BECS: ({ becs }) => accountText(becs),
  PAYPAL: () => ({}),
  CH_DD: ({ chDD }) => ibanText(chDD),
  LSV: ({ lsvDD }) => ibanText(lsvDD),
  TWINT: () => ({}),
  IDEAL: () => ({}),
  BANCONTACT: ({ banContactCard }) => cardText(banContactCard),
  BANK_TRANSFER: () => ({}),
  CASH: () => ({}),
};

/**
 * Returns the texts for an instrument as far as the gateway describes it. For a method unknown to this build there are
 * none.
 */
export function instrumentText(method: PaymentMethod, details: PaymentInstrumentDetails): InstrumentText {
  return Object.hasOwn(texts, method) ? texts[method](details) : {};
}

function ibanText(instrument: Schemas['BankAccountInstrument'] | undefined): InstrumentText {
  if (!instrument) return {};
  const { iban, accountHolder } = instrument.bankAccountDetails;
  return { account: `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`, holder: accountHolder };
}

function accountText({
  bankAccountNumber,
  accountHolder,
}: Schemas['DirectDebitInstrument'] = {}): InstrumentText {
  return masked(bankAccountNumber, accountHolder);
}

function cardText({
  cardNumber,
  cardHolder,
  expiry,
}: NonNullable<PaymentInstrumentDetails['banContactCard']> = {}): InstrumentText {
  const until = expiry?.replace(/\/20/, '/');
  return { ...masked(cardNumber, cardHolder), ...(until && { expiry: until }) };
}

function masked(number: string | undefined, holder: string | undefined): InstrumentText {
  return {
    ...(number && { account: `•••• ${/\w{1,4}$/.exec(number)?.[0] ?? ''}` }),
    ...(holder && { holder }),
  };
}
