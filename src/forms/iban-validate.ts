import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { Validator } from './form.js';
import { isSepaCountry } from './sepa-countries.js';

/** How many characters an IBAN of the country has; undefined where there are none. */
export function ibanLength(country: string): number | undefined {
  return countrySpecs[country]?.chars ?? undefined;
}

/** An IBAN of the SEPA area, checked down to the national check digits where the country has a published rule. */
export const validateSepaIban: Validator = (iban) => {
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}/.test(iban)) return { code: 'error.iban.start' };
  if (!/^[A-Z0-9]+$/.test(iban)) return { code: 'error.iban.characters' };
  if (!isSepaCountry(country)) return { code: 'error.iban.country', params: { country } };
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
};
