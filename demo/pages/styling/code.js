/**
 * The code of a page that shows the widget as it was made here.
 *
 * @typedef {object} Made
 * @property {Readonly<Record<string, unknown>>} config without token and callbacks
 * @property {readonly string[]} callbacks names of those that are given
 * @property {Readonly<Record<string, string>>} css declarations of the container
 * @property {string} serviceUrl
 */

/** The body of each callback; others write to the console. @type {Readonly<Record<string, string>>} */
const callbackBodies = {
  onSuccess:
    "(paymentRequestToken) => {\n    // Your backend uses it, once.\n    void fetch('/token', { method: 'POST', body: paymentRequestToken });\n  }",
  onError: '(error) => console.error(error.code, error.message)',
  onRedirect: '(url) => location.assign(url)',
};

const openSession = `// Your backend asks for it: POST /v1/payments/user-session
const { token: userSessionToken } = await (await fetch('/session', { method: 'POST' })).json();`;

/**
 * For a page with a script tag: one script, whose content the browser checks.
 *
 * @param {Made} made
 * @param {{ script: string, integrity: string }} release its path and the hash of `/widget/integrity.json`
 */
export function scriptCode(made, { script, integrity }) {
  const css = styleOf(made);
  return `<script
  src="${made.serviceUrl}${script}"
  integrity="${integrity}"
  crossorigin="anonymous"
  defer
></script>
${css === '' ? '' : `<style>\n${indented(css)}\n</style>\n`}
${body(made)}

<script type="module">
${indented(`${openSession}

${call('paymentWidget.init', made)}`).replaceAll('<', '\\x3C')}
</script>
`;
}

/**
 * For a page with a bundler.
 *
 * @param {Made} made
 * @returns {{ html: string, js: string, css: string }}
 */
export function npmCode(made) {
  return {
    html: `${body(made)}\n`,
    css: styleOf(made),
    js: `import { init } from 'upc-payment-widget';\n\n${openSession}\n\n${call('init', made)}\n`,
  };
}

/**
 * @param {string} init
 * @param {Made} made
 */
function call(init, { callbacks, config, serviceUrl }) {
  // Which gateway it is, a build knows only if it was told (UPC_GATEWAY_URLS).
  const complete = { ...config, baseUrl: config['baseUrl'] ?? serviceUrl };
  const lines = [
    'userSessionToken,',
    ...Object.entries(complete).map(([name, value]) => `${keyOf(name)}: ${literal(value, '  ')},`),
    ...callbacks.map(
      (name) => `${name}: ${callbackBodies[name] ?? `(...given) => console.log('${name}', ...given)`},`,
    ),
  ];
  const widget = `${init}({\n${lines.map((line) => `  ${line}`).join('\n')}\n});`;
  if (config['hidePaymentButton'] !== true) return widget;
  return `const widget = ${widget}

document.getElementById('pay').addEventListener('click', () => {
  // Errors are told to onError, or shown by the widget.
  widget.submitPayment().catch(() => undefined);
});`;
}

/** @param {Made} made */
function body({ config }) {
  const container = `<div id="${attribute(String(config['container']))}"></div>`;
  return config['hidePaymentButton'] === true
    ? `${container}\n<button id="pay" type="button">Pay</button>`
    : container;
}

/** @param {Made} made */
function styleOf({ config, css }) {
  const declarations = Object.entries(css).map(([name, value]) => `  ${name}: ${value};`);
  if (declarations.length === 0) return '';
  return `#${escapedId(String(config['container']))} {\n${declarations.join('\n')}\n}`;
}

/** As `CSS.escape`, for the letters that an id may have. @param {string} id */
function escapedId(id) {
  return id.replace(/^\d|[^\w-]/g, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `);
}

/** @param {string} text */
function attribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * JavaScript as people write it, of data as JSON has it.
 *
 * @param {unknown} value
 * @param {string} margin
 * @returns {string}
 */
function literal(value, margin) {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${margin}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => literal(part, inner))
    : Object.entries(value).map(([name, part]) => `${keyOf(name)}: ${literal(part, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${margin}${close}`;
}

/** @param {string} name */
function keyOf(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${quoted(name)}]`;
}

/** @param {string} text */
function quoted(text) {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside.replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)}'`;
}

/** @param {string} text */
function indented(text) {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
