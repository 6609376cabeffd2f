/** A locale's texts by key. */
export type LocaleTexts = Readonly<Record<string, string>>;

/** Loads the texts of one of the `localeFiles`. It is never called for English. */
export type LocaleLoader = (locale: string) => Promise<LocaleTexts>;
