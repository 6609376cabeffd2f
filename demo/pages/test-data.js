import { h } from './signup/dom.js';

/**
 * Values to try the forms out with, as the simulated provider knows them: those that fit the country of the studio, and
 * the cards, which are the same everywhere.
 *
 * @typedef {{ method: string, values: readonly (readonly [string, Outcome])[] }} Group
 * @typedef {Exclude<keyof typeof outcomes.en, 'card'>} Outcome
 */

const outcomes = {
  en: {
    card: 'Card',
    success: 'Success',
    refused: 'The bank refuses',
    noFunds: 'Accepted, then declined for insufficient funds when charged',
    checkDigits: 'Wrong check digits: an error at the field',
    unknownAccount: 'The bank does not know the account',
    modal: '3-D Secure in a window, then success',
    redirect: '3-D Secure on a page of the bank, then success',
    refusedAfter: '3-D Secure, then declined',
    page: 'A page of the provider opens; choose what happens there',
  },
  de: {
    card: 'Karte',
    success: 'Erfolg',
    refused: 'Die Bank lehnt ab',
    noFunds: 'Angenommen, bei der Abbuchung mangels Deckung abgelehnt',
    checkDigits: 'Falsche Prüfziffern: ein Fehler am Feld',
    unknownAccount: 'Die Bank kennt das Konto nicht',
    modal: '3-D Secure in einem Fenster, dann Erfolg',
    redirect: '3-D Secure auf einer Seite der Bank, dann Erfolg',
    refusedAfter: '3-D Secure, dann abgelehnt',
    page: 'Eine Seite des Anbieters öffnet sich; wählen Sie dort, was geschieht',
  },
};

/** @type {Group} */
const CARDS = {
  method: 'card',
  values: [
    ['4242 4242 4242 4242', 'success'],
    ['4000 0000 0000 0002', 'refused'],
    ['4000 0000 0000 9995', 'noFunds'],
    ['4000 0000 0000 3220', 'modal'],
    ['4000 0027 6000 3184', 'redirect'],
    ['4000 0084 0000 1629', 'refusedAfter'],
  ],
};

/** @type {Readonly<Record<string, readonly Group[]>>} */
const GROUPS = {
  DE: [
    sepa([
      ['DE89 3704 0044 0532 0130 00', 'success'],
      ['DE62 3704 0044 0532 0130 01', 'refused'],
      ['DE65 3704 0044 0002 2222 27', 'noFunds'],
      ['DE89 3704 0044 0532 0130 01', 'checkDigits'],
    ]),
  ],
  IT: [
    sepa([
      ['IT60 X054 2811 1010 0000 0123 456', 'success'],
      ['IT59 W054 2811 1010 0000 0044 444', 'refused'],
      ['IT34 N054 2811 1010 0000 0022 227', 'noFunds'],
      ['IT60 X054 2811 1010 0000 0123 457', 'checkDigits'],
    ]),
  ],
  ES: [
    sepa([
      ['ES91 2100 0418 4502 0005 1332', 'success'],
      ['ES75 2100 0418 4102 0004 4444', 'refused'],
      ['ES67 2100 0418 4602 0002 2227', 'noFunds'],
      ['ES91 2100 0418 4502 0005 1333', 'checkDigits'],
    ]),
  ],
  CH: [
    {
      method: 'PostFinance (CH-DD)',
      values: [
        ['CH83 0900 0000 1000 1234 5', 'success'],
        ['CH08 0900 0000 1000 4444 4', 'refused'],
        ['CH19 0900 0000 1000 2222 7', 'noFunds'],
      ],
    },
    {
      method: 'LSV+',
      values: [
        ['CH93 0076 2011 6238 5295 7', 'success'],
        ['CH54 0076 2011 6238 4444 4', 'refused'],
      ],
    },
    { method: 'TWINT', values: [['', 'page']] },
  ],
  GB: [
    {
      method: 'Bacs: sort code / account',
      values: [
        ['10-88-00 / 00012345', 'success'],
        ['10-88-00 / 00044444', 'unknownAccount'],
      ],
    },
    { method: 'PayPal', values: [['', 'page']] },
  ],
  US: [
    {
      method: 'ACH: routing / account',
      values: [
        ['110000000 / 000123456789', 'success'],
        ['110000000 / 000111111116', 'unknownAccount'],
      ],
    },
    { method: 'PayPal', values: [['', 'page']] },
  ],
  AU: [
    {
      method: 'BECS: BSB / account',
      values: [
        ['000-000 / 000123456', 'success'],
        ['000-000 / 111111113', 'unknownAccount'],
      ],
    },
    { method: 'PayPal', values: [['', 'page']] },
  ],
};

/**
 * Shows the test data of a studio's country.
 *
 * @param {HTMLElement} place
 * @param {string} country ISO 3166-1 alpha-2
 * @param {boolean} isGerman
 */
export function showTestData(place, country, isGerman) {
  const words = isGerman ? outcomes.de : outcomes.en;
  const tables = [...(GROUPS[country] ?? []), CARDS].map(({ method, values }) => {
    const rows = values.map(([value, outcome]) =>
      h('tr', {}, h('td', { className: 'test-value' }, value || method), h('td', {}, words[outcome])),
    );
    const caption = method === 'card' ? words.card : method;
    return h('table', { className: 'test-data' }, h('caption', {}, caption), h('tbody', {}, ...rows));
  });
  place.replaceChildren(...tables);
}

/**
 * @param {Group['values']} values
 * @returns {Group}
 */
function sepa(values) {
  return { method: 'SEPA: IBAN', values };
}
