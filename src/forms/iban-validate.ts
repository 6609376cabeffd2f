import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { TextKey } from '../i18n/text-keys.js';
import type { ValidationError, Validator } from './form.js';
import { isSepaCountry } from './sepa-countries.js';

/** Number of characters of the country's IBANs; undefined where there are none. */
export function ibanLength(country: string): number | undefined {
  return countrySpecs[country]?.chars ?? undefined;
}

/** An IBAN of the SEPA area, checked down to the national check digits where the country has a published rule. */
export const validateSepaIban: Validator = (iban) => validateIban(iban, isSepaCountry, 'error.iban.country');

/**
 * An IBAN of one of some countries.
 *
 * @param otherCountry what is wrong with an IBAN of any other; it is told the `country`.
 */
export function validateIban(
  iban: string,
  isAllowed: (country: string) => boolean,
  otherCountry: TextKey,
): ValidationError | null {
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}/.test(iban)) return { code: 'error.iban.start' };
  if (!/^[A-Z0-9]+$/.test(iban)) return { code: 'error.iban.characters' };
  if (!isAllowed(country)) return { code: otherCountry, params: { country } };
  const length = ibanLength(country);
  if (length !== undefined && iban.length !== length) {
    return { code: 'error.iban.length', params: { country, length, given: iban.length } };
  }
  const { errorCodes } = validateIBAN(iban);
  const has = (error: ValidationErrorsIBAN): boolean => errorCodes.includes(error);
  if (has(ValidationErrorsIBAN.WrongBBANFormat)) return { code: 'error.iban.structure', params: { country } };
  if (has(ValidationErrorsIBAN.ChecksumNotNumber) || has(ValidationErrorsIBAN.WrongIBANChecksum)) {
    return { code: 'error.iban.checksum' };
  }
  return errorCodes.length > 0 ? { code: 'error.iban.account' } : null;
}
