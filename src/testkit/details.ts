import type { PaymentDetails, PaymentInstrumentDetails, PaymentMethod } from '@upc/contract/gateway';
import { goodValues } from './test-data.js';

/** Text entered into the plain fields of a card. */
export interface CardEntry {
  /** Digits only. */
  readonly number: string;
  readonly expiry: string;
}

type Shown = (given: PaymentDetails, card: CardEntry) => PaymentInstrumentDetails;

/** Details of an account or card in the gateway's responses, by method. They are masked, as the contract requires. */
const shown: Readonly<Record<PaymentMethod, Shown>> = {
  CREDIT_CARD: ({ cardHolder, wallet }, { number, expiry }) => ({
    creditCard: {
      brand: brandOf(number),
      ...(cardHolder !== undefined && { cardHolder }),
      cardNumber: lastOf(number),
      expiry,
      ...(wallet !== undefined && { wallet }),
    },
  }),
  SEPA: (given) => ({ sepa: bankAccount(given) }),
  CH_DD: (given) => ({ chDD: bankAccount(given) }),
  LSV: (given) => ({ lsvDD: bankAccount(given) }),
  BACS: (given) => ({ bacs: { ...directDebit(given), ...(given.email && { shopperEmail: given.email }) } }),
  ACH: (given) => ({ ach: directDebit(given) }),
  BECS: () => ({ becs: {} }),
  PAYPAL: () => ({ paypal: {} }),
  TWINT: () => ({ twint: {} }),
  IDEAL: () => ({ ideal: {} }),
  BANCONTACT: () => ({ banContactCard: {} }),
  BANK_TRANSFER: () => ({ bankTransfer: {} }),
  CASH: () => ({ cash: {} }),
};

/** Returns the gateway's details of an account or card that was entered. */
export function shownDetails(
  method: PaymentMethod,
  given: PaymentDetails = {},
  card: CardEntry = { number: '4242424242424242', expiry: '12/40' },
): PaymentInstrumentDetails {
  return shown[method](given, card);
}

/** Returns the gateway's details of a stored account or card. */
export function storedDetails(method: PaymentMethod): PaymentInstrumentDetails {
  return shownDetails(method, goodValues(method, 'DE'));
}

function bankAccount({
  accountHolder = '',
  iban = '',
}: PaymentDetails): NonNullable<PaymentInstrumentDetails['sepa']> {
  return { bankAccountDetails: { accountHolder, iban: `${iban.slice(0, 4)} ${lastOf(iban)}` } };
}

function directDebit({
  accountHolder = '',
  accountNumber = '',
  bankLocationId = '',
}: PaymentDetails): NonNullable<PaymentInstrumentDetails['ach']> {
  return { accountHolder, bankAccountNumber: lastOf(accountNumber), bankLocationId };
}

function lastOf(number: string): string {
  return `•••• ${number.slice(-4)}`;
}

function brandOf(number: string): string {
  return number.startsWith('4') ? 'Visa' : number.startsWith('3') ? 'American Express' : 'Mastercard';
}
