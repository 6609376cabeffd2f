import { attribute, indented } from './literal.js';
import {
  errorsAreShown,
  hasOwnButton,
  mountedOptionsOf,
  openSession,
  optionsCode,
  optionsOf,
  ruleOf,
  useToken,
} from './made.js';

/** @typedef {import('./made.js').Block} Block */
/** @typedef {import('./made.js').Made} Made */

/**
 * Returns the code for a page with a script tag. It loads a single script, whose content the browser checks.
 *
 * @param {Made} made
 * @param {{ script: string, integrity: string }} release path and hash of the script, from `/widget/integrity.json`
 * @returns {readonly Block[]}
 */
export function scriptCode(made, { script, integrity }) {
  const css = ruleOf(containerOf(made), made);
  return [
    {
      language: 'HTML',
      code: `<script
  src="${made.serviceUrl}${script}"
  integrity="${integrity}"
  crossorigin="anonymous"
  defer
></script>
${css === '' ? '' : `<style>\n${indented(css)}\n</style>\n`}
${body(made)}

<script type="module">
${indented(`${openSession}

${call('paymentWidget.init', made)}`)}
</script>
`,
    },
  ];
}

/**
 * Returns the code for a page with a bundler and no framework.
 *
 * @param {Made} made
 * @returns {readonly Block[]}
 */
export function npmCode(made) {
  return [
    { language: 'HTML', code: `${body(made)}\n` },
    ...cssBlock(ruleOf(containerOf(made), made)),
    {
      language: 'JavaScript',
      code: `import { init } from 'upc-payment-widget';\n\n${openSession}\n\n${call('init', made)}\n`,
    },
  ];
}

/** Attribute for each option whose value is a string or a boolean. */
const attributes = {
  environment: 'environment',
  region: 'region',
  countryCode: 'country-code',
  locale: 'locale',
  returnUrl: 'return-url',
  baseUrl: 'base-url',
  hidePaymentButton: 'hide-payment-button',
  devMode: 'dev-mode',
};

/** Event listener for each callback that has an event. @type {Readonly<Record<string, string>>} */
const listeners = {
  onSuccess: `('upc-success', ({ detail }) => {\n${indented(useToken('detail.paymentRequestToken'))}\n})`,
  onError: `('upc-error', (event) => {
  // The page shows the error itself, so the widget must not.
  event.preventDefault();
  console.error(event.detail.code, event.detail.message);
})`,
  onPaymentStateChange: "('upc-state-change', ({ detail }) => console.log('upc-state-change', detail))",
};

/**
 * Returns the code for a page that uses the element `<upc-payment>`.
 *
 * @param {Made} made
 * @returns {readonly Block[]}
 */
export function elementCode(made) {
  const options = mountedOptionsOf(made);
  const tag = Object.entries(attributes).flatMap(([option, name]) => {
    const value = options[option];
    if (value === undefined || value === false) return [];
    return [value === true ? name : `${name}="${attribute(String(/** @type {string | number} */ (value)))}"`];
  });
  const others = Object.fromEntries(Object.entries(options).filter(([option]) => !(option in attributes)));
  const callbacks = made.callbacks.filter((name) => !(name in listeners));
  const hasOthers = Object.keys(others).length > 0 || callbacks.length > 0;
  return [
    {
      language: 'HTML',
      code: `<upc-payment
${indented(tag.join('\n'))}
>
  The payment form could not be loaded. Please reload the page.
</upc-payment>
${hasOwnButton(made) ? '<button id="pay" type="button">Pay</button>\n' : ''}`,
    },
    ...cssBlock(ruleOf('upc-payment', made)),
    {
      language: 'JavaScript',
      code: `import 'upc-payment-widget/element';

const payment = document.querySelector('upc-payment');
${hasOthers ? `payment.config = ${optionsCode(others, callbacks)};\n` : ''}${made.callbacks
        .flatMap((name) => (listeners[name] ? [`payment.addEventListener${listeners[name]};\n`] : []))
        .join('')}${hasOwnButton(made) ? `${onPay('payment')}\n` : ''}
${openSession}
payment.setAttribute('session-token', userSessionToken);
`,
    },
  ];
}

/** @param {string} css @returns {readonly Block[]} */
function cssBlock(css) {
  return css === '' ? [] : [{ language: 'CSS', code: `${css}\n` }];
}

/**
 * @param {string} init
 * @param {Made} made
 */
function call(init, made) {
  const widget = `${init}(${optionsCode(optionsOf(made), made.callbacks, ['userSessionToken,'])});`;
  return hasOwnButton(made) ? `const widget = ${widget}\n\n${onPay('widget')}` : widget;
}

/** @param {string} widget */
function onPay(widget) {
  return `document.getElementById('pay').addEventListener('click', () => {
  ${errorsAreShown}
  ${widget}.submitPayment().catch(() => undefined);
});`;
}

/** @param {Made} made */
function body(made) {
  const container = `<div id="${attribute(String(made.config['container']))}"></div>`;
  return hasOwnButton(made) ? `${container}\n<button id="pay" type="button">Pay</button>` : container;
}

/**
 * Returns the selector of the container. It escapes the characters that an id may have as `CSS.escape` does.
 * @param {Made} made
 */
function containerOf({ config }) {
  const id = String(config['container']);
  return `#${id.replace(/^\d|[^\w-]/g, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}`;
}
