/** A locale's texts by key. */
export type LocaleTexts = Readonly<Record<string, string>>;

/** Brings the texts of one of the `localeFiles`; English never needs it. */
export type LocaleLoader = (locale: string) => Promise<LocaleTexts>;
