import { createInstance, type i18n } from 'i18next';
import type { LocaleTexts } from './locale-loader.js';

/**
 * Parameters of a text: the values of its holes, and two that choose its form. `count` chooses the plural, `context` the
 * scheme of a mandate: a word of its own where the files have one (`button.signAndPay_ACH`).
 */
export type TextParams = Readonly<Record<string, string | number>>;

/** Namespaces: what the host says comes first, whatever forms the languages have. */
const overrides = 'overrides';
const texts = 'texts';

/** i18next with the texts of one widget: which form of a text is said, and its holes. */
export class TextEngine {
  readonly #i18next = silentInstance();
  #overridden = 'en';

  /** @param locale with the texts of its file: a language in full, a region with what differs. */
  add(locale: string, file: LocaleTexts): void {
    const isRegion = locale.includes('-');
    this.#i18next.addResourceBundle(locale, texts, isRegion ? file : withEveryPlural(locale, file));
  }

  /** Replaces the texts of the host, which are of whatever language is active. */
  override(locale: string, given: LocaleTexts): void {
    this.#i18next.removeResourceBundle(this.#overridden, overrides);
    this.#i18next.addResourceBundle(locale, overrides, withEveryPlural(locale, given));
    this.#overridden = locale;
  }

  /** @returns the key where there is no such text. */
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

  /** A text as the files have it, whatever the host says. */
  original(key: string, locale: string): string {
    return this.#i18next.t(key, { lng: locale, ns: texts, nest: false });
  }

  has(key: string, locale: string): boolean {
    return this.#i18next.exists(key, { lng: locale });
  }
}

/** i18next's logger, which all instances of version 26 share. */
interface SharedLogger {
  debug?: boolean;
}

/**
 * An instance that says nothing and changes nothing for a host that uses i18next as well: `init` would take its
 * logger away and end its debugging, so both are put back.
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
    // Keys are looked up as they are written, and an empty text is a text.
    ignoreJSONStructure: false,
    returnEmptyString: true,
    // Lit escapes.
    interpolation: { escapeValue: false },
    // A hole that nothing fills stays as it is written, those named as an option of i18next too.
    missingInterpolationHandler: (_text: string, [written]: RegExpExecArray) => written,
    initAsync: false,
  });
  Object.assign(logger, hosts);
  return instance;
}

/** A form that a language should have and lacks is its `other`: i18next would take that of English. */
function withEveryPlural(locale: string, file: LocaleTexts): LocaleTexts {
  const others = Object.entries(file).filter(([key]) => key.endsWith('_other'));
  if (others.length === 0) return file;
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const forms = others.flatMap(([key, text]) =>
    pluralCategories.map((category): [string, string] => [key.replace(/other$/, category), text]),
  );
  return { ...Object.fromEntries(forms), ...file };
}
