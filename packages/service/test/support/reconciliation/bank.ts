import type { BankRow } from '@upc/contract/simulator-api';
import { addBankDays } from '../../../src/modules/payments/providers/bank/bank-days.js';
import { formatOf } from '../../../src/modules/payments/providers/bank/bank-format.js';
import { type BankDebitRow, type Books, grouped, sumOf } from './books.js';
import type { Found } from './finding.js';

const isTakenBack = ({ status }: BankDebitRow): boolean => status === 'REFUSED' || status === 'RETURNED';

/** Checks that the studios' own banks have collected each debit at most once, and what is booked of it. */
export function* debitsAgainstBank({ bankDebits, bank }: Books): Found {
  const names = new Map(bankDebits.flatMap(namesOf));
  const collected = grouped(bank, ({ endToEndId }) => names.get(endToEndId));
  for (const { endToEndId } of collected.get(undefined) ?? []) {
    yield { kind: 'lost', what: `the bank collects ${endToEndId}, which no debit here is` };
  }
  for (const debit of bankDebits) yield* againstBank(debit, collected.get(debit.id) ?? []);
}

/** Lists the end-to-end ids that a debit has had, with its id. */
function namesOf({ id, attempt, paymentMethod }: BankDebitRow): [endToEndId: string, id: string][] {
  const format = formatOf(paymentMethod);
  return Array.from({ length: attempt }, (_, at) => [format.endToEndId({ id, attempt: at + 1 }), id]);
}

function* againstBank(debit: BankDebitRow, rows: readonly BankRow[]): Found {
  const { id, status, amount } = debit;
  const name = `debit ${id} of ${amount}`;
  if (rows.length > 1)
    yield {
      kind: 'doubled',
      what: `${name} is collected ${rows.length} times: ${rows.map(({ endToEndId }) => endToEndId).join(', ')}`,
    };
  for (const row of rows) {
    if (row.amount !== amount) yield { kind: 'wrong', what: `${name} is collected with ${row.amount}` };
  }
  const kept = rows.reduce((sum, { credited, returned }) => sum + credited - returned, 0);
  if (kept > 0 && status !== 'COLLECTED')
    yield { kind: 'lost', what: `${name} is ${status}, and the bank has credited ${kept}` };
  if (kept === 0 && status === 'COLLECTED')
    yield sumOf(rows.map(({ returned }) => ({ amount: returned }))) > 0
      ? { kind: 'wrong', what: `${name} is COLLECTED, and the bank has taken it back` }
      : { kind: 'lost', what: `${name} is COLLECTED, and the bank has credited nothing` };
}

/**
 * Checks that the account agrees with each debit: what is collected or under way is booked once and pays its claims;
 * what was taken back is reversed, so that they are open again.
 */
export function* debitsAgainstAccounts(books: Books): Found {
  const { bankDebits, usages, payments, transactions, claimPayments } = books;
  const debits = new Set(bankDebits.map(({ id }) => id));
  const atBank = new Set(payments.filter(({ provider }) => provider === 'BANK').map(({ id }) => id));
  for (const { id, paymentId, status, amount } of usages) {
    if (status === 'DONE' && amount > 0 && atBank.has(paymentId) && !debits.has(id))
      yield { kind: 'lost', what: `usage ${id} is done, and its bank has no debit of ${amount}` };
  }
  const booked = new Map(transactions.map((row) => [row.usageId ?? row.chargeId, row]));
  const reversals = new Map(transactions.map((row) => [row.reversesId, row]));
  const spent = grouped(claimPayments, ({ transactionId }) => transactionId);
  for (const debit of bankDebits) {
    const { id, status, amount } = debit;
    // A refund has cancelled it.
    if (status === 'CANCELLED') continue;
    const transaction = booked.get(id);
    const name = `debit ${id} of ${amount} is ${status}`;
    if (!transaction) {
      if (!isTakenBack(debit)) yield { kind: 'lost', what: `${name}, and nothing is booked for it` };
      continue;
    }
    if (transaction.amount !== amount)
      yield { kind: 'wrong', what: `${name}, and ${transaction.amount} are booked for it` };
    const chain = chainOf(transaction, reversals);
    const isReversed = chain.length % 2 === 0;
    if (isReversed && !isTakenBack(debit))
      yield { kind: 'wrong', what: `${name}, and its transaction is reversed, so that its claims are open` };
    if (!isReversed && isTakenBack(debit))
      yield { kind: 'wrong', what: `${name}, and its transaction is not reversed` };
    const paid = chain.flatMap((row) => spent.get(row.id) ?? []);
    for (const [claimId, parts] of grouped(paid, (part) => part.claimId)) {
      if (isReversed && sumOf(parts) !== 0)
        yield { kind: 'wrong', what: `${name}, and its reversal leaves ${sumOf(parts)} on claim ${claimId}` };
    }
  }
}

type Transaction = Books['transactions'][number];

/** Returns a transaction with its reversal, the restoration after it, and so on. */
function chainOf(
  transaction: Transaction,
  reversals: ReadonlyMap<number | null, Transaction>,
): Transaction[] {
  const next = reversals.get(transaction.id);
  return next ? [transaction, ...chainOf(next, reversals)] : [transaction];
}

/** Bank days after a pre-note before which its account may not be debited (Nacha Operating Rules, 2.6.2). */
const DAYS_AFTER_PRE_NOTE = 3;

/** Checks that each mandate of ACH has one pre-note, and that its debits are executed after it. */
export function* debitsAgainstPreNotes({ bankDebits, preNotes }: Books): Found {
  const debits = grouped(bankDebits, ({ mandateId }) => mandateId);
  for (const [mandateId, several] of grouped(preNotes, (preNote) => preNote.mandateId)) {
    if (several.length > 1)
      yield { kind: 'doubled', what: `mandate ${mandateId} has ${several.length} pre-notes` };
    for (const { id, executionOn: checkedOn } of several) {
      for (const debit of debits.get(mandateId) ?? []) {
        const { executionOn } = debit;
        if (executionOn === null) continue;
        const earliest = checkedOn && addBankDays('FED', checkedOn, DAYS_AFTER_PRE_NOTE);
        if (earliest === null || executionOn < earliest)
          yield {
            kind: 'wrong',
            what: `debit ${debit.id} is executed on ${executionOn}, too early after the pre-note ${id} of ${checkedOn}`,
          };
      }
    }
  }
  const checked = new Set(preNotes.map(({ mandateId }) => mandateId));
  for (const { id, mandateId, paymentMethod, executionOn } of bankDebits) {
    const isUnchecked =
      formatOf(paymentMethod).hasPreNotes && executionOn !== null && !checked.has(mandateId);
    if (isUnchecked) yield { kind: 'wrong', what: `debit ${id} is executed without a pre-note` };
  }
}

/** Finds debits and pre-notes of which the outcome is open. */
export function* debitsUnderWay({ bankDebits, preNotes }: Books): Found {
  for (const { id, status, amount } of [...bankDebits, ...preNotes]) {
    if (status === 'WAITING' || status === 'SENT')
      yield { kind: 'stuck', what: `${amount > 0 ? 'debit' : 'pre-note'} ${id} is ${status}` };
  }
}
