import { BankFileError } from '../bank-file-error.js';
import type { BankResponse } from '../bank-response.js';
import { readXml, type XmlElement } from '../xml.js';
import { readAccountReport } from './account-report.js';
import { readCollection } from './read-collection.js';
import { mustFind } from './read-values.js';
import { readStatusReport } from './status-report.js';

type Read = (messageType: string, document: XmlElement) => BankResponse;

const status: Read = (type, document) => readStatusReport(type, mustFind(document, 'CstmrPmtStsRpt'));
const statement: Read = (type, document) =>
  readAccountReport(type, mustFind(document, 'BkToCstmrStmt'), 'Stmt');
const notification: Read = (type, document) =>
  readAccountReport(type, mustFind(document, 'BkToCstmrDbtCdtNtfctn'), 'Ntfctn');

const collection: Read = (type, document) => readCollection(type, mustFind(document, 'CstmrDrctDbtInitn'));

const FORMATS: Readonly<Record<string, Read>> = {
  'pain.008.001.08': collection,
  'pain.008.001.02.ch.03': collection,
  'pain.002.001.03': status,
  'pain.002.001.10': status,
  'camt.053.001.02': statement,
  'camt.053.001.04': statement,
  'camt.053.001.08': statement,
  'camt.054.001.02': notification,
  'camt.054.001.04': notification,
  'camt.054.001.08': notification,
};

/**
 * Reads a file from the bank: pain.002, camt.053 or camt.054. It also reads a pain.008 that was written here.
 *
 * @throws BankFileError naming the line when the file is truncated, is no such file or contradicts itself.
 */
export async function readIso20022(content: Uint8Array): Promise<BankResponse> {
  const { namespace, root } = await readXml(content);
  const type = messageTypeOf(namespace);
  const read =
    root.name === 'Document' ? (readerOf(type) ?? readerOf(type.replace(/\.ch\.\d\d$/, ''))) : null;
  if (!read) {
    throw new BankFileError(
      `<${root.name}> in the namespace "${namespace}" is not a file that can be imported; allowed are ${Object.keys(FORMATS).join(', ')}.`,
      root.line,
    );
  }
  return read(type, root);
}

/** Returns the message type that a namespace of ISO 20022 or of SIX names; SIX numbers its variants, such as `.ch.02`. */
function messageTypeOf(namespace: string): string {
  const [, iso, swiss] =
    /^(?:urn:iso:std:iso:20022:tech:xsd:(.+)|http:\/\/www\.six-interbank-clearing\.com\/de\/(.+)\.xsd)$/.exec(
      namespace,
    ) ?? [];
  return iso ?? swiss ?? '';
}

function readerOf(type: string): Read | null {
  return Object.hasOwn(FORMATS, type) ? (FORMATS[type] ?? null) : null;
}
