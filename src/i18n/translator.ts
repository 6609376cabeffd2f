import english from '../../locales/en.json';
import type { Money } from '@upc/contract/gateway';
import type { Clock } from '../platform/clock.js';
import type { LocaleLoader, LocaleTexts } from './locale-loader.js';
import { formattingLocale, localeChain, resolveLocale } from './locales.js';
import type { TextKey } from './text-keys.js';

/**
 * What a text is told: the values of its holes, and two that choose its form. `count` chooses the plural, `context` the
 * scheme of a mandate: a word of its own where the files have one (`button.signAndPay_ACH`).
 */
export type TextParams = Readonly<Record<string, string | number>>;

/** What the host may change at run time. */
export interface TranslatorSettings {
  /** BCP 47 as the host wrote it. */
  readonly locale: string;
  /** Texts by key that win over every locale; an empty one hides its element. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Shows keys instead of texts. */
  readonly devMode: boolean;
}

/** The language of one widget: texts, amounts, dates and names of countries. */
export class Translator {
  readonly #load: LocaleLoader;
  readonly #files = new Map<string, LocaleTexts>([['en', english]]);
  readonly #listeners = new Set<() => void>();
  readonly #lifetime = new AbortController();
  #settings: TranslatorSettings;
  #locale = 'en';
  #arrival: Promise<void> = Promise.resolve();
  #isReady = false;

  constructor(settings: TranslatorSettings, load: LocaleLoader) {
    this.#settings = settings;
    this.#load = load;
    this.#apply();
  }

  /** The language that texts are in right now, as a `lang` attribute says it. */
  get locale(): string {
    return this.#locale;
  }

  /** False until the first language has come or was waited for long enough. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** A text, with `params` filled in as they are: Lit escapes. */
  t(key: TextKey, params: TextParams = {}): string {
    if (this.#settings.devMode) return key;
    const text = this.#find(key, params, [this.#settings.overrides, ...this.#texts()]);
    return fillIn(text ?? key, params);
  }

  /**
   * What assistive technology calls something: the text, or, where the host has hidden that, the one it would have
   * been. Hidden for the eye, a field still needs its name.
   */
  name(key: TextKey): string {
    return this.t(key) || (this.#find(key, {}, this.#texts()) ?? key);
  }

  /** Whether there is a text for the key, which may be made of a value that a newer gateway has. */
  has(key: string): key is TextKey {
    return this.#find(key, {}, [this.#settings.overrides, ...this.#texts()]) !== undefined;
  }

  money({ amount, currency }: Money): string {
    return new Intl.NumberFormat(this.#region, { style: 'currency', currency }).format(amount);
  }

  /** The time of day, such as 14:05. */
  time(date: Date): string {
    return new Intl.DateTimeFormat(this.#region, { timeStyle: 'short' }).format(date);
  }

  date(date: Date): string {
    return new Intl.DateTimeFormat(this.#region, { dateStyle: 'long' }).format(date);
  }

  /** @param code ISO 3166-1 alpha-2; anything else comes back as it is. */
  country(code: string): string {
    try {
      return new Intl.DisplayNames([this.#region], { type: 'region' }).of(code) ?? code;
    } catch {
      return code;
    }
  }

  /** Texts in the order in which the language sorts them. */
  compare(a: string, b: string): number {
    return a.localeCompare(b, this.#region);
  }

  /**
   * Waits for the language, but not for a slow one: after `maxWait` milliseconds texts are English until it comes.
   * Never rejects.
   */
  async ready(maxWait: number, clock: Clock): Promise<void> {
    const wait = new AbortController();
    const waited = clock.sleep(maxWait, wait.signal).catch(() => undefined);
    await Promise.race([this.#arrival, waited]);
    wait.abort();
    this.#isReady = true;
    this.#notify();
  }

  update(settings: TranslatorSettings): void {
    this.#settings = settings;
    this.#apply();
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  destroy(): void {
    this.#lifetime.abort();
    this.#listeners.clear();
  }

  get #region(): string {
    const wanted = formattingLocale(this.#settings.locale);
    return wanted.startsWith(this.locale) ? wanted : this.locale;
  }

  /** Where texts are looked for: the region's, its language's, English. */
  #texts(): readonly LocaleTexts[] {
    const chain = [...localeChain(this.#locale)].reverse();
    return [...chain, 'en'].map((file) => this.#files.get(file)).filter((texts) => texts !== undefined);
  }

  #find(key: string, { count, context }: TextParams, sources: readonly LocaleTexts[]): string | undefined {
    const plural =
      typeof count === 'number' ? `_${new Intl.PluralRules(this.#locale).select(count)}` : undefined;
    const forms = plural ? [key + plural, `${key}_other`, key] : context ? [`${key}_${context}`, key] : [key];
    for (const source of sources) {
      const form = forms.find((candidate) => Object.hasOwn(source, candidate));
      if (form !== undefined) return source[form];
    }
    return undefined;
  }

  #apply(): void {
    const file = resolveLocale(this.#settings.locale);
    const missing = localeChain(file).filter((part) => !this.#files.has(part));
    if (missing.length === 0) this.#locale = file;
    else this.#arrival = this.#fetch(file, missing);
    this.#notify();
  }

  /** A language that does not come leaves the one there is. */
  async #fetch(file: string, missing: readonly string[]): Promise<void> {
    try {
      const loaded = await Promise.all(missing.map((part) => this.#load(part)));
      loaded.forEach((texts, index) => this.#files.set(missing[index] ?? file, texts));
    } catch {
      return;
    }
    if (this.#lifetime.signal.aborted || resolveLocale(this.#settings.locale) !== file) return;
    this.#locale = file;
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** `{{name}}` becomes the parameter of that name; one that is not given stays as it is written. */
function fillIn(text: string, params: TextParams): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : written,
  );
}
