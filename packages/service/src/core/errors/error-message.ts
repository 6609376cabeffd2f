import type { FailureCode } from '@upc/contract/gateway';
import { type TextKey, translate } from '../i18n/translate.js';
import type { ApiError } from './api-error.js';

/**
 * Returns the message of an error in a supported language.
 *
 * @param asGiven the values that the caller sent, by the values that replace them in the error's parameters.
 */
export function errorMessage(
  error: ApiError,
  language: string,
  asGiven?: ReadonlyMap<unknown, string> | null,
): string {
  const { field } = error.params;
  const name = typeof field === 'string' ? FIELD_NAMES[field] : undefined;
  return translate(language, error.code, {
    ...Object.fromEntries(
      Object.entries(error.params).map(([key, value]) => [key, asGiven?.get(value) ?? value]),
    ),
    ...(name ? { field: { key: name } } : {}),
    ...(error.failure ? { reason: failureMessage(error.failure, language) } : {}),
  });
}

/** Returns the reason for a payment's failure, in words for the payer. */
export function failureMessage(code: FailureCode, language: string): string {
  return translate(language, `error.payment.reason.${code}`);
}

/** Names that payers see for the fields of `details`. Fields of the Open API keep their names. */
const FIELD_NAMES: Readonly<Record<string, TextKey>> = {
  accountHolder: 'accountHolder.label',
  cardHolder: 'card.holder.label',
  iban: 'sepa.iban.label',
  accountNumber: 'bacs.accountNumber.label',
  bankLocationId: 'field.bankLocationId',
  accountType: 'ach.accountType.label',
  holderType: 'ach.holderType.label',
  email: 'email.label',
  address: 'field.address',
  'address.line1': 'address.line1.label',
  'address.line2': 'address.line2.label',
  'address.city': 'address.city.label',
  'address.postalCode': 'address.postalCode.label',
  'address.state': 'address.state.label',
};
