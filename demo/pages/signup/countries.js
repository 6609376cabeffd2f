import { locale } from '../language.js';
import { text } from './words.js';

const COUNTRIES =
  'AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO NZ PL PT RO SE SI SK SM TR UA US'.split(
    ' ',
  );

/** Formats of postal codes. Other countries accept any. @type {Readonly<Record<string, RegExp>>} */
const POSTAL_CODES = {
  AT: /^\d{4}$/,
  AU: /^\d{4}$/,
  BE: /^\d{4}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  CH: /^\d{4}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  IT: /^\d{5}$/,
  LI: /^\d{4}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  US: /^\d{5}(-\d{4})?$/,
};

/** Example postal codes for the error message. @type {Readonly<Record<string, string>>} */
const EXAMPLES = {
  ...{ AT: '1010', AU: '2000', BE: '1000', CA: 'K1A 0B1', CH: '8002', DE: '10115', DK: '1050', ES: '46003' },
  ...{ FR: '75001', GB: 'BS1 4DJ', IT: '20144', LI: '9490', NL: '1012 AB', US: '60601' },
};

/** Countries whose addresses have a separate house number after the street. */
const WITH_HOUSE_NUMBER = new Set('AT BE CH CZ DE DK ES FI HU IT LI LU NL NO PL PT SE SI SK'.split(' '));
/** Countries that write the town before the postal code. */
const TOWN_FIRST = new Set(['AU', 'CA', 'GB', 'US']);
const WITH_STATE = new Set(['AU', 'CA', 'US']);

/**
 * Returns the code and name of every country that can be chosen, in the visitor's language and order.
 * @returns {(readonly [string, string])[]}
 */
export function countryOptions() {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return COUNTRIES.map((code) => /** @type {const} */ ([code, names.of(code) ?? code])).sort(
    ([, one], [, other]) => one.localeCompare(other, locale),
  );
}

/**
 * Returns the names of the address fields in the order in which the country writes an address.
 * @param {string} country ISO 3166-1 alpha-2
 */
export function addressFields(country) {
  const street = WITH_HOUSE_NUMBER.has(country) ? ['street', 'houseNumber'] : ['street'];
  if (!TOWN_FIRST.has(country)) return [...street, 'zipCode', 'city'];
  return [...street, 'city', ...(WITH_STATE.has(country) ? ['province'] : []), 'zipCode'];
}

/**
 * @param {string} country
 * @param {string} code
 * @returns {string | undefined} the error message, if the code is wrong
 */
export function checkPostalCode(country, code) {
  const pattern = POSTAL_CODES[country];
  if (!pattern || pattern.test(code)) return undefined;
  return text('zipCodeWrong', { example: EXAMPLES[country] ?? '' });
}
