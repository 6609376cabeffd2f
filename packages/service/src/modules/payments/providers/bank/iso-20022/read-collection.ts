import type { BankMethod } from '../../../../studios/studios.stored.js';
import { BankFileError } from '../bank-file-error.js';
import type { SentCollection } from '../bank-response.js';
import { SEQUENCE_TYPES, type SequenceType } from '../collection.js';
import type { XmlElement } from '../xml.js';
import {
  all,
  countAt,
  dateOf,
  debitAmountOf,
  ibanOf,
  mustFind,
  mustHaveText,
  sumOfDebitsAt,
  textAt,
} from './read-values.js';

type Batch = SentCollection['batches'][number];

/** Reads the body of a pain.008 that this service has written. */
export function readCollection(messageType: string, body: XmlElement): SentCollection {
  const header = mustFind(body, 'GrpHdr');
  const elements = all(body, 'PmtInf');
  const method = onlyOne(elements.map(methodOf), 'The file must contain debits of one method.', body);
  const account = onlyOne(
    elements.map((batch) => ibanOf(mustFind(batch, 'CdtrAcct/Id/IBAN'))),
    'The file must credit one account.',
    body,
  );
  const batches = elements.map(method === 'SEPA' ? readSepaBatch : readSwissBatch);
  checkTotals(
    header,
    batches.flatMap(({ debits }) => debits),
  );
  return {
    kind: 'COLLECTION',
    messageType,
    messageId: mustHaveText(header, 'MsgId'),
    line: header.line,
    method,
    account,
    batches,
  };
}

function onlyOne<T>(values: readonly T[], problem: string, { line }: XmlElement): T {
  const [only, another] = new Set(values);
  if (only === undefined || another !== undefined) throw new BankFileError(problem, line);
  return only;
}

/** Methods by the service levels of their files. */
const METHODS: Readonly<Record<string, BankMethod>> = { SEPA: 'SEPA', CHDD: 'CH_DD', CHTA: 'LSV' };

function methodOf(batch: XmlElement): BankMethod {
  const level = mustFind(batch, 'PmtTpInf/SvcLvl');
  const code = textAt(level, 'Cd') ?? textAt(level, 'Prtry') ?? '';
  const method = Object.hasOwn(METHODS, code) ? METHODS[code] : undefined;
  if (method) return method;
  throw new BankFileError(
    `<SvcLvl> is "${code}"; allowed are ${Object.keys(METHODS).join(', ')}.`,
    level.line,
  );
}

function readSepaBatch(element: XmlElement): Batch {
  const type = sequenceTypeOf(mustFind(element, 'PmtTpInf/SeqTp'));
  const batch = readBatch(element, type, (debit) => mustHaveText(debit, 'DrctDbtTx/MndtRltdInf/MndtId'));
  checkTotals(element, batch.debits);
  return batch;
}

/** Reads a batch of SIX's variant, which names no mandates and has totals in the file's header only. */
function readSwissBatch(element: XmlElement): Batch {
  return readBatch(element, null, () => null);
}

function readBatch(
  element: XmlElement,
  type: SequenceType | null,
  mandateOf: (debit: XmlElement) => string | null,
): Batch {
  return {
    id: mustHaveText(element, 'PmtInfId'),
    line: element.line,
    executionOn: dateOf(mustFind(element, 'ReqdColltnDt')),
    type,
    debits: all(element, 'DrctDbtTxInf').map((debit) => ({
      line: debit.line,
      endToEndId: mustHaveText(debit, 'PmtId/EndToEndId'),
      mandateReference: mandateOf(debit),
      amount: debitAmountOf(mustFind(debit, 'InstdAmt')),
    })),
  };
}

function checkTotals(element: XmlElement, debits: readonly { readonly amount: number }[]): void {
  const total = debits.reduce((sum, { amount }) => sum + amount, 0);
  if (countAt(element, 'NbOfTxs') === debits.length && sumOfDebitsAt(element, 'CtrlSum') === total) return;
  throw new BankFileError('The debits do not agree with <NbOfTxs> and <CtrlSum>.', element.line);
}

function sequenceTypeOf({ text, line }: XmlElement): SequenceType {
  const found = SEQUENCE_TYPES.find((type) => type === text);
  if (found) return found;
  throw new BankFileError(`<SeqTp> is "${text}"; allowed are ${SEQUENCE_TYPES.join(', ')}.`, line);
}
