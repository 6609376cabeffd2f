import { createInstance, type i18n } from 'i18next';
import type { LocaleTexts } from './locale-loader.js';

/**
 * Parameters of a text: values for its placeholders, and two that choose its form. `count` chooses the plural.
 * `context` chooses the scheme of a mandate, if the files have a text for it (`button.signAndPay_ACH`).
 */
export type TextParams = Readonly<Record<string, string | number>>;

/** Names of the i18next namespaces. The host's overrides take precedence over every form in the files. */
const overrides = 'overrides';
const texts = 'texts';

/** Chooses the form of a text and fills its placeholders, using i18next with the texts of one widget. */
export class TextEngine {
  readonly #i18next = silentInstance();
  #overridden = 'en';

  /**
   * Adds the texts of a language or a region. A region has only the texts that differ from its language, which must be
   * added first.
   */
  add(locale: string, file: LocaleTexts): void {
    const [language = locale] = locale.split('-');
    const isRegion = language !== locale;
    // i18next looks in the region for every form of a key first, so a region's text would hide its language's schemes.
    const whole = isRegion ? { ...this.#textsOf(language), ...file } : withEveryPlural(locale, file);
    this.#i18next.addResourceBundle(locale, texts, whole);
  }

  /** Replaces the host's texts, which apply to the active language. */
  override(locale: string, given: LocaleTexts): void {
    this.#i18next.removeResourceBundle(this.#overridden, overrides);
    this.#i18next.addResourceBundle(locale, overrides, withEveryPlural(locale, given));
    this.#overridden = locale;
  }

  /** Returns a text, or the key if there is no such text. */
  text(key: string, locale: string, params: TextParams): string {
    const { count, context } = params;
    return this.#i18next.t(key, {
      lng: locale,
      replace: params,
      nest: false,
      ...(typeof count === 'number' && { count }),
      ...(typeof context === 'string' && { context }),
    });
  }

  /** Returns a text from the files, ignoring the host's overrides. */
  original(key: string, locale: string): string {
    return this.#i18next.t(key, { lng: locale, ns: texts, nest: false });
  }

  has(key: string, locale: string): boolean {
    return this.#i18next.exists(key, { lng: locale });
  }

  #textsOf(language: string): LocaleTexts {
    return (this.#i18next.getResourceBundle(language, texts) ?? {}) as LocaleTexts;
  }
}

/** The part of i18next's logger used here. In version 26 all instances share one logger. */
interface SharedLogger {
  debug?: boolean;
}

/**
 * Creates an instance that logs nothing. `init` would replace the shared logger and disable debugging for a host that
 * also uses i18next, so both are restored.
 */
function silentInstance(): i18n {
  const instance = createInstance();
  const { logger } = instance as unknown as { readonly logger: SharedLogger };
  const hosts = { ...logger };
  logger.debug = false;
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: [overrides, texts],
    defaultNS: [overrides, texts],
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    // Keys contain no structure, and an empty text is valid.
    ignoreJSONStructure: false,
    returnEmptyString: true,
    // Lit escapes values.
    interpolation: { escapeValue: false },
    // A placeholder without a value stays unchanged, even if an i18next option has the same name.
    missingInterpolationHandler: (_text: string, [written]: RegExpExecArray) => written,
    initAsync: false,
  });
  Object.assign(logger, hosts);
  return instance;
}

/** Fills in a language's missing plural forms with its own `other`, since i18next would use the English form. */
function withEveryPlural(locale: string, file: LocaleTexts): LocaleTexts {
  const others = Object.entries(file).filter(([key]) => key.endsWith('_other'));
  if (others.length === 0) return file;
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const forms = others.flatMap(([key, text]) =>
    pluralCategories.map((category): [string, string] => [key.replace(/other$/, category), text]),
  );
  return { ...Object.fromEntries(forms), ...file };
}
