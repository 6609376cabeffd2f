/**
 * Test values for the forms, as the simulated provider defines them: for each method that a session offers, in the
 * order in which it offers them.
 *
 * @typedef {'MEMBER_ACCOUNT' | 'ECOM'} Scope
 * @typedef {object} Purpose
 * @property {Scope} scope
 * @property {number} amount in units of the currency
 * @typedef {object} Group
 * @property {string} method
 * @property {string} [label] for a method with the same name in every language
 * @property {Scope} [only] scope in which the method is offered; both if absent. A purchase has an amount.
 * @property {true} [unpaid] offered only if there is nothing to pay
 * @property {readonly (readonly [value: string, Outcome])[]} values
 * @typedef {keyof typeof outcomes.en} Outcome
 */

export const names = {
  en: { CREDIT_CARD: 'Card', BANK_TRANSFER: 'Bank transfer', CASH: 'Cash' },
  de: { CREDIT_CARD: 'Karte', BANK_TRANSFER: 'Überweisung', CASH: 'Barzahlung' },
};

export const outcomes = {
  en: {
    success: 'Success',
    refused: 'The bank refuses',
    noFunds: 'Accepted, then declined for insufficient funds when charged',
    checkDigits: 'Wrong check digits: an error at the field',
    unknownAccount: 'The bank does not know the account',
    modal: '3-D Secure in a window, then success',
    redirect: '3-D Secure on a page of the bank, then success',
    refusedAfter: '3-D Secure, then declined',
    page: 'Opens a page of the provider, where you choose the outcome',
    choice: 'Nothing to enter',
  },
  de: {
    success: 'Erfolg',
    refused: 'Die Bank lehnt ab',
    noFunds: 'Angenommen, bei der Abbuchung mangels Deckung abgelehnt',
    checkDigits: 'Falsche Prüfziffern: ein Fehler am Feld',
    unknownAccount: 'Die Bank kennt das Konto nicht',
    modal: '3-D Secure in einem Fenster, dann Erfolg',
    redirect: '3-D Secure auf einer Seite der Bank, dann Erfolg',
    refusedAfter: '3-D Secure, dann abgelehnt',
    page: 'Öffnet eine Seite des Anbieters, auf der Sie das Ergebnis wählen',
    choice: 'Keine Angaben nötig',
  },
};

/** @type {Group} */
const CARDS = {
  method: 'CREDIT_CARD',
  values: [
    ['4242 4242 4242 4242', 'success'],
    ['4000 0000 0000 0002', 'refused'],
    ['4000 0000 0000 9995', 'noFunds'],
    ['4000 0000 0000 3220', 'modal'],
    ['4000 0027 6000 3184', 'redirect'],
    ['4000 0084 0000 1629', 'refusedAfter'],
  ],
};

/** Test data of every studio, shown last. @type {readonly Group[]} */
const CHOICES = [
  { method: 'BANK_TRANSFER', only: 'MEMBER_ACCOUNT', unpaid: true, values: [['', 'choice']] },
  { method: 'CASH', only: 'MEMBER_ACCOUNT', unpaid: true, values: [['', 'choice']] },
];
/** @type {Group} */
const PAYPAL = { method: 'PAYPAL', label: 'PayPal', values: [['', 'page']] };
/** @type {readonly Group[]} */
const EURO_PURCHASES = [
  { method: 'IDEAL', label: 'iDEAL | Wero', only: 'ECOM', values: [['', 'page']] },
  { method: 'BANCONTACT', label: 'Bancontact', only: 'ECOM', values: [['', 'page']] },
];

/** Test data by country. @type {Readonly<Record<string, readonly Group[]>>} */
const GROUPS = {
  DE: [
    sepa([
      ['DE89 3704 0044 0532 0130 00', 'success'],
      ['DE62 3704 0044 0532 0130 01', 'refused'],
      ['DE65 3704 0044 0002 2222 27', 'noFunds'],
      ['DE89 3704 0044 0532 0130 01', 'checkDigits'],
    ]),
    PAYPAL,
    ...EURO_PURCHASES,
  ],
  IT: [
    sepa([
      ['IT60 X054 2811 1010 0000 0123 456', 'success'],
      ['IT59 W054 2811 1010 0000 0044 444', 'refused'],
      ['IT34 N054 2811 1010 0000 0022 227', 'noFunds'],
      ['IT60 X054 2811 1010 0000 0123 457', 'checkDigits'],
    ]),
    PAYPAL,
    ...EURO_PURCHASES,
  ],
  // The studio's own bank collects from files and answers later (docs/testing.md, Bank files).
  ES: [
    sepa([
      ['ES91 2100 0418 4502 0005 1332', 'success'],
      ['ES91 2100 0418 4502 0005 1333', 'checkDigits'],
    ]),
    PAYPAL,
    ...EURO_PURCHASES,
  ],
  CH: [
    PAYPAL,
    {
      method: 'CH_DD',
      label: 'PostFinance (CH-DD): IBAN',
      only: 'MEMBER_ACCOUNT',
      values: [
        ['CH83 0900 0000 1000 1234 5', 'success'],
        ['CH08 0900 0000 1000 4444 4', 'refused'],
        ['CH19 0900 0000 1000 2222 7', 'noFunds'],
      ],
    },
    {
      method: 'LSV',
      label: 'LSV+: IBAN',
      only: 'MEMBER_ACCOUNT',
      values: [
        ['CH93 0076 2011 6238 5295 7', 'success'],
        ['CH54 0076 2011 6238 4444 4', 'refused'],
      ],
    },
    { method: 'TWINT', label: 'TWINT', only: 'ECOM', values: [['', 'page']] },
  ],
  GB: [
    {
      method: 'BACS',
      label: 'Bacs: sort code / account',
      values: [
        ['10-88-00 / 00012345', 'success'],
        ['10-88-00 / 00044444', 'unknownAccount'],
      ],
    },
    PAYPAL,
  ],
  US: [
    {
      method: 'ACH',
      label: 'ACH: routing / account',
      values: [
        ['110000000 / 000123456789', 'success'],
        ['110000000 / 000111111116', 'unknownAccount'],
      ],
    },
    PAYPAL,
  ],
  AU: [
    {
      method: 'BECS',
      label: 'BECS: BSB / account',
      values: [
        ['000-000 / 000123456', 'success'],
        ['000-000 / 111111113', 'unknownAccount'],
      ],
    },
    PAYPAL,
  ],
};

/**
 * Returns the test data for a studio's country.
 *
 * @param {string} country ISO 3166-1 alpha-2
 * @param {Purpose} [purpose] purpose of the session; if absent, the result covers all sessions
 * @returns {readonly Group[]}
 */
export function testData(country, purpose) {
  return [CARDS, ...(GROUPS[country] ?? []), ...CHOICES].filter(
    ({ only, unpaid = false }) =>
      only === undefined ||
      purpose === undefined ||
      (only === purpose.scope && !(purpose.amount > 0 ? unpaid : only === 'ECOM')),
  );
}

/**
 * @param {Group['values']} values
 * @returns {Group}
 */
function sepa(values) {
  return { method: 'SEPA', label: 'SEPA: IBAN', values };
}
