import type { OfferedPaymentMethod, Session } from '@upc/contract/gateway';
import type { TextKey } from '../i18n/text-keys.js';
import type { FormInfo } from './form.js';

/** Name of the bank code by currency, and the number of digits in a group. */
const bankCodes: Readonly<Record<string, readonly [labelKey: TextKey, group: number]>> = {
  AUD: ['bankTransfer.bsb', 3],
  GBP: ['bacs.sortCode.label', 2],
  USD: ['ach.routingNumber.label', 9],
};

/**
 * Returns the data that the payer needs for a transfer, without side effects. If the session contains no account, the
 * result is only the reference and a note on who will provide the account.
 */
export function transferInfo(
  { amount: { amount, currency }, referenceText }: Session,
  { transferAccount, qrCode }: OfferedPaymentMethod,
): FormInfo {
  const { accountHolder = '', iban = '', bic = '', bankName = '' } = transferAccount ?? {};
  const { bankLocationId = '', accountNumber = '' } = transferAccount ?? {};
  const [bankKey, length] = bankCodes[currency] ?? ['bankTransfer.bankCode', 99];
  const facts: readonly [labelKey: TextKey, value: string, copied?: string][] = [
    ['accountHolder.label', accountHolder, accountHolder],
    ['sepa.iban.label', inGroups(iban, 4, ' '), iban],
    [bankKey, inGroups(bankLocationId, length, '-'), bankLocationId],
    ['bacs.accountNumber.label', accountNumber, accountNumber],
    ['bankTransfer.bic', bic],
    ['bankTransfer.bank', bankName],
    ['bankTransfer.reference', referenceText, referenceText],
  ];
  return {
    key: amount > 0 ? 'bankTransfer.info.pay' : 'bankTransfer.info.save',
    facts: facts.flatMap(([labelKey, value, copied]) => (value ? [{ labelKey, value, copied }] : [])),
    ...(!transferAccount && { noteKey: 'bankTransfer.account' }),
    ...(qrCode &&
      /^[\da-f]+$/.test(qrCode.modules) && {
        code: {
          content: qrCode,
          labelKey: amount > 0 ? 'bankTransfer.qr.pay' : 'bankTransfer.qr.save',
          accountHolder,
        },
      }),
  };
}

function inGroups(text: string, length: number, separator: string): string {
  return text.replace(new RegExp(`(.{${length}})(?=.)`, 'g'), `$1${separator}`);
}
