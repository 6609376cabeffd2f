import { shortEndToEndId } from '../end-to-end-id.js';

/*
 * References of LSV+ debits. Banks credit such debits like paid invoices, and may then report the reference only. So it
 * contains the debit's short end-to-end id, as a number or as it is.
 */

const SHORT_ID = 15;

/**
 * Writes the reference of an invoice (ESR): 26 digits and a check digit, modulo 10 recursive (PostFinance, manual of the
 * inpayment slip with reference number; SIX, guidelines for the QR-bill, QR reference).
 */
export function esrReference(endToEndId: string): string {
  const digits = numberOf(shortIdOf(endToEndId)).toString().padStart(26, '0');
  return `${digits}${checkDigit(digits)}`;
}

/**
 * Writes the reference of an International Payment Instruction (IPI): two check digits, modulo 97 of ISO 7064 as in an
 * IBAN, and 18 letters and digits (European Committee for Banking Standards, EBS204; Swiss Payment Standards).
 */
export function ipiReference(endToEndId: string): string {
  const content = shortIdOf(endToEndId).padStart(18, '0');
  return `${String(98n - remainder(`${content}00`)).padStart(2, '0')}${content}`;
}

/** Returns the short end-to-end id in a reference that was written here; null for any other. */
export function shortIdIn(reference: string): string | null {
  if (/^00\d{25}$/.test(reference)) {
    const digits = reference.slice(0, -1);
    const id = BigInt(digits).toString(36).toUpperCase().padStart(SHORT_ID, '0');
    return hasCheckDigit(reference) && id.length === SHORT_ID ? id : null;
  }
  const [, check, id] = /^(\d\d)000([0-9A-Z]{15})$/.exec(reference) ?? [];
  return id !== undefined && remainder(`${id}${check}`) === 1n ? id : null;
}

/** @param endToEndId see `longEndToEndId` */
function shortIdOf(endToEndId: string): string {
  const [id = '', attempt] = endToEndId.split('-');
  return shortEndToEndId({ id, attempt: Number(attempt) });
}

function numberOf(base36: string): bigint {
  return Array.from(base36).reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
}

/** Computes the remainder of ISO 7064 after division by 97; letters count as 10 to 35. */
function remainder(text: string): bigint {
  return BigInt(Array.from(text, (sign) => parseInt(sign, 36)).join('')) % 97n;
}

/** Returns whether the last digit of a reference or participant number of ESR is the check digit of the others. */
export function hasCheckDigit(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

function checkDigit(digits: string): number {
  const carry = Array.from(digits).reduce((last, digit) => CARRIES[(last + Number(digit)) % 10] ?? 0, 0);
  return (10 - carry) % 10;
}
