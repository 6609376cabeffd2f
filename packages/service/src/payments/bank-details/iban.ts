import { isSEPACountry, validateIBAN } from 'ibantools';
import { withoutSeparators } from './digits.js';

/** Joined the SEPA area after the table of ibantools was made: AL, MD, ME, MK in 2025, RS in 2026. */
const JOINED_LATER: readonly string[] = ['AL', 'MD', 'ME', 'MK', 'RS'];

/** IBAN countries inside the European Economic Area; from any other a debit needs the payer's address. */
const EEA: readonly string[] = [
  'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS',
  'IT', 'LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK',
]; // prettier-ignore

/** Upper case, without the spaces and hyphens that people type, digits of any script as ASCII. */
export function normalizeIban(typed: string): string {
  return withoutSeparators(typed).toUpperCase();
}

/** Length, characters, check digits, and the country's own check digits where it has them. */
export function isIban(iban: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) && validateIBAN(iban).valid;
}

export function isSepaIban(iban: string): boolean {
  const country = ibanCountry(iban);
  return isSEPACountry(country) || JOINED_LATER.includes(country);
}

export function needsAddress(iban: string): boolean {
  return !EEA.includes(ibanCountry(iban));
}

export function ibanCountry(iban: string): string {
  return iban.slice(0, 2);
}

/** `DE89 •••• 3000`: country, check digits and the last four characters. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}
