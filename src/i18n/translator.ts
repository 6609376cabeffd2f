import english from './english-first.json';
import type { Money } from '@upc/contract/gateway';
import type { Clock } from '../core/clock.js';
import type { LocaleLoader, LocaleTexts } from './locale-loader.js';
import { dateLocale, formattingLocale, localeChain, resolveLocale } from './locales.js';
import type { TextEngine, TextParams } from './text-engine.js';
import type { TextKey } from './text-keys.js';

/** Settings that the host may change at run time. */
export interface TranslatorSettings {
  /** BCP 47 as the host wrote it. */
  readonly locale: string;
  /** Texts by key that win over every locale; an empty one hides its element. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Shows keys instead of texts. */
  readonly devMode: boolean;
}

/** Time that i18next may take to load, in milliseconds: nothing can be shown without it. */
const enginePatience = 20_000;

/** As wide as most amounts, and blank: it stands where an amount will, so that nothing moves when that comes. */
const blankAmount = '\u2007'.repeat(7);

/** Calls back once the page has been painted. */
type AfterPaint = (then: () => void) => void;

type EngineLoader = () => Promise<{ readonly TextEngine: new () => TextEngine }>;

/** i18next: a chunk of its own in the ES build, part of the classic script. */
const importEngine: EngineLoader = () => import('./text-engine.js');

/**
 * The language of one widget: texts, amounts, dates and names of countries. Without i18next it has its built-in English
 * as it is written, enough to say that something could not be loaded.
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
  /** Undefined once amounts need not wait. */
  #afterPaint: AfterPaint | undefined;
  #isPaintAwaited = false;

  /** @param afterPaint without it, amounts are there at once. */
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

  /** The file that texts come from right now. */
  get locale(): string {
    return this.#locale;
  }

  /** The language that texts are in right now, with the host's region: as a `lang` attribute says it. */
  get lang(): string {
    const wanted = formattingLocale(this.#settings.locale);
    return wanted.startsWith(this.locale) ? wanted : this.locale;
  }

  /** False until there is something to say it with, and the first language has come or was waited for long enough. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** A text, with `params` filled in as they are: Lit escapes. */
  t(key: TextKey, params: TextParams = {}): string {
    if (this.#settings.devMode) return key;
    return this.#plain(key, params) ?? this.#engine?.text(key, this.#locale, params) ?? this.#builtIn(key);
  }

  /**
   * The name for assistive technology: the text, or, where the host has hidden that, the one it would have
   * been. Hidden for the eye, a field still needs its name.
   */
  name(key: TextKey): string {
    return this.t(key) || (this.#engine?.original(key, this.#locale) ?? this.#builtIn(key));
  }

  /** Whether there is a text for the key, which may be made of a value that a newer gateway has. */
  has(key: string): key is TextKey {
    return this.#engine?.has(key, this.#locale) ?? key in this.#english;
  }

  /**
   * An amount. The first formatter of a page takes as long as the rest of a form: the form is painted with blanks in the
   * amount's place, and whoever listens is told when it is there.
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

  /** The time of day, such as 14:05. */
  time(date: Date): string {
    return new Intl.DateTimeFormat(dateLocale(this.lang), { timeStyle: 'short' }).format(date);
  }

  date(date: Date): string {
    return new Intl.DateTimeFormat(dateLocale(this.lang), { dateStyle: 'long' }).format(date);
  }

  /** @param code ISO 3166-1 alpha-2; anything else comes back as it is. */
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

  /** Texts in the order in which the language sorts them. */
  compare(a: string, b: string): number {
    return a.localeCompare(b, this.lang);
  }

  /**
   * Brings i18next. May be called again, above all when it has failed.
   *
   * @throws when it does not come, or not in time.
   */
  prepare(clock: Clock): Promise<void> {
    this.#preparation ??= this.#bringEngine(clock).catch((error: unknown) => {
      this.#preparation = undefined;
      throw error;
    });
    return this.#preparation;
  }

  /**
   * Waits for i18next, and for the language, but not for a slow one: after `maxWait` milliseconds texts are English
   * until it comes. Never rejects.
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

  /** More of the English texts: what is said after the button comes with what shows it, and corrects what was said before. */
  extend(later: LocaleTexts): void {
    this.#add('en', { ...this.#english, ...later });
    // Before that nobody shows a text.
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
   * A text that is said as it is written: i18next would say the same, and takes a tenth of the time of a first form to
   * find the many of them.
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
      throw new Error(`i18next did not come within ${enginePatience / 1000} seconds.`);
    });
    try {
      const { TextEngine } = await Promise.race([this.#loadEngine(), late]);
      this.#engine = new TextEngine();
      for (const [locale, texts] of this.#files) this.#engine.add(locale, texts);
      this.#engine.override(this.#locale, this.#settings.overrides);
      // Before that nobody shows a text.
      if (this.#isReady) this.#notify();
    } finally {
      wait.abort();
      signal.removeEventListener('abort', end);
    }
  }

  /** Says everything in a language that is there, with what the host has put over it. */
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

  /** A language that does not come leaves the one there is. */
  async #fetch(file: string, missing: readonly string[]): Promise<void> {
    try {
      const loaded = await Promise.all(missing.map((part) => this.#load(part)));
      loaded.forEach((texts, index) => this.#add(missing[index] ?? file, texts));
    } catch (error) {
      // oxlint-disable-next-line no-console -- what devMode is for
      if (this.#settings.devMode) console.warn('paymentWidget:', String(error));
      return;
    }
    if (this.#lifetime.signal.aborted || resolveLocale(this.#settings.locale) !== file) return;
    this.#speak(file);
  }

  /** The formatter is made in one frame and shown in the next: neither holds up a key for long. */
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

/** A formatter that is made when it is first needed, and kept. */
function made<T>(formatters: Map<string, T>, name: string, make: () => T): T {
  const formatter = formatters.get(name) ?? make();
  formatters.set(name, formatter);
  return formatter;
}
