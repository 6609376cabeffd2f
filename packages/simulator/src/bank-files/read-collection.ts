import { ParseOption, XmlDocument, XmlElement, type XmlLibError, XsdValidator } from 'libxml2-wasm';
import { COLLECTION_NAMESPACE, COLLECTION_SCHEMA } from './collection-schema.js';
import type { Day } from './target-days.js';

/** A file of SEPA Core debits (pain.008.001.08), as far as the bank uses it. Amounts are in cents. */
export interface Collection {
  readonly messageId: string;
  readonly createdAt: string;
  readonly count: number;
  readonly total: number;
  readonly batches: readonly Batch[];
}

export interface Batch {
  readonly id: string;
  /** Whether the debits are credited in one entry. */
  readonly isBooked: boolean;
  readonly count: number;
  readonly total: number;
  readonly sequenceType: 'FRST' | 'RCUR' | 'OOFF' | 'FNAL';
  readonly executionOn: Day;
  readonly creditor: Party & { readonly iban: string; readonly identifier: string };
  readonly debits: readonly Debit[];
}

export interface Debit {
  readonly endToEndId: string;
  readonly amount: number;
  readonly currency: string;
  readonly mandate: {
    readonly reference: string;
    readonly signedOn: Day;
    readonly isAmended: boolean;
  };
  readonly payer: Party & { readonly iban: string };
  readonly text: string;
}

interface Party {
  readonly name: string;
  /** UNSTRUCTURED: lines without the town and the country in elements of their own. */
  readonly address: 'NONE' | 'STRUCTURED' | 'UNSTRUCTURED';
}

/** A file is not pain.008.001.08, or uses it differently from SEPA. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

/**
 * Reads a file and checks it against the schema.
 *
 * @throws FormatError naming the line, never a value
 */
export function readCollection(content: string): Collection {
  return parsed(content, (document) => {
    const { root } = document;
    // A document type could define entities or load files.
    if (document.dtd !== null || root.namespaceUri !== COLLECTION_NAMESPACE) {
      throw new FormatError(
        `Line ${root.line}: the document must be pain.008.001.08, without a document type.`,
      );
    }
    checkSchema(document);
    return collectionOf(root);
  });
}

function checkSchema(document: XmlDocument): void {
  parsed(COLLECTION_SCHEMA, (schema) => {
    const validator = XsdValidator.fromDoc(schema);
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
  return {
    messageId: text(message, 'GrpHdr/MsgId'),
    createdAt: text(message, 'GrpHdr/CreDtTm'),
    count: Number(text(message, 'GrpHdr/NbOfTxs')),
    total: cents(text(message, 'GrpHdr/CtrlSum')),
    batches: all(message, 'PmtInf').map(batchOf),
  };
}

const batchOf = (batch: XmlElement): Batch => ({
  id: text(batch, 'PmtInfId'),
  isBooked: !['false', '0'].includes(text(batch, 'BtchBookg')),
  count: Number(text(batch, 'NbOfTxs')),
  total: cents(text(batch, 'CtrlSum')),
  sequenceType: text(batch, 'PmtTpInf/SeqTp') as Batch['sequenceType'],
  executionOn: text(batch, 'ReqdColltnDt'),
  creditor: {
    ...partyOf(batch, 'Cdtr'),
    iban: text(batch, 'CdtrAcct/Id/IBAN'),
    identifier: text(batch, 'CdtrSchmeId/Id/PrvtId/Othr/Id'),
  },
  debits: all(batch, 'DrctDbtTxInf').map(debitOf),
});

const debitOf = (debit: XmlElement): Debit => ({
  endToEndId: text(debit, 'PmtId/EndToEndId'),
  amount: cents(text(debit, 'InstdAmt')),
  currency: text(debit, 'InstdAmt/@Ccy'),
  mandate: {
    reference: text(debit, 'DrctDbtTx/MndtRltdInf/MndtId'),
    signedOn: text(debit, 'DrctDbtTx/MndtRltdInf/DtOfSgntr'),
    isAmended: ['true', '1'].includes(text(debit, 'DrctDbtTx/MndtRltdInf/AmdmntInd')),
  },
  payer: { ...partyOf(debit, 'Dbtr'), iban: text(debit, 'DbtrAcct/Id/IBAN') },
  text: text(debit, 'RmtInf/Ustrd'),
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
  return parent.find(qualified(path), NAMESPACES).filter((node) => node instanceof XmlElement);
}

/** Returns the text at a path; empty if there is none. */
const text = (parent: XmlElement, path: string): string =>
  parent.get(qualified(path), NAMESPACES)?.content ?? '';

const NAMESPACES = { p: COLLECTION_NAMESPACE };
const qualified = (path: string): string => path.replace(/(^|\/)(?=\w)/g, '$1p:');

const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** Writes cents as an amount with two decimals, which `cents` reads. */
export const decimal = (cents: number): string => (cents / 100).toFixed(2);
