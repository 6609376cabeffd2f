import type { Schemas } from '@upc/contract/gateway';
import { StaffError } from '../../../../../core/errors/staff-error.js';
import { type BankCalendar, isBankDay } from '../bank-days.js';
import type { Collection, CollectionDebit } from '../collection.js';
import { must, mustBeUnique } from '../must.js';
import type { XmlFields } from '../xml.js';
import { isReference } from './bank-text.js';

/* What the variants of pain.008 for SEPA and for Swiss debits have in common. */

/** Minor units of the largest debit, 999,999,999.99 (EPC130-08 and SIX's pain.008.001.02.ch.03). */
const MAX_AMOUNT = 99_999_999_999;

/** Returns what the file's header states of the file itself. */
export function headerOf({ messageId, createdAt, batches }: Collection): XmlFields {
  return {
    MsgId: messageId,
    CreDtTm: `${createdAt.toISOString().slice(0, 19)}Z`,
    ...totalsOf(batches.flatMap((batch) => batch.debits)),
  };
}

export function totalsOf(debits: readonly CollectionDebit[]): XmlFields {
  return { NbOfTxs: debits.length, CtrlSum: decimal(debits.reduce((sum, { amount }) => sum + amount, 0)) };
}

export function decimal(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

/** Checks the batches and references of a collection. Messages name identifiers but no personal data. */
export function checkBatches({ messageId, batches }: Collection, calendar: BankCalendar): void {
  mustBeReference(messageId, 'message');
  must(batches.length > 0, 'The collection has no batches.');
  mustBeUnique(batches.map((batch) => batch.id));
  mustBeUnique(batches.flatMap(({ debits }) => debits.map((debit) => debit.endToEndId)));
  for (const batch of batches) {
    mustBeReference(batch.id, 'batch');
    must(batch.debits.length > 0, `Batch ${batch.id} has no debits.`);
    must(
      isBankDay(calendar, batch.executionOn),
      `Batch ${batch.id} is executed on ${batch.executionOn}, on which banks do not settle.`,
    );
  }
}

/** Checks the reference and the amount of a debit. */
export function checkAmount({ endToEndId, amount }: CollectionDebit): void {
  mustBeReference(endToEndId, 'debit');
  must(
    Number.isSafeInteger(amount) && amount > 0 && amount <= MAX_AMOUNT,
    `Debit ${endToEndId} has the amount ${amount}; allowed are 1 to ${MAX_AMOUNT} minor units.`,
  );
}

/** Returns the problem that a check reports, or null. */
export function faultIn(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof StaffError) return error.message;
    throw error;
  }
}

export function mustBeReference(reference: string, what: string): void {
  must(
    isReference(reference),
    `The reference "${reference}" (${what}) is not valid: allowed are 1 to 35 characters of SEPA's set, no "/" at the beginning or end, and no "//".`,
  );
}

/** @param convert writes a text in the characters of the format */
export function mustBeParty(
  name: string | undefined,
  address: Schemas['Address'] | undefined,
  who: string,
  convert: (text: string, maxLength: number) => string,
): void {
  must(convert(name ?? '', 70) !== '', `${who} has no name.`);
  if (address === undefined) return;
  must(
    convert(address.city, 35) !== '' && /^[A-Z]{2}$/.test(address.country),
    `${who} has an address without a town or a country code.`,
  );
}

/**
 * Returns an identifier of the creditor.
 *
 * @throws StaffError when the studio has none
 */
export function mustHaveIdentifier(identifier: string | undefined, name: string): string {
  if (identifier) return identifier;
  throw new StaffError(`The creditor has no ${name}; studio set --creditor adds it.`);
}
