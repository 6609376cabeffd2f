import { BankFileError } from '../bank-file-error.js';
import type { AccountEntry, AccountReport, AccountStatement, DebitReport } from '../bank-response.js';
import type { XmlElement } from '../xml.js';
import { concernsDebit } from './bank-transaction-code.js';
import {
  all,
  amountOf,
  countAt,
  dateIn,
  endToEndIdOf,
  find,
  ibanOf,
  isCreditOf,
  mustFind,
  mustHaveText,
  reasonOf,
  referenceAt,
  sumAt,
  textAt,
} from './read-values.js';

/**
 * Reads the body of a camt.053 or camt.054.
 *
 * @param part name of the element that reports on one account
 */
export function readAccountReport(
  messageType: string,
  body: XmlElement,
  part: 'Stmt' | 'Ntfctn',
): AccountReport {
  const statements = all(body, part);
  if (statements.length === 0) {
    throw new BankFileError(`<${body.name}> does not contain <${part}>.`, body.line);
  }
  const pages = find(body, 'GrpHdr/MsgPgntn');
  return {
    kind: 'ACCOUNT_REPORT',
    messageType,
    messageId: mustHaveText(body, 'GrpHdr/MsgId'),
    statements: statements.map((statement) => readStatement(statement, pages)),
  };
}

/** An entry of any kind, as far as totals need it. */
interface Booking {
  readonly element: XmlElement;
  readonly isBooked: boolean;
  readonly isCredit: boolean;
  readonly amount: number;
}

function readStatement(element: XmlElement, messagePages: XmlElement | null): AccountStatement {
  const entries = all(element, 'Ntry');
  const currency = currencyOf(element, entries);
  const bookings = entries.map((entry) => readBooking(entry, currency));
  const pages = messagePages ?? find(element, 'StmtPgntn') ?? find(element, 'NtfctnPgntn');
  if (pages === null || isOnlyPage(pages)) {
    checkSummary(element, bookings, currency);
    checkBalances(element, bookings, currency);
  }
  const booked = bookings.filter(({ isBooked }) => isBooked);
  const read = booked.flatMap((booking) => readEntry(booking, currency) ?? []);
  return {
    statementId: mustHaveText(element, 'Id'),
    account: ibanOf(mustFind(element, 'Acct/Id/IBAN')),
    line: element.line,
    entries: read,
    others: booked.length - read.length,
  };
}

/** Returns the account's currency, in which all entries are. */
function currencyOf(element: XmlElement, entries: readonly XmlElement[]): string {
  const declared = textAt(element, 'Acct/Ccy');
  if (declared !== null) return declared;
  const first = all(element, 'Bal')[0] ?? entries[0];
  return first ? amountOf(mustFind(first, 'Amt')).currency : 'EUR';
}

function amountIn(currency: string, element: XmlElement): number {
  const amount = amountOf(element);
  if (amount.currency === currency) return amount.minor;
  throw new BankFileError(
    `<${element.name}> is in ${amount.currency}, but the account in ${currency}.`,
    element.line,
  );
}

function readBooking(element: XmlElement, currency: string): Booking {
  const status = mustFind(element, 'Sts');
  return {
    element,
    // Version 02 has the code itself; later ones have it in an element.
    isBooked: (textAt(status, 'Cd') ?? status.text) === 'BOOK',
    isCredit: isCreditOf(element),
    amount: amountIn(currency, mustFind(element, 'Amt')),
  };
}

function isOnlyPage(pages: XmlElement): boolean {
  return textAt(pages, 'LastPgInd') === 'true' && Number(textAt(pages, 'PgNb')) === 1;
}

/** Checks the numbers and sums of entries, which include pending ones. */
function checkSummary(element: XmlElement, bookings: readonly Booking[], currency: string): void {
  const summary = find(element, 'TxsSummry');
  if (summary === null) return;
  const groups = {
    TtlNtries: bookings,
    TtlCdtNtries: bookings.filter(({ isCredit }) => isCredit),
    TtlDbtNtries: bookings.filter(({ isCredit }) => !isCredit),
  };
  for (const [name, group] of Object.entries(groups)) {
    const totals = find(summary, name);
    if (totals === null) continue;
    const count = countAt(totals, 'NbOfNtries');
    if (count !== null && count !== group.length) {
      throw new BankFileError(
        `<${name}> counts ${count} entries, but there are ${group.length}.`,
        totals.line,
      );
    }
    const sum = sumAt(totals, 'Sum', currency);
    if (sum !== null && sum !== total(group.map(({ amount }) => amount))) {
      throw new BankFileError(`The entries do not add up to the sum of <${name}>.`, totals.line);
    }
  }
}

