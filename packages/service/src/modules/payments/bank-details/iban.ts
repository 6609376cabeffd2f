import { isSEPACountry, validateIBAN } from 'ibantools';
import { ApiError } from '../../../core/errors/api-error.js';

/**
 * Text as it is compared and sent: full-width letters and digits, and the digits of every script, as ASCII,
 * without spaces, dashes and invisible characters, which people type or copy along.
 */
export function withoutSeparators(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}

/** Unicode keeps the ten digits of a script side by side, zero first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

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

export type SwissScheme = 'CH_DD' | 'LSV';

const POSTFINANCE = '09000';
const REFERENCE = 'details.iban';

/** Institutions 30000 to 31999 are references of QR-bills, not accounts (SIX, QR-IBAN). */
export function isQrIban(iban: string): boolean {
  return isSwiss(iban) && /^3[01]/.test(institution(iban));
}

export function isPostFinance(iban: string): boolean {
  return isSwiss(iban) && institution(iban) === POSTFINANCE;
}

/**
 * A Swiss or Liechtenstein IBAN that a scheme can debit: PostFinance accounts by CH_DD, those of every other
 * bank by LSV.
 *
 * @throws ApiError 400 for `details.iban`; for an IBAN of the other scheme it names that one.
 */
export function requireSwissIban(typed: string, scheme: SwissScheme): string {
  const iban = normalizeIban(typed);
  if (!isIban(iban)) throw new ApiError('errormessage.payment.iban.invalid', REFERENCE);
  if (!isSwiss(iban)) throw new ApiError('errormessage.payment.iban.swiss.required', REFERENCE);
  if (isQrIban(iban)) throw new ApiError('errormessage.payment.iban.qr', REFERENCE);
  if (isPostFinance(iban) !== (scheme === 'CH_DD')) {
    throw new ApiError(
      scheme === 'CH_DD' ? 'errormessage.payment.iban.use.lsv' : 'errormessage.payment.iban.use.ch.dd',
      REFERENCE,
    );
  }
  return iban;
}

function isSwiss(iban: string): boolean {
  return iban.startsWith('CH') || iban.startsWith('LI');
}

function institution(iban: string): string {
  return iban.slice(4, 9);
}
