import { indented, keyOf, literal } from './literal.js';

/**
 * The widget as it is configured on this page.
 *
 * @typedef {object} Made
 * @property {Readonly<Record<string, unknown>>} config without token and callbacks
 * @property {readonly string[]} callbacks names of the callbacks that are set
 * @property {Readonly<Record<string, string>>} css declarations of the container
 * @property {string} serviceUrl
 */

/**
 * A piece of code to copy.
 *
 * @typedef {object} Block
 * @property {string} language language or file name, as shown to the visitor
 * @property {string} code
 */

/** Comment above the code that receives the session token. */
export const backendOpensSession = '// Your backend opens the session: POST /v1/payments/user-session';

/** Code with which a page without a framework gets the token. */
export const openSession = `${backendOpensSession}
const { token: userSessionToken } = await (await fetch('/session', { method: 'POST' })).json();`;

/** Comment above the call that submits the payment, for pages with a button of their own. */
export const errorsAreShown = '// The widget reports errors to onError or shows them.';

/** Returns the statement that sends the token to the page's backend. */
export const useToken = (/** @type {string} */ token) => `// Your backend uses the token once.
void fetch('/token', { method: 'POST', body: ${token} });`;

/**
 * Function of each callback. Callbacks without an entry write to the console.
 * @type {Readonly<Record<string, string>>}
 */
const callbackBodies = {
  onSuccess: `(paymentRequestToken) => {\n${indented(useToken('paymentRequestToken'))}\n}`,
  onError: '(error) => console.error(error.code, error.message)',
  onRedirect: '(url) => location.assign(url)',
};

/** @param {string} name name of a callback @returns {string} code of the function */
function callbackOf(name) {
  return callbackBodies[name] ?? `(...given) => console.log('${name}', ...given)`;
}

/**
 * Returns the options for `init`, always with the gateway's address. A build contains that address only if
 * UPC_GATEWAY_URLS was set.
 *
 * @param {Made} made
 * @returns {Readonly<Record<string, unknown>>} options of `init` except token and callbacks
 */
export function optionsOf({ config, serviceUrl }) {
  return { ...config, baseUrl: config['baseUrl'] ?? serviceUrl };
}

/**
 * @param {Made} made
 * @returns {Readonly<Record<string, unknown>>} options for a wrapper, which creates the container itself
 */
export function mountedOptionsOf(made) {
  return Object.fromEntries(Object.entries(optionsOf(made)).filter(([name]) => name !== 'container'));
}

/**
 * @param {Readonly<Record<string, unknown>>} options
 * @param {readonly string[]} callbacks
 * @param {readonly string[]} [first] lines to put first
 * @returns {string} code of the object, not indented
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
 * @returns {string} the rule, or an empty string if there are no declarations
 */
export function ruleOf(selector, { css }) {
  const declarations = Object.entries(css).map(([name, value]) => `  ${name}: ${value};`);
  return declarations.length === 0 ? '' : `${selector} {\n${declarations.join('\n')}\n}`;
}

/** @param {Made} made @returns {boolean} whether the page has a button of its own */
export function hasOwnButton({ config }) {
  return config['hidePaymentButton'] === true;
}
