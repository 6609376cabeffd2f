import english from './english-first.json';
import type { Money } from '@upc/contract/gateway';
import type { Clock } from '../core/clock.js';
import type { LocaleLoader, LocaleTexts } from './locale-loader.js';
import { dateLocale, formattingLocale, localeChain, resolveLocale } from './locales.js';
import type { Plurals, TextParams } from './plurals.js';
import type { TextKey } from './text-keys.js';

/** Settings that the host may change at run time. */
export interface TranslatorSettings {
  /** BCP 47 tag as the host wrote it. */
  readonly locale: string;
  /** Texts by key that replace those of every locale. An empty one hides its element. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Whether keys are shown instead of texts. */
  readonly devMode: boolean;
}

/** Placeholder as wide as most amounts, so that nothing moves when the amount replaces it. */
const blankAmount = '\u2007'.repeat(7);

/** Calls back after the page has been painted. */
type AfterPaint = (then: () => void) => void;

/**
 * Provides texts, amounts, dates and country names in the language of one widget. A first form has no plurals, so
 * i18next, which forms them, loads after it.
 */
export class Translator {
  readonly #load: LocaleLoader;
  readonly #files = new Map<string, LocaleTexts>([['en', english]]);
  readonly #listeners = new Set<() => void>();
  readonly #lifetime = new AbortController();
  readonly #amounts = new Map<string, Intl.NumberFormat>();
  readonly #regions = new Map<string, Intl.DisplayNames>();
  #settings: TranslatorSettings;
  #locale = 'en';
  /** Texts of that file, and those of its language that it does not replace. */
  #texts: LocaleTexts = english;
  #plurals: Plurals | undefined;
  #arrival: Promise<void> = Promise.resolve();
  #isReady = false;
  /** Undefined once amounts no longer wait for a paint. */
  #afterPaint: AfterPaint | undefined;
  #isPaintAwaited = false;

  /** @param afterPaint if absent, amounts are formatted immediately. */
  constructor(settings: TranslatorSettings, load: LocaleLoader, afterPaint?: AfterPaint) {
    this.#settings = settings;
    this.#load = load;
    this.#afterPaint = afterPaint;
    this.#apply();
  }

  /** Name of the file that currently provides the texts. */
  get locale(): string {
    return this.#locale;
  }

