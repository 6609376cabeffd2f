import { isBankDay } from '../bank-days.js';
import { capitalText } from '../capital-text.js';
import type { BankFormat, Collection, CollectionBatch, CollectionDebit } from '../collection.js';
import { shortEndToEndId } from '../end-to-end-id.js';
import { must, mustBeUnique } from '../must.js';
import { descriptionOf, directEntryFile, MAX_DAYS_AHEAD } from './direct-entry-file.js';

/** Cents of the largest entry and total, whose fields have ten digits. */
const MAX_AMOUNT = 9_999_999_999;

/**
 * BECS debits in a direct entry file. What the payer's bank returns arrives within two or three business days, as payment
 * providers publish (Zepto; Pay Advantage, dishonours; ClickSuper, processing rules). Requests that are
 * not used do not expire by any rule that is known.
 */
export const becs: BankFormat<'BECS'> = {
  messageType: 'ABA',
  extension: 'aba',
  calendar: 'BECS',
  mostDaysAhead: 14,
  mandateMonths: null,
  collectedAfterBankDays: 3,
  hasOneDayPerFile: true,
  endToEndId: shortEndToEndId,
  batchType: () => null,
  faultOf,
  write: (collection) => directEntryFile(collection, checkedBatch(collection)),
};

function faultOf({ endToEndId, amount, payer }: CollectionDebit): string | null {
  const { accountHolder = '', bankLocationId = '', accountNumber = '' } = payer;
  const debit = `Debit ${endToEndId}`;
  if (!/^[0-9A-Z]{15}$/.test(endToEndId)) {
    return `The reference "${endToEndId}" of a debit is not valid: it must have 15 capital letters and digits.`;
  }
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) {
    return `${debit} has the amount ${amount}; allowed are 1 to ${MAX_AMOUNT} cents.`;
  }
  if (!BSB.test(bankLocationId)) return `${debit} has a BSB that does not consist of six digits.`;
  if (!ACCOUNT_NUMBER.test(accountNumber)) {
    return `${debit} has an account number that does not consist of 1 to 9 digits, not all zero.`;
  }
  if (capitalText(accountHolder, 32) === '') return `The payer of debit ${endToEndId} has no name.`;
  return null;
}

const BSB = /^\d{6}$/;
const ACCOUNT_NUMBER = /^(?!0+$)\d{1,9}$/;

/** Checks what a bank would refuse, and returns the only batch. Messages name identifiers but no personal data. */
function checkedBatch({ messageId, creditor, bank, currency, batches }: Collection<'BECS'>): CollectionBatch {
  must(currency === 'AUD', `The currency is ${currency}; BECS collects AUD.`);
  must(BSB.test(bank.bsb), `The bank's BSB ${bank.bsb} is not valid: it must have six digits.`);
  must(
    ACCOUNT_NUMBER.test(bank.accountNumber),
    "The studio's account number is not valid: allowed are 1 to 9 digits, not all zero.",
  );
  must(/^\d{6}$/.test(bank.userId), `The user id ${bank.userId} is not valid: it must have six digits.`);
  must(
    /^[A-Z]{3}$/.test(bank.bankAbbreviation),
    `The bank's abbreviation "${bank.bankAbbreviation}" is not valid: it must have three capital letters, such as WBC.`,
  );
  must(capitalText(bank.userName, 26) !== '', 'The user (userName) has no name.');
  must(
    capitalText(creditor.statementName ?? creditor.name, 16) !== '',
    'The creditor has no name for bank statements.',
  );
  const [batch, ...others] = batches;
  must(
    batch !== undefined && others.length === 0,
    `A direct entry file has one processing date, so 1 batch, not ${batches.length}.`,
  );
  const { id, executionOn, debits } = batch;
  must(
    descriptionOf(messageId, executionOn) !== null,
    `The message id "${messageId}" is not valid; it must look like UPC-20261130-0123456789ab, with a day that is at most ${MAX_DAYS_AHEAD} days before ${executionOn}.`,
  );
  must(id === `${messageId}-1`, `The batch id "${id}" is not ${messageId}-1.`);
  must(debits.length > 0, `Batch ${id} has no debits.`);
  must(
    isBankDay('BECS', executionOn),
    `Batch ${id} is executed on ${executionOn}, on which banks do not settle.`,
  );
  for (const debit of debits) {
    const fault = faultOf(debit);
    must(fault === null, fault ?? '');
  }
  mustBeUnique(debits.map((debit) => debit.endToEndId));
  return batch;
}
