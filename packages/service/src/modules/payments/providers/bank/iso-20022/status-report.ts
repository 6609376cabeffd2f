import { BankFileError } from '../bank-file-error.js';
import type { BankStatus, BatchStatus, DebitReport, NewAccount, StatusReport } from '../bank-response.js';
import type { XmlElement } from '../xml.js';
import {
  all,
  countAt,
  debitAmountOf,
  find,
  ibanOf,
  mustFind,
  mustHaveText,
  reasonOf,
  referenceAt,
  sumOfDebitsAt,
  textAt,
} from './read-values.js';

const STATUSES: Readonly<Record<string, BankStatus>> = {
  ACTC: 'RECEIVED',
  ACCP: 'RECEIVED',
  ACSP: 'RECEIVED',
  ACSC: 'RECEIVED',
  ACWC: 'RECEIVED',
  RCVD: 'RECEIVED',
  PDNG: 'RECEIVED',
  PART: 'PARTLY',
  RJCT: 'REFUSED',
};

/** A debit of the report, with the code that the numbers per status count. */
interface Listed {
  readonly code: string;
  readonly debit: DebitReport;
}

/** Reads the body of a pain.002 about debits. */
export function readStatusReport(messageType: string, body: XmlElement): StatusReport {
  const group = mustFind(body, 'OrgnlGrpInfAndSts');
  const concerned = mustFind(group, 'OrgnlMsgNmId');
  if (!concerned.text.startsWith('pain.008')) {
    throw new BankFileError(
      `The report concerns "${concerned.text}"; only reports about direct debits (pain.008) are imported.`,
      concerned.line,
    );
  }
  const groupCode = textAt(group, 'GrpSts');
  const batches = all(body, 'OrgnlPmtInfAndSts').map((batch) => readBatch(batch, groupCode));
  const listed = batches.flatMap((batch) => batch.listed);
  checkNumbers(group, groupCode, listed);
  if (groupCode === null && batches.length === 0) {
    throw new BankFileError('The report contains no status.', group.line);
  }
  return {
    kind: 'STATUS_REPORT',
    messageType,
    messageId: mustHaveText(body, 'GrpHdr/MsgId'),
    original: {
      messageId: mustHaveText(group, 'OrgnlMsgId'),
      count: countAt(group, 'OrgnlNbOfTxs'),
      total: sumOfDebitsAt(group, 'OrgnlCtrlSum'),
      line: group.line,
    },
    status: statusOf(groupCode, group),
    reason: statusReason(group),
    batches: batches.map(({ batch }) => batch),
  };
}

function readBatch(
  element: XmlElement,
  groupCode: string | null,
): { readonly batch: BatchStatus; readonly listed: readonly Listed[] } {
  const code = textAt(element, 'PmtInfSts');
  const status = statusOf(code, element);
  const listed = all(element, 'TxInfAndSts').map((debit) => readDebit(debit, code ?? groupCode));
  checkNumbers(element, code, listed);
  for (const { debit } of listed) {
    if (status !== 'REFUSED' || debit.status === 'REFUSED') continue;
    throw new BankFileError('The debit is accepted, but its batch is refused.', debit.line);
  }
  return {
    batch: {
      batchId: referenceAt(element, 'OrgnlPmtInfId'),
      line: element.line,
      status,
      reason: statusReason(element),
      debits: listed.map(({ debit }) => debit),
    },
    listed,
  };
}

/** @param inherited status of the batch or the file, which a debit without a status of its own has */
function readDebit(element: XmlElement, inherited: string | null): Listed {
  const code = textAt(element, 'TxSts') ?? inherited ?? '';
  const status = statusOf(code, element);
  if (status === null || status === 'PARTLY') {
    throw new BankFileError('The debit has no status.', element.line);
  }
  const original = find(element, 'OrgnlTxRef');
  const amount = original && find(original, 'Amt/InstdAmt');
  const isRefused = status === 'REFUSED';
  const debit: DebitReport = {
    line: element.line,
    endToEndId: referenceAt(element, 'OrgnlEndToEndId'),
    mandateReference: original && referenceAt(original, 'MndtRltdInf/MndtId'),
    amount: amount && debitAmountOf(amount),
    status: isRefused ? 'REFUSED' : 'ACCEPTED',
    reason: isRefused ? statusReason(element) : null,
    newAccount: original && newAccountIn(original),
  };
  return { code, debit };
}

/** Returns the payer's account if the mandate's amendment says that it has changed ("same mandate, new debtor account"). */
function newAccountIn(original: XmlElement): NewAccount | null {
  const earlier = textAt(original, 'MndtRltdInf/AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id');
  const iban = find(original, 'DbtrAcct/Id/IBAN');
  return earlier === 'SMNDA' && iban ? { iban: ibanOf(iban) } : null;
}

/** Only the first reason counts: banks list the decisive one first. */
function statusReason(element: XmlElement): string | null {
  const [first] = all(element, 'StsRsnInf');
  return first ? reasonOf(first) : null;
}

function statusOf(code: string | null, element: XmlElement): BankStatus | null {
  if (code === null || code === '') return null;
  const status = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (status) return status;
  throw new BankFileError(
    `The status "${code}" is unknown; known are ${Object.keys(STATUSES).join(', ')}.`,
    element.line,
  );
}

/**
 * Checks the numbers per status against the debits listed. A bank need not list accepted debits, nor those of a batch
 * that it refuses as a whole; but it lists all debits of a status or none, and the refused ones of a partly accepted
 * batch.
 */
function checkNumbers(element: XmlElement, code: string | null, listed: readonly Listed[]): void {
  const original = countAt(element, 'OrgnlNbOfTxs');
  let counted = 0;
  for (const numbers of all(element, 'NbOfTxsPerSts')) {
    const count = countAt(numbers, 'DtldNbOfTxs') ?? 0;
    const status = mustHaveText(numbers, 'DtldSts');
    const sum = sumOfDebitsAt(numbers, 'DtldCtrlSum');
    const ofStatus = listed.filter((each) => each.code === status);
    const mayBeUnlisted = ofStatus.length === 0 && !(status === 'RJCT' && code === 'PART');
    if (ofStatus.length !== count && !mayBeUnlisted) {
      throw new BankFileError(
        `${count} debits are said to have the status ${status}, but ${ofStatus.length} are listed.`,
        numbers.line,
      );
    }
    const amounts = ofStatus.map(({ debit }) => debit.amount);
    const total = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
    if (sum !== null && amounts.length > 0 && !amounts.includes(null) && total !== sum) {
      throw new BankFileError(
        `The debits with the status ${status} do not add up to the sum <DtldCtrlSum>.`,
        numbers.line,
      );
    }
    counted += count;
  }
  if (original !== null && Math.max(counted, listed.length) > original) {
    throw new BankFileError(
      `More debits have a status than the ${original} that were in the file or batch.`,
      element.line,
    );
  }
}