/** Checks that the opening balance and the booked entries add up to the closing balance, if both balances are there. */
function checkBalances(element: XmlElement, bookings: readonly Booking[], currency: string): void {
  const balanceOf = (...codes: readonly string[]) => {
    const [first, second] = all(element, 'Bal').filter((balance) =>
      codes.includes(textAt(balance, 'Tp/CdOrPrtry/Cd') ?? ''),
    );
    if (first === undefined || second !== undefined) return null;
    const amount = amountIn(currency, mustFind(first, 'Amt'));
    return { line: first.line, amount: isCreditOf(first) ? amount : -amount };
  };
  const opening = balanceOf('OPBD') ?? balanceOf('PRCD');
  const closing = balanceOf('CLBD');
  if (opening === null || closing === null) return;
  const movement = total(
    bookings.filter(({ isBooked }) => isBooked).map(({ isCredit, amount }) => (isCredit ? amount : -amount)),
  );
  if (total([opening.amount, movement]) !== closing.amount) {
    throw new BankFileError(
      'The opening balance and the booked entries do not add up to the closing balance.',
      closing.line,
    );
  }
}

/** A transaction of an entry. Amounts are negative if they were debited from the account. */
interface Transaction {
  readonly element: XmlElement;
  readonly isCredit: boolean;
  /** What was booked for it; null if the bank does not say. */
  readonly booked: number | null;
  /** The debit's own amount, if the bank states it besides. */
  readonly instructed: number | null;
  readonly charges: number;
}

/** Reads an entry; null if it does not concern debits. */
function readEntry(booking: Booking, currency: string): AccountEntry | null {
  const { element, isCredit, amount } = booking;
  const details = all(element, 'NtryDtls');
  const elements = details.flatMap((each) => all(each, 'TxDtls'));
  const concerned = elements.filter((each) => concernsDebit(element, each));
  if (concerned.length === 0 && (elements.length > 0 || !concernsDebit(element, null))) return null;

  const transactions = elements.map((each) =>
    readTransaction(each, booking, elements.length === 1, currency),
  );
  const includesCharges = checkAmounts(booking, details, transactions, currency);
  const [batchId = null, anotherBatch] = new Set(details.map(batchOf));
  return {
    line: element.line,
    isCredit,
    amount,
    currency,
    bookedOn: dateIn(find(element, 'BookgDt') ?? mustFind(element, 'ValDt')),
    batchId: anotherBatch === undefined ? batchId : null,
    bankReference: textAt(element, 'AcctSvcrRef'),
    debits: transactions
      .filter((transaction) => concerned.includes(transaction.element))
      .filter((transaction) => !details.some((each) => summaryIn(each) === transaction.element))
      .map((transaction) => debitOf(transaction, includesCharges)),
  };
}

function batchOf(detail: XmlElement): string | null {
  const summary = summaryIn(detail);
  return referenceAt(detail, 'Btch/PmtInfId') ?? (summary && referenceAt(summary, 'Refs/PmtInfId'));
}

/** Finds the transaction by which some banks describe a credited batch as a whole: it names the batch but no debit. */
function summaryIn(detail: XmlElement): XmlElement | null {
  const [only, another] = all(detail, 'TxDtls');
  if (!only || another || find(only, 'RtrInf')) return null;
  const names = (path: string): boolean => referenceAt(only, path) !== null;
  if (endToEndIdOf(only) !== null || names('Refs/MndtId')) return null;
  return names('Refs/PmtInfId') || referenceAt(detail, 'Btch/PmtInfId') !== null ? only : null;
}

function readTransaction(
  element: XmlElement,
  entry: Booking,
  isAlone: boolean,
  currency: string,
): Transaction {
  const isCredit = find(element, 'CdtDbtInd') ? isCreditOf(element) : entry.isCredit;
  const sign = isCredit ? 1 : -1;
  const at = (path: string): number | null => {
    const found = find(element, path);
    return found && sign * amountIn(currency, found);
  };
  const instructed = at('AmtDtls/InstdAmt/Amt');
  return {
    element,
    isCredit,
    booked: at('Amt') ?? at('AmtDtls/TxAmt/Amt') ?? instructed ?? (isAlone ? sign * entry.amount : null),
    instructed,
    charges: chargesOf(element, currency) || (isAlone ? chargesOf(entry.element, currency) : 0),
  };
}

