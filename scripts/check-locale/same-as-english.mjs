/** Texts that are the same in every language: names, and texts that come from elsewhere. */
const everywhere = [
  'bankTransfer.bic',
  'bankTransfer.bsb',
  'error.refused',
  'method.BANCONTACT',
  'method.IDEAL',
  'method.PAYPAL',
  'method.TWINT',
  'sepa.iban.label',
  'swiss.iban.label',
];

/** Texts that happen to be the same, and terms without a translation: the languages by key. */
const reviewed = {
  'ach.holderType.PERSONAL': ['es'],
  // This is the British term. No other country has one.
  'bacs.sortCode.label': ['pl', 'ro', 'ru', 'sl', 'sv', 'tr'],
  'bankTransfer.bank': ['de', 'hu', 'nb', 'nl', 'pl', 'sv'],
  'notice.reference': ['cs'],
};

/**
 * Returns whether a speaker of the language has confirmed that a text is the same as in English.
 * @param {string} key
 * @param {string} language
 */
export function isSameOnPurpose(key, language) {
  const languages = Object.entries(reviewed).find(([text]) => text === key)?.[1] ?? [];
  return everywhere.includes(key) || languages.includes(language);
}
