import { findIbanFault, type IbanFault, type IbanScheme, normalizeIban } from '@upc/contract/iban';
import { ApiError, type ErrorCode } from '../../../core/errors/api-error.js';
import { requiredText } from './details.js';

/** Faults with a message of their own. The widget has already reported every other fault to the payer. */
const CODES: Readonly<Partial<Record<IbanFault['fault'], ErrorCode>>> = {
  country: 'errormessage.payment.iban.country.unsupported',
  swiss: 'errormessage.payment.iban.swiss.required',
  qr: 'errormessage.payment.iban.qr',
  useLsv: 'errormessage.payment.iban.use.lsv',
  usePostFinance: 'errormessage.payment.iban.use.ch.dd',
};

/**
 * Returns an IBAN that the scheme can debit.
 *
 * @throws ApiError 400 for `details.iban`; for an IBAN of another Swiss scheme the error names that scheme.
 */
export function requiredIban(typed: string | undefined, scheme: IbanScheme): string {
  const iban = normalizeIban(requiredText(typed, 'iban'));
  const wrong = findIbanFault(iban, scheme);
  if (!wrong) return iban;
  throw new ApiError(
    CODES[wrong.fault] ?? 'errormessage.payment.iban.invalid',
    'details.iban',
    wrong.fault === 'country' ? wrong.params : {},
  );
}

/** Masks an IBAN to country, check digits and the last four characters: `DE89 •••• 3000`. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}
