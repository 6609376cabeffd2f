import { ParseOption, XmlDocument, XmlElement, type XmlLibError, XsdValidator } from 'libxml2-wasm';
import type { Day } from '../bank-days.js';
import { FormatError, type BankFile, type Batch, type Debit } from '../bank-format.js';

/** A file of direct debits (pain.008), as far as banks use it. */
export interface Collection extends BankFile, Totals {
  readonly batches: readonly IsoBatch[];
}

/** Number of debits and their total; null if the file does not contain them. */
export interface Totals {
  readonly count: number | null;
  readonly total: number | null;
}

export interface IsoBatch extends Batch, Totals {
  /** What the file says about the scheme: service level, local instrument, and name of the creditor's identifier. */
  readonly scheme: string;
  readonly sequenceType: SequenceType | null;
  readonly creditor: Party &
    Account & {
      readonly identifier: string;
      /** Participant number for references of invoices (ESR); null if there is none. */
      readonly participant: string | null;
    };
  readonly debits: readonly IsoDebit[];
}

export type SequenceType = 'FRST' | 'RCUR' | 'OOFF' | 'FNAL';

export interface IsoDebit extends Debit {
  /** Identifier of the debit in its file; null if there is none. */
  readonly instructionId: string | null;
  readonly currency: string;
  /** Null in schemes whose files do not name it. */
  readonly mandate: {
    readonly reference: string;
    readonly signedOn: Day;
    readonly isAmended: boolean;
  } | null;
  readonly payer: Party & Account;
  readonly text: string;
  /** Structured reference of the creditor; null if there is none. */
  readonly reference: { readonly type: string; readonly value: string } | null;
}

interface Account {
  readonly iban: string;
  /** Number of its bank in the clearing system; null if the file does not contain it. */
  readonly institution: string | null;
}

interface Party {
  readonly name: string;
  /** UNSTRUCTURED: lines without the town and the country in elements of their own. */
  readonly address: 'NONE' | 'STRUCTURED' | 'UNSTRUCTURED';
}

/** The dialect of pain.008 that a bank takes. */
export interface Dialect {
  /** Such as `pain.008.001.08`. */
  readonly messageType: string;
  readonly namespace: string;
  readonly schema: string;
}

/**
 * Reads a file and checks it against the schema.
 *
 * @throws FormatError naming the line, never a value
 */
export function readCollection(content: string, { messageType, namespace, schema }: Dialect): Collection {
  return parsed(content, (document) => {
    const { root } = document;
    // A document type could define entities or load files.
    if (document.dtd !== null || root.namespaceUri !== namespace) {
      throw new FormatError(
        `Line ${root.line}: the document must be ${messageType}, without a document type.`,
      );
    }
    checkSchema(document, schema);
    return collectionOf(root);
  });
}

function checkSchema(document: XmlDocument, schema: string): void {
  parsed(schema, (parsedSchema) => {
    const validator = XsdValidator.fromDoc(parsedSchema);
    try {
      validator.validate(document);
    } catch (error) {
      throw formatError(error);
    } finally {
      validator.dispose();
    }
  });
}

