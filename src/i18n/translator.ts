import english from './english-first.json';
import type { Money } from '@upc/contract/gateway';
import type { Clock } from '../core/clock.js';
import type { LocaleLoader, LocaleTexts } from './locale-loader.js';
import { dateLocale, formattingLocale, localeChain, resolveLocale } from './locales.js';
import type { TextEngine, TextParams } from './text-engine.js';
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

/** Longest time that i18next may take to load, in milliseconds. Without it nothing can be shown. */
const enginePatience = 20_000;

/** Placeholder as wide as most amounts, so that nothing moves when the amount replaces it. */
const blankAmount = '\u2007'.repeat(7);

/** Calls back after the page has been painted. */
type AfterPaint = (then: () => void) => void;

type EngineLoader = () => Promise<{ readonly TextEngine: new () => TextEngine }>;

/** Loads i18next, a separate chunk in the ES build and part of the first file of the classic script. */
const importEngine: EngineLoader = () => import('./text-engine.js');

/**
 * Provides texts, amounts, dates and country names in the language of one widget. Until i18next has loaded, it uses the
 * built-in English texts unformatted. They suffice to report that something could not be loaded.
 */
export class Translator {
  readonly #load: LocaleLoader;
  readonly #loadEngine: EngineLoader;
  readonly #files = new Map<string, LocaleTexts>([['en', english]]);
  readonly #listeners = new Set<() => void>();
  readonly #lifetime = new AbortController();
  readonly #amounts = new Map<string, Intl.NumberFormat>();
  readonly #regions = new Map<string, Intl.DisplayNames>();
  #settings: TranslatorSettings;
  #locale = 'en';
  #engine: TextEngine | undefined;
  #preparation: Promise<void> | undefined;
  #arrival: Promise<void> = Promise.resolve();
  #isReady = false;
  /** Undefined once amounts no longer wait for a paint. */
  #afterPaint: AfterPaint | undefined;
  #isPaintAwaited = false;

  /** @param afterPaint if absent, amounts are formatted immediately. */
  constructor(
    settings: TranslatorSettings,
    load: LocaleLoader,
    loadEngine = importEngine,
    afterPaint?: AfterPaint,
  ) {
    this.#settings = settings;
    this.#load = load;
    this.#loadEngine = loadEngine;
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

  /** Whether i18next has loaded or failed, and the first language has loaded or exceeded its waiting time. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Returns a text. `params` are filled in unescaped, since Lit escapes. */
  t(key: TextKey, params: TextParams = {}): string {
    if (this.#settings.devMode) return key;
    return this.#plain(key, params) ?? this.#engine?.text(key, this.#locale, params) ?? this.#builtIn(key);
  }

  /**
   * Returns the name for assistive technology: the text, or the original if the host has hidden the text. A field
   * without a visible label still needs a name.
   */
  name(key: TextKey): string {
    return this.t(key) || (this.#engine?.original(key, this.#locale) ?? this.#builtIn(key));
  }

  /** Returns whether a text exists for a key, which may be built from a value that only a newer gateway uses. */
  has(key: string): key is TextKey {
    return this.#engine?.has(key, this.#locale) ?? key in this.#english;
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

  date(date: Date): string {
    return new Intl.DateTimeFormat(dateLocale(this.lang), { dateStyle: 'long' }).format(date);
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

  /** Compares two texts by the sorting rules of the language. */
  compare(a: string, b: string): number {
    return a.localeCompare(b, this.lang);
  }

  /**
   * Loads i18next. It may be called again, in particular after a failure.
   *
   * @throws when i18next cannot be loaded, or not in time.
   */
  prepare(clock: Clock): Promise<void> {
    this.#preparation ??= this.#bringEngine(clock).catch((error: unknown) => {
      this.#preparation = undefined;
      throw error;
    });
    return this.#preparation;
  }

  /**
   * Waits for i18next and the language, but for the language at most `maxWait` milliseconds. Until the language has
   * loaded, texts are English. It never rejects.
   */
  async ready(maxWait: number, clock: Clock): Promise<void> {
    const wait = new AbortController();
    const waited = clock.sleep(maxWait, wait.signal).catch(() => undefined);
    await Promise.all([
      this.prepare(clock).catch(() => undefined),
      Promise.race([this.#arrival, waited]).then(() => wait.abort()),
    ]);
    this.#isReady = true;
    this.#notify();
  }

  /**
   * Adds or replaces English texts. Texts needed after the button is pressed load together with the elements that show
   * them.
   */
  extend(later: LocaleTexts): void {
    this.#add('en', { ...this.#english, ...later });
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

  /**
   * Returns a text without placeholders or forms. i18next would return the same, but looking up the many such texts
   * takes a tenth of the time of a first form.
   */
  #plain(key: TextKey, { count, context }: TextParams): string | undefined {
    if (!this.#engine || (count ?? context ?? this.#settings.overrides[key]) !== undefined) return undefined;
    const [language, region] = localeChain(this.#locale).map((file) => this.#files.get(file)?.[key]);
    const text = region ?? language;
    return text?.includes('{{') ? undefined : text;
  }

  get #english(): LocaleTexts {
    return this.#files.get('en') ?? {};
  }

  #builtIn(key: TextKey): string {
    return this.#settings.overrides[key] ?? this.#english[key] ?? key;
  }

  async #bringEngine(clock: Clock): Promise<void> {
    const wait = new AbortController();
    const { signal } = this.#lifetime;
    const end = (): void => wait.abort();
    signal.addEventListener('abort', end);
    const late = clock.sleep(enginePatience, wait.signal).then(() => {
      throw new Error(`i18next did not load within ${enginePatience / 1000} seconds.`);
    });
    try {
      const { TextEngine } = await Promise.race([this.#loadEngine(), late]);
      this.#engine = new TextEngine();
      for (const [locale, texts] of this.#files) this.#engine.add(locale, texts);
      this.#engine.override(this.#locale, this.#settings.overrides);
      // Before that, no element shows a text.
      if (this.#isReady) this.#notify();
    } finally {
      wait.abort();
      signal.removeEventListener('abort', end);
    }
  }

  /** Switches to a loaded language, with the host's overrides. */
  #speak(locale: string): void {
    this.#locale = locale;
    this.#engine?.override(locale, this.#settings.overrides);
    this.#notify();
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
      loaded.forEach((texts, index) => this.#add(missing[index] ?? file, texts));
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

  #add(locale: string, texts: LocaleTexts): void {
    this.#files.set(locale, texts);
    this.#engine?.add(locale, texts);
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
