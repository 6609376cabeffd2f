import { methodNames } from '@upc/contract/catalogue';
import { html, type Html } from '@upc/server-kit/html';
import { isKnownZone, type Term } from '../../core/calendar.js';
import { translate } from '../../core/i18n/translate.js';
import { toMoney } from '../../core/money.js';
import type { Filter } from './filter.js';
import { DE } from './words-de.js';
import { EN, type ActionWords, type Words } from './words-en.js';

export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;

export interface KnownStudio {
  readonly id: number;
  readonly name: string;
  /** IANA time zone of the studio. */
  readonly timeZone: string;
  /** Whether its own bank collects debits, or did. */
  readonly hasBank: boolean;
}

/** What every part of the page needs to know: who reads it, and what is looked at. */
export interface Frame {
  readonly language: PageLanguage;
  readonly words: Words;
  readonly studios: readonly KnownStudio[];
  readonly filter: Filter;
}

export function wordsIn(language: PageLanguage): Words {
  return { en: EN, de: DE }[language];
}

/** Returns the words for a status, kind or choice; a name without words is made readable. */
export function wordFor(frame: Frame, name: string): string {
  return knownWord(frame, name) ?? readable(name);
}

/** Returns the words for a status, kind, choice or payment method; undefined for any other text. */
export function knownWord({ words, language }: Frame, name: string): string | undefined {
  return isMethod(name) ? translate(language, `method.${name}`) : known(words.values, name);
}

/** Returns what a bank’s reason code means, with the code; the code alone if it has no words. */
export function reasonText({ bank }: Words, code: string): string {
  const meaning = known(bank.reasons, code);
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** Returns the words for a field of an action's input or result. */
export function fieldName({ words }: Pick<Frame, 'words'>, name: string, action = ''): string {
  const { fields, values } = words;
  return known(fields, `${action}/${name}`) ?? known(fields, name) ?? known(values, name) ?? readable(name);
}

export function actionWords({ words }: Pick<Frame, 'words'>, name: string): ActionWords {
  return known(words.actions, name) ?? { title: known(words.commands, name) ?? readable(name), about: '' };
}

/** Returns the text of a table under a name, which may be any text. */
export function known<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns a name of the interface as words: `debtLimit`, `DEBT_LIMIT` and `debt-limit` give “Debt limit”. */
function readable(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isMethod(name: string): name is (typeof methodNames)[number] {
  return (methodNames as readonly string[]).includes(name);
}

/** Renders a time in the studio's time zone. Without a studio, or if its zone is unknown, renders it in UTC and says so. */
export function time({ language, studios }: Frame, date: Date, studioId: number | null): Html {
  const zone = studios.find(({ id }) => id === studioId)?.timeZone;
  const isLocal = zone !== undefined && isKnownZone(zone);
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: isLocal ? zone : 'UTC',
  }).format(date);
  return html`<time datetime="${date.toISOString()}">${text}${isLocal ? null : ' UTC'}</time>`;
}

/**
 * Formats a day as in `time`.
 *
 * @param date ISO 8601 date
 */
export function day({ language }: Pick<Frame, 'language'>, date: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** Returns the short name of a weekday. @param index 0 for Monday */
export function weekday({ language }: Pick<Frame, 'language'>, index: number): string {
  // 1 January 2024 was a Monday.
  return new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + index)),
  );
}

/**
 * Formats an amount.
 *
 * @param minor amount in minor units
 */
export function money({ language }: Pick<Frame, 'language'>, minor: number, currency: string): string {
  const { amount } = toMoney(minor, currency);
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(amount);
}

/** Formats a length of time, such as “2 weeks”. */
export function termName({ language }: Pick<Frame, 'language'>, { value, unit }: Term): string {
  const style = { style: 'unit', unit: unit.toLowerCase(), unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(LOCALES[language], style).format(value);
}

export function languageName({ language }: Pick<Frame, 'language'>, code: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
}

export function badge(frame: Frame, status: string, text = wordFor(frame, status)): Html {
  return html`<span class="badge" data-status="${status}">${text}</span>`;
}

/** Renders a studio's name; all studios if there is none. */
export function studioName({ studios, words }: Frame, studioId: number | null): string {
  if (studioId === null) return words.staff.everyStudio;
  return studios.find(({ id }) => id === studioId)?.name ?? `${words.fields.studio} ${studioId}`;
}

/** Renders ids that people copy, in small print. */
export function ids(...pairs: readonly (readonly [name: string, id: string | number] | null)[]): Html {
  return html`<p class="ids">
    ${pairs.map((pair) => (pair === null ? null : html`<span>${pair[0]} <code>${pair[1]}</code></span> `))}
  </p>`;
}
