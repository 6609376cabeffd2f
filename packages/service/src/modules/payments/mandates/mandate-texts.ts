import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schemas } from '@upc/contract/gateway';

/** The wording of a mandate: law, kept as data, so that it can change without a release. */
export interface MandateText {
  readonly scheme: Schemas['MandateOffer']['scheme'];
  /** The highest version of a scheme and language is the one that is offered. */
  readonly version: string;
  readonly language: string;
  readonly heading: string;
  /**
   * `{creditor}`, `{creditorAddress}`, `{creditorEmail}` and `{statementName}` are the creditor's, `{amount}` is what is
   * paid, `{currency}` its code, `{noticeDays}` how long before a debit the payer is told, in words.
   */
  readonly paragraphs: readonly string[];
  /** Instead of them for a single debit, where the wording differs. */
  readonly oneOffParagraphs?: readonly string[];
  /** The promise of the scheme, shown with the text under a heading of its own. */
  readonly guarantee?: { readonly heading: string; readonly items: readonly string[] };
  /** The language whose text binds, where this one is a translation that the scheme has not approved. */
  readonly bindingLanguage?: string;
}

const FOLDER = fileURLToPath(new URL('./texts', import.meta.url));

/** @throws Error naming the file when one of the folder is not a mandate text. */
export function loadMandateTexts(folder: string = FOLDER): MandateText[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => parse(readFileSync(`${folder}/${name}`, 'utf8'), name))
    .sort((a, b) => (a.version < b.version ? 1 : -1));
}

function parse(json: string, name: string): MandateText {
  const text = JSON.parse(json) as Partial<MandateText>;
  for (const field of ['scheme', 'version', 'language', 'heading'] as const) {
    if (typeof text[field] !== 'string') throw new Error(`Mandate text ${name} has no ${field}.`);
  }
  if (!Array.isArray(text.paragraphs) || text.paragraphs.length === 0) {
    throw new Error(`Mandate text ${name} has no paragraphs.`);
  }
  return text as MandateText;
}

/**
 * The text to offer in a language: its variant's, the language's, or English where there is none.
 *
 * @throws Error when the scheme has no English text either.
 */
export function currentText(
  texts: readonly MandateText[],
  scheme: MandateText['scheme'],
  language: string,
): MandateText {
  const primary = language.split('-')[0];
  const ofScheme = texts.filter((text) => text.scheme === scheme);
  const text =
    ofScheme.find((candidate) => candidate.language === language) ??
    ofScheme.find((candidate) => candidate.language === primary) ??
    ofScheme.find((candidate) => candidate.language === 'en');
  if (!text) throw new Error(`There is no mandate text for ${scheme}, not even in English.`);
  return text;
}

declare module '../../../core/context.js' {
  interface Context {
    readonly mandateTexts: readonly MandateText[];
  }
}
