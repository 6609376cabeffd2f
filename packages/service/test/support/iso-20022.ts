import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

/**
 * Path of an archive with schemas of ISO 20022; undefined in runs without them. `npm run test:full` provides Debian's
 * package of hbci4j, a library for German banks.
 */
export const ISO_20022 = process.env.UPC_TEST_ISO_20022;

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** A namespace of SIX, whose variants restrict the formats of ISO 20022. */
const SIX = /http:\/\/www\.six-interbank-clearing\.com\/de\/([\w.]+)\.ch\.\d\d\.xsd/;

/**
 * Versions with which SIX's variants are validated: of the older ones, the archive has only German variants. The elements
 * that the tests use are the same in both.
 */
const LATER: Readonly<Record<string, string>> = {
  'pain.008.001.02': 'pain.008.001.08',
  'pain.002.001.03': 'pain.002.001.10',
};

/** Validates a file with the schema of its format. Throws an error that names the lines. */
export function validate(file: string): void {
  const text = file.replace(SIX, (_, format: string) => `${NAMESPACE}${LATER[format] ?? format}`);
  const [, format = ''] = new RegExp(`xmlns="${NAMESPACE}([^"]+)"`).exec(text) ?? [];
  const schema = XmlDocument.fromString(schemaOf(format));
  const document = XmlDocument.fromString(text);
  const validator = XsdValidator.fromDoc(schema);
  try {
    validator.validate(document);
  } finally {
    validator.dispose();
    document.dispose();
    schema.dispose();
  }
}

/**
 * Returns the schema of a format. The archive has no schemas of statements and notifications (camt.053, camt.054). They
 * are made from the account report (camt.052) of the same version, which has the same types of entries, transactions and
 * balances under other names of the upper elements. The made schemas do not require balances of a statement and allow
 * them in a notification, which differs from the official ones.
 */
function schemaOf(format: string): string {
  const [, kind = '', version = ''] = /^(camt\.05[34])\.(.+)$/.exec(format) ?? [];
  const names = ACCOUNT_REPORTS[kind];
  if (!names) return fromArchive(`${format}.xsd`);
  const [message, part] = names;
  return fromArchive(`camt.052.${version}.xsd`)
    .replaceAll(`camt.052.${version}`, format)
    .replaceAll('"BkToCstmrAcctRpt"', `"${message}"`)
    .replaceAll('"Rpt"', `"${part}"`)
    .replaceAll('"RptPgntn"', `"${part}Pgntn"`)
    .replaceAll('"AddtlRptInf"', `"Addtl${part}Inf"`);
}

const ACCOUNT_REPORTS: Readonly<Record<string, readonly [string, string]>> = {
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
};

function fromArchive(name: string): string {
  const archive = readFileSync(ISO_20022 ?? '');
  const [file] = Object.values(
    unzipSync(archive, { filter: (entry) => entry.name.endsWith(`/${name}`) || entry.name === name }),
  );
  if (!file) throw new Error(`The archive ${ISO_20022} has no ${name}.`);
  return strFromU8(file);
}
