import type { PaymentInstrumentDetails } from '@upc/contract/gateway';
import { cardBrand } from '../logo/card-brand.js';

/** Texts that distinguish one stored instrument from another. Unknown parts are undefined or empty. */
export interface InstrumentText {
  /** Name of a card's scheme, such as `American Express`. */
  readonly brand: string | undefined;
  /** Masked number of the account or card, such as `DE89 •••• 3000`. */
  readonly account: string | undefined;
  readonly holder: string | undefined;
}

/** Returns the texts for an instrument as far as the gateway describes it. */
export function instrumentText(details: PaymentInstrumentDetails): InstrumentText {
  const { creditCard, banContactCard, sepa, chDD, lsvDD, bacs, ach, becs } = details;
  const card = creditCard ?? banContactCard;
  const debit = bacs ?? ach ?? becs;
  const { iban, accountHolder } = (sepa ?? chDD ?? lsvDD)?.bankAccountDetails ?? {};
  const number = card?.cardNumber ?? debit?.bankAccountNumber;
  return {
    brand: cardBrand(creditCard?.brand)?.[1],
    account: iban
      ? `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
      : number && `•••• ${/\w{1,4}$/.exec(number)?.[0] ?? ''}`,
    holder: accountHolder ?? card?.cardHolder ?? debit?.accountHolder,
  };
}