/** Returns the bank's charges for an entry or transaction, except those that it books separately. */
function chargesOf(element: XmlElement, currency: string): number {
  return all(element, 'Chrgs')
    .flatMap((charges) => {
      const total = find(charges, 'TtlChrgsAndTaxAmt');
      if (total) return [total];
      // Version 02 has no records: each charge is an element of its own.
      const records = all(charges, 'Rcrd');
      return (records.length > 0 ? records : [charges])
        .filter((record) => textAt(record, 'ChrgInclInd') !== 'false')
        .flatMap((record) => all(record, 'Amt'));
    })
    .reduce((sum, amount) => sum + amountIn(currency, amount), 0);
}

/**
 * Checks that transactions and batches add up to the entry. Charges may be part of the entry alone: a credit is lower by
 * them, and a debit higher. The bank need not state the charges of a single return.
 *
 * @returns whether the transactions' amounts include the charges
 */
function checkAmounts(
  entry: Booking,
  details: readonly XmlElement[],
  transactions: readonly Transaction[],
  currency: string,
): boolean {
  const parts = details.map((detail) => {
    const own = transactions.filter(({ element }) => detail.children.includes(element));
    const batch = find(detail, 'Btch');
    const count = batch && countAt(batch, 'NbOfTxs');
    if (count !== null && own.length > 0 && count !== own.length && !summaryIn(detail)) {
      throw new BankFileError(
        `The batch has ${count} transactions, but ${own.length} are listed.`,
        batch?.line ?? detail.line,
      );
    }
    const sum = total(own.map(({ booked }) => booked));
    const element = batch && find(batch, 'TtlAmt');
    if (batch === null || element === null) return own.length === 0 ? null : sum;
    const isCredit = find(batch, 'CdtDbtInd') ? isCreditOf(batch) : entry.isCredit;
    const stated = amountIn(currency, element) * (isCredit ? 1 : -1);
    if (own.length > 0 && sum !== null && !differByCharges(stated, sum, own)) {
      throw new BankFileError('The transactions do not add up to <TtlAmt>.', element.line);
    }
    return own.length > 0 ? (sum ?? stated) : stated;
  });
  const sum = parts.length === 0 ? null : total(parts);
  const booked = entry.isCredit ? entry.amount : -entry.amount;
  if (sum === null || sum === booked) return true;
  const charges = chargesOf(entry.element, currency);
  const [only, another] = transactions;
  const isReturn = only !== undefined && another === undefined && find(only.element, 'RtrInf') !== null;
  if (
    sum - booked === charges ||
    differByCharges(booked, sum, transactions) ||
    (isReturn && !entry.isCredit && only.charges === 0 && booked < sum)
  ) {
    return false;
  }
  const { line } = mustFind(entry.element, 'Amt');
  throw new BankFileError('The transactions do not add up to the amount of the entry.', line);
}

function differByCharges(amount: number, sum: number, transactions: readonly Transaction[]): boolean {
  const charges = transactions.reduce((stated, each) => stated + each.charges, 0);
  return sum === amount || sum - amount === charges;
}

/** Adds signed amounts; null if one is not known. */
function total(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
}

/**
 * Reports a debit with its own amount: the instructed one if the bank states it, otherwise what was booked, without the
 * bank's charges.
 */
function debitOf(transaction: Transaction, includesCharges: boolean): DebitReport {
  const { element, isCredit, booked, instructed, charges } = transaction;
  const withoutCharges = booked === null ? null : booked + (includesCharges ? charges : 0);
  const amount = instructed ?? withoutCharges;
  const returned = find(element, 'RtrInf');
  return {
    line: element.line,
    endToEndId: endToEndIdOf(element),
    mandateReference: referenceAt(element, 'Refs/MndtId'),
    amount: amount === null ? null : Math.abs(amount),
    status: isCredit ? 'ACCEPTED' : 'RETURNED',
    reason: isCredit || returned === null ? null : reasonOf(returned),
    // The formats have no place for the news that a payer's account has changed.
    newAccount: null,
  };
}