/** Parses a document for the time of a function. Its memory must be released, because it is not garbage-collected. */
function parsed<T>(content: string, use: (document: XmlDocument) => T): T {
  const document = parse(content);
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

function parse(content: string): XmlDocument {
  try {
    return XmlDocument.fromString(content, { option: ParseOption.XML_PARSE_NO_XXE });
  } catch (error) {
    throw formatError(error);
  }
}

/** Leaves out the parser's message, because it contains values. Some of the parser's errors have no details. */
function formatError(error: unknown): FormatError {
  const { details = [], message } = error as Partial<XmlLibError> & Error;
  const [, element] = /Element '\{[^}]*\}(\w+)'/.exec(message) ?? [];
  const fault =
    element === undefined
      ? 'this is not well-formed XML'
      : `${element} is not allowed here, or its value is not`;
  return new FormatError(`Line ${details[0]?.line ?? 1}: ${fault}.`);
}

function collectionOf(root: XmlElement): Collection {
  const [message] = all(root, 'CstmrDrctDbtInitn');
  if (message === undefined) throw new Error('The schema requires CstmrDrctDbtInitn.');
  const batches = all(message, 'PmtInf').map(batchOf);
  return {
    messageId: text(message, 'GrpHdr/MsgId'),
    account: batches[0]?.creditor.iban ?? '',
    ...totalsOf(message, 'GrpHdr/'),
    batches,
  };
}

const batchOf = (batch: XmlElement): IsoBatch => ({
  id: text(batch, 'PmtInfId'),
  isBooked: !['false', '0'].includes(text(batch, 'BtchBookg')),
  ...totalsOf(batch, ''),
  scheme: ['PmtTpInf/SvcLvl', 'PmtTpInf/LclInstrm', 'CdtrSchmeId/Id/PrvtId/Othr/SchmeNm']
    .map((path) => text(batch, path).trim())
    .join(' '),
  sequenceType: textOrNull(batch, 'PmtTpInf/SeqTp') as SequenceType | null,
  executionOn: text(batch, 'ReqdColltnDt'),
  creditor: {
    ...partyOf(batch, 'Cdtr'),
    ...accountOf(batch, 'Cdtr'),
    identifier: text(batch, 'CdtrSchmeId/Id/PrvtId/Othr/Id'),
    participant: textOrNull(batch, 'CdtrAgt/FinInstnId/Othr/Id'),
  },
  debits: all(batch, 'DrctDbtTxInf').map(debitOf),
});

function debitOf(debit: XmlElement): IsoDebit {
  const [mandate] = all(debit, 'DrctDbtTx/MndtRltdInf');
  const [reference] = all(debit, 'RmtInf/Strd/CdtrRefInf');
  return {
    endToEndId: text(debit, 'PmtId/EndToEndId'),
    instructionId: textOrNull(debit, 'PmtId/InstrId'),
    amount: cents(text(debit, 'InstdAmt')),
    currency: text(debit, 'InstdAmt/@Ccy'),
    mandate: mandate
      ? {
          reference: text(mandate, 'MndtId'),
          signedOn: text(mandate, 'DtOfSgntr'),
          isAmended: ['true', '1'].includes(text(mandate, 'AmdmntInd')),
        }
      : null,
    payer: { ...partyOf(debit, 'Dbtr'), ...accountOf(debit, 'Dbtr') },
    text: text(debit, 'RmtInf/Ustrd'),
    reference: reference
      ? { type: text(reference, 'Tp/CdOrPrtry/Prtry'), value: text(reference, 'Ref') }
      : null,
  };
}

function totalsOf(parent: XmlElement, at: string): Totals {
  const count = textOrNull(parent, `${at}NbOfTxs`);
  const total = textOrNull(parent, `${at}CtrlSum`);
  return { count: count === null ? null : Number(count), total: total === null ? null : cents(total) };
}

const accountOf = (parent: XmlElement, name: 'Cdtr' | 'Dbtr'): Account => ({
  iban: text(parent, `${name}Acct/Id/IBAN`),
  institution: textOrNull(parent, `${name}Agt/FinInstnId/ClrSysMmbId/MmbId`),
});

function partyOf(parent: XmlElement, name: string): Party {
  const [address] = all(parent, `${name}/PstlAdr`);
  const isStructured =
    text(parent, `${name}/PstlAdr/TwnNm`) !== '' && text(parent, `${name}/PstlAdr/Ctry`) !== '';
  return {
    name: text(parent, `${name}/Nm`),
    address: address === undefined ? 'NONE' : isStructured ? 'STRUCTURED' : 'UNSTRUCTURED',
  };
}

function all(parent: XmlElement, path: string): XmlElement[] {
  return parent.find(qualified(path), namespaceOf(parent)).filter((node) => node instanceof XmlElement);
}

/** Returns the text at a path; empty if there is none. */
const text = (parent: XmlElement, path: string): string => textOrNull(parent, path) ?? '';

const textOrNull = (parent: XmlElement, path: string): string | null =>
  parent.get(qualified(path), namespaceOf(parent))?.content ?? null;

const namespaceOf = (element: XmlElement): { p: string } => ({ p: element.namespaceUri });
const qualified = (path: string): string => path.replace(/(^|\/)(?=\w)/g, '$1p:');

const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** Writes cents as an amount with two decimals, which `cents` reads. */
export const decimal = (cents: number): string => (cents / 100).toFixed(2);
