import { options, properties } from './options.js';

/**
 * Everything chosen on the page, by name: a parameter of `init` by its path, a custom property as `css.--upc-…`,
 * and `page.…` and `session.…` for what is around the widget. All of it is text, and could be read by anybody who is sent
 * the address: there is no token among it, and nothing of a person's.
 *
 * @typedef {Readonly<Record<string, string>>} Values
 */

/** Callbacks that every page has, and that one shows here what the widget says. */
const givenCallbacks = ['onSuccess', 'onPaymentStateChange'];

/** Values of what has to be given; all others are empty until somebody chooses. @type {Values} */
const required = { environment: 'test', countryCode: 'DE', locale: 'en', container: 'payment' };

/** Parameters that are typed or chosen; the token is the backend's. */
export const chosenOptions = options.filter(({ path }) => path !== 'userSessionToken');

/** Custom properties without an option of `styling`. */
export const pageProperties = properties.filter(({ option }) => option === undefined);

/** The names that there are, and the value of each before anything is chosen. @type {Values} */
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
 * @returns {string} what is not as it is by default, for the part of an address after `#`
 */
export function toAddress(values) {
  const chosen = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  return new URLSearchParams(chosen.map(([name, value]) => [name, value])).toString();
}

/**
 * @param {string} address the part after `#`
 * @returns {{ values: Values, unknown: readonly string[] }} names that there are not are passed over
 */
export function fromAddress(address) {
  const given = [...new URLSearchParams(address)];
  const known = given.filter(([name]) => Object.hasOwn(defaults, name));
  return {
    values: { ...defaults, ...Object.fromEntries(known) },
    unknown: given.map(([name]) => name).filter((name) => !Object.hasOwn(defaults, name)),
  };
}