  /** Current language of the texts with the host's region, as the value of a `lang` attribute. */
  get lang(): string {
    const wanted = formattingLocale(this.#settings.locale);
    return wanted.startsWith(this.locale) ? wanted : this.locale;
  }

  /** Whether the first language has loaded or exceeded its waiting time. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether texts with a `count` can be formed. */
  get hasPlurals(): boolean {
    return this.#plurals !== undefined;
  }

  /** Returns a text. `params` are filled in unescaped, since Lit escapes. */
  t(key: TextKey, params: TextParams = {}): string {
    const { overrides, devMode } = this.#settings;
    if (devMode) return key;
    const { count, context } = params;
    if (count !== undefined) return this.#plurals?.text(key, this.#locale, params) ?? key;
    // The host's text of a key replaces the texts of all schemes.
    const forms = context === undefined ? [key] : [`${key}_${context}`, key];
    return fill(find(forms, [overrides, this.#texts, this.#english]) ?? key, params);
  }

  /**
   * Returns the name for assistive technology: the text, or the original if the host has hidden the text. A field
   * without a visible label still needs a name.
   */
  name(key: TextKey): string {
    return this.t(key) || (find([key], [this.#texts, this.#english]) ?? key);
  }

  /** Returns whether a text exists for a key, which may be built from a value that only a newer gateway uses. */
  has(key: string): key is TextKey {
    return find([key], [this.#settings.overrides, this.#texts, this.#english]) !== undefined;
  }

  /**
   * Formats an amount. Creating the first formatter of a page takes as long as the rest of a form. The form is
   * therefore painted with a blank placeholder, and subscribers are notified when the amount is available.
   */
  money(money: Money): string {
    if (this.#afterPaint) {
      this.#awaitPaint(this.#afterPaint, money);
      return blankAmount;
    }
    const { lang } = this;
    const { amount, currency } = money;
    const make = (): Intl.NumberFormat => new Intl.NumberFormat(lang, { style: 'currency', currency });
    return made(this.#amounts, `${lang} ${currency}`, make).format(amount);
  }

  /** Formats a time of day, such as 14:05. */
  time(date: Date): string {
    return new Intl.DateTimeFormat(dateLocale(this.lang), { timeStyle: 'short' }).format(date);
  }

  /** Returns the name of a country. @param code ISO 3166-1 alpha-2 code; anything else is returned unchanged. */
  country(code: string): string {
    const { lang } = this;
    try {
      return (
        made(this.#regions, lang, () => new Intl.DisplayNames([lang], { type: 'region' })).of(code) ?? code
      );
    } catch {
      return code;
    }
  }

  /**
   * Waits for the language, but at most `maxWait` milliseconds. Until it has loaded, texts are English. It never
   * rejects.
   */
  async ready(maxWait: number, clock: Clock): Promise<void> {
    const wait = new AbortController();
    const waited = clock.sleep(maxWait, wait.signal).catch(() => undefined);
    await Promise.race([this.#arrival, waited]);
    wait.abort();
    this.#isReady = true;
    this.#notify();
  }

  /** Adds or replaces English texts, and adds the plurals: what loads together with the elements that show it. */
  extend(later: LocaleTexts, plurals?: Plurals): void {
    this.#files.set('en', { ...this.#english, ...later });
    if (plurals) {
      this.#plurals = plurals;
      for (const [locale, texts] of this.#files) plurals.add(locale, texts);
    } else this.#plurals?.add('en', this.#english);
    this.#use(this.#locale);
    // Before that, no element shows a text.
    if (this.#isReady) this.#notify();
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

  get #english(): LocaleTexts {
    return this.#files.get('en') ?? {};
  }

  /** Switches to a loaded language. */
  #speak(locale: string): void {
    this.#use(locale);
    this.#notify();
  }

  #use(locale: string): void {
    this.#locale = locale;
    const files = localeChain(locale).map((file) => this.#files.get(file));
    this.#texts = Object.assign({}, ...files) as LocaleTexts;
    this.#plurals?.override(locale, this.#settings.overrides);
  }

  #apply(): void {
    const file = resolveLocale(this.#settings.locale);
    const missing = localeChain(file).filter((part) => !this.#files.has(part));
    this.#speak(missing.length === 0 ? file : this.#locale);
    if (missing.length > 0) this.#arrival = this.#fetch(file, missing);
  }

  /** Loads the files of a language. If loading fails, keep the current language. */
  async #fetch(file: string, missing: readonly string[]): Promise<void> {
    try {
      const loaded = await Promise.all(missing.map((part) => this.#load(part)));
      loaded.forEach((texts, index) => {
        const part = missing[index] ?? file;
        this.#files.set(part, texts);
        this.#plurals?.add(part, texts);
      });
    } catch (error) {
      // oxlint-disable-next-line no-console -- devMode logs to the console
      if (this.#settings.devMode) console.warn('paymentWidget:', String(error));
      return;
    }
    if (this.#lifetime.signal.aborted || resolveLocale(this.#settings.locale) !== file) return;
    this.#speak(file);
  }

  /**
   * Creates the formatter in one frame and shows the amount in the next, so that neither frame delays input for long.
   */
  #awaitPaint(afterPaint: AfterPaint, money: Money): void {
    if (this.#isPaintAwaited) return;
    this.#isPaintAwaited = true;
    afterPaint(() => {
      this.#afterPaint = undefined;
      this.money(money);
      afterPaint(() => this.#notify());
    });
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Returns a cached formatter, or creates it on first use. */
function made<T>(formatters: Map<string, T>, name: string, make: () => T): T {
  const formatter = formatters.get(name) ?? make();
  formatters.set(name, formatter);
  return formatter;
}

/** Returns the text of the first form that the first of the sources has. A region may lack the form of its language. */
function find(forms: readonly string[], sources: readonly LocaleTexts[]): string | undefined {
  for (const source of sources)
    for (const form of forms) if (Object.hasOwn(source, form)) return source[form];
  return undefined;
}

/** Fills in the placeholders of a text. One without a value stays as it is. */
function fill(text: string, params: TextParams): string {
  return text.replaceAll(/\{\{-?\s*(\w+)\s*\}\}/g, (written, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : written,
  );
}
