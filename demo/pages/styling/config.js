import { chosenOptions, pageProperties } from './values.js';

/** @typedef {import('./values.js').Values} Values */

/** A made-up person for the customer fields, so that no real name gets into an address that is shared. */
const example = /** @type {Readonly<Record<string, string>>} */ ({
  'customerFields.name': 'Mara Lindner',
  'customerFields.email': 'mara@example.org',
  'customerFields.address.line1': 'Müllerstraße 12',
  'customerFields.address.line2': 'Hinterhaus',
  'customerFields.address.city': 'Berlin',
  'customerFields.address.postalCode': '13353',
  'customerFields.address.state': 'Berlin',
  'customerFields.address.country': 'DE',
});

/**
 * Builds the configuration from the values, without token and callbacks. It contains only the options that are set.
 *
 * @param {Values} values
 * @returns {{ config: Record<string, unknown>, problems: Readonly<Record<string, string>> }} problems by name
 */
export function configOf(values) {
  /** @type {Record<string, unknown>} */
  const config = {};
  /** @type {Record<string, string>} */
  const problems = {};
  for (const option of chosenOptions) {
    try {
      const value = valueOf(option, values[option.path] ?? '');
      if (value !== undefined) put(config, option.path.split('.'), value);
    } catch (error) {
      problems[option.path] = error instanceof Error ? error.message : String(error);
    }
  }
  return { config, problems };
}

/**
 * Returns the names of the callbacks that the page sets.
 *
 * @param {Values} values
 * @returns {readonly string[]}
 */
export function callbacksOf(values) {
  return chosenOptions
    .filter(({ path, type }) => type === 'function' && values[path] === 'true')
    .map(({ path }) => path);
}

/**
 * Returns the custom properties that the page sets on the container.
 *
 * @param {Values} values
 * @returns {Readonly<Record<string, string>>}
 */
export function cssOf(values) {
  const given = pageProperties.map(({ name }) => [name, values[`css.${name}`] ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value !== '' && !/[;{}<>]/.test(value ?? '')));
}

/**
 * @param {import('./options.js').Option} option
 * @param {string} given
 * @returns {unknown} undefined if the option is not part of the configuration
 * @throws Error stating what is wrong with the value
 */
function valueOf({ path, type, standard }, given) {
  switch (type) {
    case 'function':
      return undefined;
    case 'boolean':
      return given === (standard ?? 'false') ? undefined : given === 'true';
    case 'customer':
      if (given === '') return undefined;
      return { value: example[path] ?? '', ...(given === 'hidden' ? { visible: false } : {}) };
    case 'texts':
      return textsOf(given);
    case 'json':
      return given.trim() === '' ? undefined : JSON.parse(given);
    default:
      return given === '' ? undefined : given;
  }
}

/**
 * @param {string} lines `key=text`, one per line; an empty text hides the element
 * @throws Error naming the line that has no key
 */
function textsOf(lines) {
  const given = lines.split('\n').filter((line) => line.trim() !== '');
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((line) => {
      const at = line.indexOf('=');
      if (at < 1) throw new Error(`“${line}” is not a key, “=” and a text.`);
      return [line.slice(0, at).trim(), line.slice(at + 1)];
    }),
  );
}

/**
 * @param {Record<string, unknown>} target
 * @param {readonly string[]} path
 * @param {unknown} value
 */
function put(target, path, value) {
  const [name = '', ...rest] = path;
  if (rest.length === 0) target[name] = value;
  else {
    target[name] ??= {};
    put(/** @type {Record<string, unknown>} */ (target[name]), rest, value);
  }
}
