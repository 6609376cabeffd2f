import { countrySpecs, isQRIBAN, isValidIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { toPlainAscii } from './ascii.js';

/** Returns whether an IBAN is a QR-IBAN (institution 30000 to 31999), which takes payments only with a QR reference. */
export { isQRIBAN as isQrIban } from 'ibantools';

/** Schemes that debit an account identified by its IBAN. */
export type IbanScheme = 'SEPA' | 'CH_DD' | 'LSV';

/** Reason why a scheme cannot debit an IBAN, with the values that an error text may mention. */
export type IbanFault =
  | { readonly fault: 'start' | 'characters' | 'checksum' | 'account' | 'qr' | 'useLsv' | 'usePostFinance' }
  | { readonly fault: 'country' | 'swiss' | 'structure'; readonly params: { readonly country: string } }
  | {
      readonly fault: 'length';
      readonly params: { readonly country: string; readonly length: number; readonly given: number };
    };

/** IBAN countries that are in both SEPA and the European Economic Area (European Payments Council, EPC409-09). */
const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

/** IBAN countries in SEPA but outside the European Economic Area. AL, MD, ME and MK joined in 2025, RS in 2026. */
const others = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ');

/** Returns an IBAN in upper-case ASCII without separators. Drops the word "IBAN", which people copy along. */
export function normalizeIban(typed: string): string {
  return toPlainAscii(typed)
    .toUpperCase()
    .replace(/^IBAN:?(?=[A-Z]{2}\d)/, '');
}

/**
 * Returns whether a normalised text is an IBAN of any country, including the national check digits if the country has
 * published their rule.
 */
export function isIban(iban: string): boolean {
  return isValidIBAN(iban);
}

/**
 * Finds the first fault of a normalised IBAN. A QR-IBAN (institution 30000 to 31999) is a reference for invoices, not
 * an account that can be debited (SIX, QR-bill guidelines). CH_DD debits accounts at PostFinance; LSV debits accounts
 * at every other Swiss or Liechtenstein bank.
 */
export function findIbanFault(iban: string, scheme: IbanScheme): IbanFault | null {
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}/.test(iban)) return { fault: 'start' };
  if (!/^[A-Z0-9]+$/.test(iban)) return { fault: 'characters' };
  if (scheme === 'SEPA') {
    if (!isSepaCountry(country)) return { fault: 'country', params: { country } };
  } else if (country !== 'CH' && country !== 'LI') return { fault: 'swiss', params: { country } };
  const length = ibanLength(country);
  if (length !== undefined && iban.length !== length) {
    return { fault: 'length', params: { country, length, given: iban.length } };
  }
  const { errorCodes } = validateIBAN(iban);
  const has = (error: ValidationErrorsIBAN): boolean => errorCodes.includes(error);
  if (has(ValidationErrorsIBAN.WrongBBANFormat)) return { fault: 'structure', params: { country } };
  if (has(ValidationErrorsIBAN.ChecksumNotNumber) || has(ValidationErrorsIBAN.WrongIBANChecksum)) {
    return { fault: 'checksum' };
  }
  if (errorCodes.length > 0) return { fault: 'account' };
  if (isQRIBAN(iban)) return { fault: 'qr' };
  if (scheme === 'CH_DD' && !isPostFinance(iban)) return { fault: 'useLsv' };
  if (scheme === 'LSV' && isPostFinance(iban)) return { fault: 'usePostFinance' };
  return null;
}

/** Returns the number of characters in a country's IBANs; undefined if the country has none. */
export function ibanLength(country: string): number | undefined {
  return countrySpecs[country]?.chars ?? undefined;
}

/**
 * Returns whether a country belongs to SEPA.
 *
 * @param country ISO 3166-1 alpha-2, the first two letters of an IBAN.
 */
export function isSepaCountry(country: string): boolean {
  return eea.includes(country) || others.includes(country);
}

/**
 * Returns whether a country belongs to both SEPA and the European Economic Area.
 *
 * @param country ISO 3166-1 alpha-2, the first two letters of an IBAN.
 */
export function isInEea(country: string): boolean {
  return eea.includes(country);
}

/**
 * Returns whether a direct debit on an account of that country requires the debtor's address: SEPA Core Direct Debit
 * Scheme Rulebook, attribute AT-P006 (mandatory where a participant is outside the European Economic Area).
 */
export function needsDebtorAddress(country: string): boolean {
  return others.includes(country);
}

/** Returns whether an IBAN belongs to PostFinance, according to its institution number. */
export function isPostFinance(iban: string): boolean {
  return /^(CH|LI)\d\d09000/.test(iban);
}
