/** Texts that are the same in every language: names, and what comes from elsewhere. */
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

/** Texts that happen to be the same, or a term that has no translation, by key: the languages. */
const reviewed = {
  'ach.holderType.PERSONAL': ['es'],
  // The British term, which no other country has.
  'bacs.sortCode.label': ['pl', 'ro', 'ru', 'sl', 'sv', 'tr'],
  'bankTransfer.bank': ['de', 'hu', 'nb', 'nl', 'pl', 'sv'],
  'notice.reference': ['cs'],
};

/**
 * Whether somebody who knows the language has seen that a text is the English one.
 * @param {string} key
 * @param {string} language
 */
export function isSameOnPurpose(key, language) {
  const languages = Object.entries(reviewed).find(([text]) => text === key)?.[1] ?? [];
  return everywhere.includes(key) || languages.includes(language);
}
