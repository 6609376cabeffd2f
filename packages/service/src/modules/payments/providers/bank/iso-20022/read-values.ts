import { isIban } from '@upc/contract/iban';
import { Temporal } from 'temporal-polyfill';
import type { CalendarDate } from '../../../../../core/calendar.js';
import { currencyDigits } from '../../../../../core/money.js';
import { BankFileError } from '../bank-file-error.js';
import type { XmlElement } from '../xml.js';
import { shortIdIn } from './swiss-references.js';

/** An amount in minor units. */
export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

export function all(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/**
 * Finds the element at a path, such as `Refs/EndToEndId`.
 *
 * @throws BankFileError when an element of the path occurs twice
 */
export function find(element: XmlElement, path: string): XmlElement | null {
  let found: XmlElement | undefined = element;
  for (const name of path.split('/')) {
    const [first, second] = all(found, name);
    if (second) throw new BankFileError(`<${found.name}> contains <${name}> twice.`, second.line);
    if (!first) return null;
    found = first;
  }
  return found;
}

export function mustFind(element: XmlElement, path: string): XmlElement {
  const found = find(element, path);
  if (!found) throw new BankFileError(`<${element.name}> does not contain <${path}>.`, element.line);
  return found;
}

/** Returns the text at a path; null if it is missing or empty. */
export function textAt(element: XmlElement, path: string): string | null {
  return find(element, path)?.text || null;
}

export function mustHaveText(element: XmlElement, path: string): string {
  const found = mustFind(element, path);
  if (found.text === '') throw new BankFileError(`<${path}> is empty.`, found.line);
  return found.text;
}

/** Returns a reference; null also if the bank states that it has none. */
export function referenceAt(element: XmlElement, path: string): string | null {
  const text = textAt(element, path);
  return text === 'NOTPROVIDED' ? null : text;
}

/**
 * Returns the end-to-end id of a transaction of an account. If the bank reports only the reference of an LSV+ debit, it
 * is the short id that the reference contains.
 */
export function endToEndIdOf(transaction: XmlElement): string | null {
  const id = referenceAt(transaction, 'Refs/EndToEndId');
  const remittance = find(transaction, 'RmtInf');
  if (id !== null || remittance === null) return id;
  const [structured] = all(remittance, 'Strd');
  return shortIdIn((structured && textAt(structured, 'CdtrRefInf/Ref')) ?? '');
}

/** Returns the ISO code of a reason, or the bank's own code if there is no other. */
export function reasonOf(element: XmlElement): string | null {
  const reason = textAt(element, 'Rsn/Cd') ?? textAt(element, 'Rsn/Prtry');
  // A bank may put a sentence there, perhaps with a name.
  return reason !== null && /^[A-Za-z0-9]{1,4}$/.test(reason) ? reason : null;
}

export function countAt(element: XmlElement, path: string): number | null {
  const found = find(element, path);
  if (found === null) return null;
  if (!/^\d{1,15}$/.test(found.text)) {
    throw new BankFileError(`<${found.name}> is "${found.text}", which is not a whole number.`, found.line);
  }
  return Number(found.text);
}

/** Reads an amount with its currency. */
export function amountOf(element: XmlElement): Amount {
  const currency = element.attributes['Ccy'] ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new BankFileError(`<${element.name}> has no currency of three letters.`, element.line);
  }
  return { minor: minorUnits(element, currency), currency };
}

/** Currencies of debits; see `sumOfDebitsAt`. */
const DEBIT_CURRENCIES = ['EUR', 'CHF'];

/** Reads the amount of a debit in minor units. */
export function debitAmountOf(element: XmlElement): number {
  const { minor, currency } = amountOf(element);
  if (DEBIT_CURRENCIES.includes(currency)) return minor;
  throw new BankFileError(
    `<${element.name}> is in ${currency}; debits are in ${DEBIT_CURRENCIES.join(' or ')}.`,
    element.line,
  );
}

/** Reads a sum, which the formats write without a currency. */
export function sumAt(element: XmlElement, path: string, currency: string): number | null {
  const found = find(element, path);
  return found && minorUnits(found, currency);
}

/** Reads a sum of debits, whose currency need not be known, because both have two digits. */
export function sumOfDebitsAt(element: XmlElement, path: string): number | null {
  const found = find(element, path);
  return found && minorUnits(found, 'EUR', DEBIT_CURRENCIES.join(' or '));
}

function minorUnits({ name, text, line }: XmlElement, currency: string, named = currency): number {
  const digits = currencyDigits(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,17}))?$/.exec(text) ?? [];
  const minor = Number(`${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`);
  if (whole === '' || /[1-9]/.test(fraction.slice(digits)) || !Number.isSafeInteger(minor)) {
    throw new BankFileError(`<${name}> is "${text}", which is not an amount in ${named}.`, line);
  }
  return minor;
}

export function isCreditOf(element: XmlElement): boolean {
  const { text, line } = mustFind(element, 'CdtDbtInd');
  if (text === 'CRDT' || text === 'DBIT') return text === 'CRDT';
  throw new BankFileError(`<CdtDbtInd> is "${text}"; allowed are CRDT and DBIT.`, line);
}

/** Reads a date from an element that contains a date (`Dt`) or a point in time (`DtTm`). */
export function dateIn(element: XmlElement): CalendarDate {
  return dateOf(find(element, 'Dt') ?? mustFind(element, 'DtTm'));
}

export function dateOf({ name, text, line }: XmlElement): CalendarDate {
  try {
    return Temporal.PlainDate.from(text.slice(0, 10)).toString();
  } catch {
    throw new BankFileError(`<${name}> is "${text}", which is not a date.`, line);
  }
}

/** Reads an IBAN. The message does not contain it, because it may be a payer's. */
export function ibanOf({ text, line }: XmlElement): string {
  if (!isIban(text)) throw new BankFileError('The IBAN is not valid; its check digits may be wrong.', line);
  return text;
}
