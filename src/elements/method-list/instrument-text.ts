import type { PaymentInstrumentDetails } from '@upc/contract/gateway';

/** What tells one stored instrument from another; parts that are not known are left out. */
export interface InstrumentText {
  /** The account or card, masked, such as `DE89 •••• 3000`. */
  readonly account?: string;
  readonly holder?: string;
}

/** The instrument as far as the gateway describes it. */
export function instrumentText(details: PaymentInstrumentDetails): InstrumentText {
  const bank = (details.sepa ?? details.chDD ?? details.lsvDD)?.bankAccountDetails;
  if (bank) return { account: masked(bank.iban), holder: bank.accountHolder };
  const debit = details.bacs ?? details.ach ?? details.becs;
  if (debit) {
    return {
      ...(debit.bankAccountNumber && { account: `•••• ${debit.bankAccountNumber.slice(-4)}` }),
      ...(debit.accountHolder && { holder: debit.accountHolder }),
    };
  }
  const card = details.creditCard ?? details.banContactCard;
  return {
    ...(card?.cardNumber && { account: `•••• ${card.cardNumber.slice(-4)}` }),
    ...(card?.cardHolder && { holder: card.cardHolder }),
  };
}

function masked(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}
