import { isRoutingNumber } from '../../../bank-details/ach.js';
import { isBankDay } from '../bank-days.js';
import { capitalText } from '../capital-text.js';
import { type BankFormat, type Collection, type CollectionDebit, ENTRY_CLASSES } from '../collection.js';
import { shortEndToEndId } from '../end-to-end-id.js';
import { must, mustBeUnique } from '../must.js';
import { messageIdParts } from '../message-id.js';
import { FILE_ID_MODIFIERS, nachaFile } from './nacha-file.js';

/** Cents of the largest entry, whose field has ten digits. */
const MAX_AMOUNT = 9_999_999_999;

/**
 * ACH debits in a Nacha file. Pre-notes and debits of one class and day share a batch, as Nacha's rules allow. A debit
 * may follow its pre-note from the third bank day on, by which the receiving bank returns what it cannot debit.
 */
export const ach: BankFormat<'ACH'> = {
  messageType: 'NACHA',
  extension: 'ach',
  calendar: 'FED',
  mostDaysAhead: 14,
  mandateMonths: null,
  collectedAfterBankDays: 3,
  hasPreNotes: true,
  endToEndId: shortEndToEndId,
  batchType: (_mandate, _place, { holderType }, { entryClass }) =>
    holderType === 'BUSINESS' ? 'CCD' : (entryClass ?? 'WEB'),
  faultOf,
  write(collection) {
    check(collection);
    return nachaFile(collection);
  },
};

function faultOf({ endToEndId, amount, payer }: CollectionDebit): string | null {
  const { accountHolder = '', bankLocationId = '', accountNumber = '', accountType } = payer;
  const debit = `Debit ${endToEndId}`;
  if (!/^[0-9A-Z]{15}$/.test(endToEndId)) {
    return `The reference "${endToEndId}" of a debit is not valid: it must have 15 capital letters and digits.`;
  }
  if (!Number.isInteger(amount) || amount < 0 || amount > MAX_AMOUNT) {
    return `${debit} has the amount ${amount}; allowed are 0 (pre-note) to ${MAX_AMOUNT} cents.`;
  }
  if (!/^\d{9}$/.test(bankLocationId) || !isRoutingNumber(bankLocationId)) {
    return `${debit} has a routing number that is not valid.`;
  }
  if (!/^\d{4,17}$/.test(accountNumber)) {
    return `${debit} has an account number that does not consist of 4 to 17 digits.`;
  }
  if (accountType === undefined) return `${debit} has no account type; allowed are CHECKING and SAVINGS.`;
  if (capitalText(accountHolder, 22) === '') return `The payer of debit ${endToEndId} has no name.`;
  return null;
}

/** Checks what a bank would refuse. Messages name identifiers but no personal data. */
function check({ messageId, earlierToday, creditor, bank, currency, batches }: Collection<'ACH'>): void {
  const debits = batches.flatMap((batch) => batch.debits);
  must(currency === 'USD', `The currency is ${currency}; ACH collects USD.`);
  must(
    messageIdParts(messageId) !== null,
    `The message id "${messageId}" is not valid; it must look like UPC-20261130-0123456789ab.`,
  );
  must(
    earlierToday < FILE_ID_MODIFIERS.length,
    `It takes at most ${FILE_ID_MODIFIERS.length} files a day, which were written; export again tomorrow.`,
  );
  must(
    /^\d{9}$/.test(bank.routingNumber) && isRoutingNumber(bank.routingNumber),
    `The bank's routing number ${bank.routingNumber} is not valid.`,
  );
  must(capitalText(bank.bankName, 23) !== '', 'The bank has no name.');
  mustBeAssigned(bank.originId, 'sender of the file (originId)');
  mustBeAssigned(bank.companyId, 'company (companyId)');
  must(capitalText(creditor.name, 23) !== '', 'The creditor has no name.');
  must(
    capitalText(creditor.statementName ?? creditor.name, 16) !== '',
    'The creditor has no name for bank statements.',
  );
  must(batches.length > 0, 'The collection has no batches.');
  for (const [at, { id, executionOn, type, debits: ofBatch }] of batches.entries()) {
    must(id === `${messageId}-${at + 1}`, `The batch id "${id}" is not ${messageId}-${at + 1}.`);
    must(
      ENTRY_CLASSES.some((each) => each === type),
      `Batch ${id} has the type ${type}; allowed are ${ENTRY_CLASSES.join(', ')}.`,
    );
    must(ofBatch.length > 0, `Batch ${id} has no debits.`);
    must(
      isBankDay('FED', executionOn),
      `Batch ${id} is executed on ${executionOn}, on which banks do not settle.`,
    );
  }
  for (const debit of debits) {
    const fault = faultOf(debit);
    must(fault === null, fault ?? '');
  }
  mustBeUnique(debits.map((debit) => debit.endToEndId));
}

function mustBeAssigned(id: string, what: string): void {
  must(
    /^[0-9A-Z]{1,10}$/.test(id),
    `The id "${id}" of the ${what} is not valid: allowed are 1 to 10 capital letters and digits.`,
  );
}
