import type { ParseOption, XmlElement as ParsedElement, XmlParseError } from 'libxml2-wasm';
import { BankFileError } from './bank-file-error.js';

/** Bytes of the largest file that is read. */
const MAX_SIZE = 50 * 1024 * 1024;

/** An element of a file that was read. */
export interface XmlElement {
  readonly name: string;
  readonly line: number;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

/**
 * Reads an XML file in UTF-8 whose elements have one namespace. Supplementary data (`SplmtryData`), which may have
 * others, is left out.
 *
 * @throws BankFileError when the file is too large, is not well-formed or has a document type, with which entities could
 * be declared
 */
export async function readXml(content: Uint8Array): Promise<{ namespace: string; root: XmlElement }> {
  if (content.length > MAX_SIZE) {
    throw new BankFileError(`The file has ${content.length} bytes; at most ${MAX_SIZE} are read.`);
  }
  const text = decode(content);
  if (text.trim() === '') throw new BankFileError('The file is empty.');
  const docType = text.indexOf('<!DOCTYPE');
  if (docType !== -1) {
    throw new BankFileError('A document type (<!DOCTYPE>) is not allowed.', lineAt(text, docType));
  }
  // The parser is loaded only when it is needed, because that takes longer than most requests.
  const xml = await import('libxml2-wasm');
  const { XML_PARSE_NONET, XML_PARSE_NO_XXE, XML_PARSE_IGNORE_ENC } = xml.ParseOption;
  const option: ParseOption = XML_PARSE_NONET | XML_PARSE_NO_XXE | XML_PARSE_IGNORE_ENC;
  let document;
  try {
    document = xml.XmlDocument.fromString(text, { option });
  } catch (error) {
    if (!(error instanceof xml.XmlParseError)) throw error;
    throw notWellFormed(error);
  }
  try {
    const namespace = document.root.namespaceUri;
    const lines = linesOfElements(text);
    const read = (element: ParsedElement, isSupplement: boolean): XmlElement => {
      const line = lines.next().value ?? 1;
      const { name } = element;
      if (!isSupplement && element.namespaceUri !== namespace) {
        throw new BankFileError(`<${name}> is not in the namespace ${namespace}.`, line);
      }
      const children: XmlElement[] = [];
      let content = '';
      for (let node = element.firstChild; node !== null; node = node.next) {
        if (node instanceof xml.XmlElement) {
          const child = read(node, isSupplement || node.name === 'SplmtryData');
          if (child.name !== 'SplmtryData') children.push(child);
        } else if (node instanceof xml.XmlText || node instanceof xml.XmlCData) content += node.content;
      }
      const attributes = Object.fromEntries(element.attrs.map((each) => [each.name, each.value]));
      return { name, line, text: content.trim(), attributes, children };
    };
    return { namespace, root: read(document.root, false) };
  } finally {
    document.dispose();
  }
}

function decode(content: Uint8Array): string {
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(
    Buffer.from(content.subarray(0, 200))
      .toString('latin1')
      .replace(/^\u{ef}\u{bb}\u{bf}/u, ''),
  )?.[1];
  if (declared !== undefined && declared.toUpperCase() !== 'UTF-8') {
    throw new BankFileError(`The file declares the encoding ${declared}; only UTF-8 is read.`, 1);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(content);
  } catch {
    // No character of UTF-8 but the line feed contains its byte, so the lines can be tried one by one.
    let start = 0;
    for (let line = 1; ; line += 1) {
      const end = content.indexOf(0x0a, start);
      try {
        decoder.decode(content.subarray(start, end === -1 ? undefined : end));
      } catch {
        throw new BankFileError('The line is not UTF-8.', line);
      }
      if (end === -1) throw new BankFileError('The file is not UTF-8.');
      start = end + 1;
    }
  }
}

function notWellFormed({ details, message }: XmlParseError): BankFileError {
  const [first] = details;
  return new BankFileError(
    `The file is truncated or is not well-formed XML: ${(first?.message ?? message).trim()}.`,
    first?.line ?? null,
  );
}

function lineAt(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}

/** Yields the line of each element of a well-formed file. The parser itself counts only to 65,535. */
function* linesOfElements(text: string): Generator<number, undefined> {
  let line = 1;
  for (const [token, start] of text.matchAll(
    /\n|<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<([^\s/!?>])/g,
  )) {
    if (start !== undefined) yield line;
    else line += token.split('\n').length - 1;
  }
  return undefined;
}

type XmlValue = string | number | boolean;

/** Content of an element to write. A member that is undefined is left out; one that is a list is repeated. */
export interface XmlFields {
  readonly [name: string]: XmlValue | XmlFields | readonly XmlFields[] | undefined;
}

/**
 * Writes an XML file with one element per line, in the order of the members. The attributes of an element are its
 * members whose names begin with "@"; its text, beside attributes, is the member "#text".
 */
export function writeXml(root: XmlFields): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeFields(root, '')}`;
}

function writeFields(fields: XmlFields, indent: string): string {
  return Object.entries(fields)
    .filter(([name]) => !name.startsWith('@'))
    .flatMap(([name, content]) => listOf(content).map((each) => writeElement(name, each, indent)))
    .join('');
}

function listOf(content: XmlFields[string]): readonly (XmlValue | XmlFields)[] {
  if (content === undefined) return [];
  return isList(content) ? content : [content];
}

function isList(content: XmlFields[string]): content is readonly XmlFields[] {
  return Array.isArray(content);
}

function writeElement(name: string, content: XmlValue | XmlFields, indent: string): string {
  const fields = typeof content === 'object' ? content : { '#text': content };
  const attributes = Object.entries(fields)
    .filter(([member]) => member.startsWith('@'))
    .map(([member, value]) => ` ${member.slice(1)}="${escape(value)}"`);
  const text = fields['#text'];
  const inside = text === undefined ? `\n${writeFields(fields, `${indent}  `)}${indent}` : escape(text);
  return `${indent}<${name}${attributes.join('')}>${inside}</${name}>\n`;
}

function escape(value: unknown): string {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
