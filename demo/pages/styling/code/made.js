import { indented, keyOf, literal } from './literal.js';

/**
 * The widget as it was made on this page.
 *
 * @typedef {object} Made
 * @property {Readonly<Record<string, unknown>>} config without token and callbacks
 * @property {readonly string[]} callbacks names of those that are given
 * @property {Readonly<Record<string, string>>} css declarations of the container
 * @property {string} serviceUrl
 */

/**
 * A piece of code to copy.
 *
 * @typedef {object} Block
 * @property {string} language or name of the file, as people read it
 * @property {string} code
 */

/** The comment above whatever brings the session token. */
export const backendOpensSession = '// Your backend asks for it: POST /v1/payments/user-session';

/** Lines of a page without a framework that bring the token. */
export const openSession = `${backendOpensSession}
const { token: userSessionToken } = await (await fetch('/session', { method: 'POST' })).json();`;

/** The comment above a button of the page that submits. */
export const errorsAreShown = '// Errors are told to onError, or shown by the widget.';

/** The statement that hands the token to the page's backend. */
export const useToken = (/** @type {string} */ token) => `// Your backend uses it, once.
void fetch('/token', { method: 'POST', body: ${token} });`;

/** Each callback; others write to the console. @type {Readonly<Record<string, string>>} */
const callbackBodies = {
  onSuccess: `(paymentRequestToken) => {\n${indented(useToken('paymentRequestToken'))}\n}`,
  onError: '(error) => console.error(error.code, error.message)',
  onRedirect: '(url) => location.assign(url)',
};

/** @param {string} name of a callback @returns {string} the function */
function callbackOf(name) {
  return callbackBodies[name] ?? `(...given) => console.log('${name}', ...given)`;
}

/**
 * The gateway's address is among the options: a build knows it only if it was told (UPC_GATEWAY_URLS).
 *
 * @param {Made} made
 * @returns {Readonly<Record<string, unknown>>} options of `init` but token and callbacks
 */
export function optionsOf({ config, serviceUrl }) {
  return { ...config, baseUrl: config['baseUrl'] ?? serviceUrl };
}

/**
 * @param {Made} made
 * @returns {Readonly<Record<string, unknown>>} options for a wrapper, which brings the container itself
 */
export function mountedOptionsOf(made) {
  return Object.fromEntries(Object.entries(optionsOf(made)).filter(([name]) => name !== 'container'));
}

/**
 * @param {Readonly<Record<string, unknown>>} options
 * @param {readonly string[]} callbacks
 * @param {readonly string[]} [first] lines that come before
 * @returns {string} the object, at the margin
 */
export function optionsCode(options, callbacks, first = []) {
  const lines = [
    ...first,
    ...Object.entries(options).map(([name, value]) => `${keyOf(name)}: ${literal(value, '')},`),
    ...callbacks.map((name) => `${name}: ${callbackOf(name)},`),
  ];
  return `{\n${indented(lines.join('\n'))}\n}`;
}

/**
 * @param {string} selector
 * @param {Made} made
 * @returns {string} the rule, or nothing when there are no declarations
 */
export function ruleOf(selector, { css }) {
  const declarations = Object.entries(css).map(([name, value]) => `  ${name}: ${value};`);
  return declarations.length === 0 ? '' : `${selector} {\n${declarations.join('\n')}\n}`;
}

/** @param {Made} made @returns {boolean} whether the page has a button of its own */
export function hasOwnButton({ config }) {
  return config['hidePaymentButton'] === true;
}
