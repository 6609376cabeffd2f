import { options, properties } from './options.js';

/**
 * All choices on the page, by name: a parameter of `init` by its path, a custom property as `css.--upc-…`, and `page.…`
 * and `session.…` for the choices around the widget. All values are text. Anyone who receives the address can read
 * them, so they contain no token and no personal data.
 *
 * @typedef {Readonly<Record<string, string>>} Values
 */

/** Callbacks that every page sets, and whose calls this page logs. */
const givenCallbacks = ['onSuccess', 'onPaymentStateChange'];

/** Values of the required options. All other options are empty until the visitor chooses. @type {Values} */
const required = { environment: 'test', countryCode: 'DE', locale: 'en', container: 'payment' };

/** Parameters that the visitor can set. The token is not among them, because it comes from the backend. */
export const chosenOptions = options.filter(({ path }) => path !== 'userSessionToken');

/** Custom properties without an option of `styling`. */
export const pageProperties = properties.filter(({ option }) => option === undefined);

/** All known names, and the value of each before the visitor chooses. @type {Values} */
export const defaults = {
  'page.view': 'live',
  'page.code': 'script',
  'page.host': 'light',
  'page.frame': 'phone',
  'page.font': 'system',
  'session.studio': '',
  'session.customerId': '',
  'session.scope': 'MEMBER_ACCOUNT',
  'session.amount': '',
  'session.requireDirectDebitSignature': 'false',
  'session.savePaymentInstrument': '',
  ...Object.fromEntries(chosenOptions.map((option) => [option.path, standardOf(option)])),
  ...Object.fromEntries(pageProperties.map(({ name }) => [`css.${name}`, ''])),
};

/** @param {import('./options.js').Option} option */
function standardOf({ path, type, standard }) {
  if (type === 'boolean') return standard ?? 'false';
  if (type === 'function') return String(givenCallbacks.includes(path));
  return required[path] ?? '';
}

/**
 * @param {Values} values
 * @returns {string} the values that differ from the defaults, for the part of an address after `#`
 */
export function toAddress(values) {
  const chosen = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  return new URLSearchParams(chosen.map(([name, value]) => [name, value])).toString();
}

/**
 * @param {string} address the part after `#`
 * @returns {{ values: Values, unknown: readonly string[] }} unknown names are not among the values
 */
export function fromAddress(address) {
  const given = [...new URLSearchParams(address)];
  const known = given.filter(([name]) => Object.hasOwn(defaults, name));
  return {
    values: { ...defaults, ...Object.fromEntries(known) },
    unknown: given.map(([name]) => name).filter((name) => !Object.hasOwn(defaults, name)),
  };
}
