import { countrySpecs, isQRIBAN, isValidIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { toPlainAscii } from './ascii.js';

/** Schemes that debit an account known by its IBAN. */
export type IbanScheme = 'SEPA' | 'CH_DD' | 'LSV';

/** What keeps a scheme from debiting an IBAN, with what a text about it may name. */
export type IbanFault =
  | { readonly fault: 'start' | 'characters' | 'checksum' | 'account' | 'qr' | 'useLsv' | 'usePostFinance' }
  | { readonly fault: 'country' | 'swiss' | 'structure'; readonly params: { readonly country: string } }
  | {
      readonly fault: 'length';
      readonly params: { readonly country: string; readonly length: number; readonly given: number };
    };

/** IBAN countries of the SEPA area inside the European Economic Area (European Payments Council, EPC409-09). */
const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

/** IBAN countries of the SEPA area outside it; AL, MD, ME and MK joined in 2025, RS in 2026. */
const others = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ');

/** Returns upper case ASCII without separators. The word "IBAN" that people copy along is dropped. */
export function normalizeIban(typed: string): string {
  return toPlainAscii(typed)
    .toUpperCase()
    .replace(/^IBAN:?(?=[A-Z]{2}\d)/, '');
}

/** Whether a normalised text is an IBAN of any country, down to the national check digits where it has a published rule. */
export function isIban(iban: string): boolean {
  return isValidIBAN(iban);
}

/**
 * Finds the first fault of a normalised IBAN. A QR-IBAN (institution 30000 to 31999) is a reference for invoices and
 * no account to debit (SIX, QR-bill guidelines). CH_DD debits the accounts of PostFinance, LSV those of every other
 * Swiss or Liechtenstein bank.
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

/** Returns the number of characters of a country's IBANs; undefined where there are none. */
export function ibanLength(country: string): number | undefined {
  return countrySpecs[country]?.chars ?? undefined;
}

/** @param country ISO 3166-1 alpha-2, as an IBAN begins. */
export function isSepaCountry(country: string): boolean {
  return eea.includes(country) || others.includes(country);
}

/**
 * Whether a direct debit on an account of that country needs the debtor's address: SEPA Core Direct Debit Scheme
 * Rulebook, attribute AT-P006 (mandatory where a participant is outside the European Economic Area).
 */
export function needsDebtorAddress(country: string): boolean {
  return others.includes(country);
}

/** Whether an IBAN is one of PostFinance, by its institution. */
export function isPostFinance(iban: string): boolean {
  return /^(CH|LI)\d\d09000/.test(iban);
}
