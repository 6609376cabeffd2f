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

/** Chooses the plural form of a text and fills its placeholders, using i18next with the texts of one widget. */
export class Plurals {
  readonly #i18next = silentInstance();
  #overridden = 'en';

  /** Adds the texts of a language, or those of a region that differ from its language. */
  add(locale: string, file: LocaleTexts): void {
    const isRegion = locale.includes('-');
    this.#i18next.addResourceBundle(locale, texts, isRegion ? file : withEveryPlural(locale, file));
  }

  /** Replaces the host's texts, which apply to the active language. */
  override(locale: string, given: LocaleTexts): void {
    this.#i18next.removeResourceBundle(this.#overridden, overrides);
    this.#i18next.addResourceBundle(locale, overrides, withEveryPlural(locale, given));
    this.#overridden = locale;
  }

  /**
   * Returns a text. If none has this key, it returns the key.
   *
   * @param params with `count`.
   */
  text(key: string, locale: string, params: TextParams): string {
    return this.#i18next.t(key, { lng: locale, replace: params, nest: false, count: Number(params.count) });
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
