import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schemas } from '@upc/contract/gateway';

/** The wording of a mandate. It is legal text stored as data, so that it can change without a release. */
export interface MandateText {
  readonly scheme: Schemas['MandateOffer']['scheme'];
  /** Version of the text. The highest version of a scheme and language is offered. */
  readonly version: string;
  readonly language: string;
  readonly heading: string;
  /** Heading for a single debit, if it differs. */
  readonly oneOffHeading?: string;
  /**
   * Paragraphs with placeholders. `{creditor}`, `{creditorAddress}`, `{creditorEmail}` and `{statementName}` belong to
   * the creditor, `{amount}` is the amount to pay, `{currency}` its code, and `{noticeDays}` the notice before a debit,
   * in words.
   */
  readonly paragraphs: readonly string[];
  /** Replaces the paragraphs for a single debit, if the wording differs. */
  readonly oneOffParagraphs?: readonly string[];
  /** The scheme's guarantee, shown with the text under its own heading. */
  readonly guarantee?: { readonly heading: string; readonly items: readonly string[] };
  /** The language of the binding text, if this text is a translation that the scheme has not approved. */
  readonly bindingLanguage?: string;
}

const FOLDER = fileURLToPath(new URL('./texts', import.meta.url));

/**
 * Loads the mandate texts of a folder, newest version first.
 *
 * @throws Error naming the file when one of its JSON files is not a mandate text.
 */
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
 * Returns the text to offer in a language: that of its variant, that of the language, or the English text.
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
