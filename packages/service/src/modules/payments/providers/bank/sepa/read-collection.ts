import { BankFileError } from '../bank-file-error.js';
import type { SentCollection } from '../bank-response.js';
import { SEQUENCE_TYPES, type SequenceType } from '../collection.js';
import type { XmlElement } from '../xml.js';
import { all, amountOf, countAt, dateOf, ibanOf, mustFind, mustHaveText, sumAt } from './read-values.js';

/** Reads the body of a pain.008 that this service has written. */
export function readCollection(messageType: string, body: XmlElement): SentCollection {
  const header = mustFind(body, 'GrpHdr');
  const elements = all(body, 'PmtInf');
  const batches = elements.map(readBatch);
  checkTotals(
    header,
    batches.flatMap(({ debits }) => debits),
  );
  const ibans = new Set(elements.map((batch) => ibanOf(mustFind(batch, 'CdtrAcct/Id/IBAN'))));
  const [iban, another] = ibans;
  if (iban === undefined || another !== undefined) {
    throw new BankFileError('The file must credit one account.', body.line);
  }
  const messageId = mustHaveText(header, 'MsgId');
  return { kind: 'COLLECTION', messageType, messageId, line: header.line, iban, batches };
}

function readBatch(element: XmlElement): SentCollection['batches'][number] {
  const debits = all(element, 'DrctDbtTxInf').map((debit) => ({
    line: debit.line,
    endToEndId: mustHaveText(debit, 'PmtId/EndToEndId'),
    mandateReference: mustHaveText(debit, 'DrctDbtTx/MndtRltdInf/MndtId'),
    amount: amountOf(mustFind(debit, 'InstdAmt')).minor,
  }));
  checkTotals(element, debits);
  return {
    id: mustHaveText(element, 'PmtInfId'),
    line: element.line,
    executionOn: dateOf(mustFind(element, 'ReqdColltnDt')),
    sequenceType: sequenceTypeOf(mustFind(element, 'PmtTpInf/SeqTp')),
    debits,
  };
}

function checkTotals(element: XmlElement, debits: readonly { readonly amount: number }[]): void {
  const total = debits.reduce((sum, { amount }) => sum + amount, 0);
  if (countAt(element, 'NbOfTxs') === debits.length && sumAt(element, 'CtrlSum', 'EUR') === total) return;
  throw new BankFileError('The debits do not agree with <NbOfTxs> and <CtrlSum>.', element.line);
}

function sequenceTypeOf({ text, line }: XmlElement): SequenceType {
  const found = SEQUENCE_TYPES.find((type) => type === text);
  if (found) return found;
  throw new BankFileError(`<SeqTp> is "${text}"; allowed are ${SEQUENCE_TYPES.join(', ')}.`, line);
}
