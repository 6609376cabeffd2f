import { ask, BackendError, loadStudios } from './backend.js';
import { fillSettings, readSettings } from './settings.js';
import { colors, exampleCustomer, flags, lengths, locales, switches } from './styling-options.js';

/**
 * @typedef {object} Widget
 * @property {() => void} destroy
 * @property {() => Promise<unknown>} submitPayment
 * @property {(changes: object) => void} update
 */

const form = /** @type {HTMLFormElement} */ (document.getElementById('controls'));
const host = /** @type {HTMLElement} */ (document.getElementById('host'));
const state = /** @type {HTMLElement} */ (document.getElementById('state'));
const hostBar = /** @type {HTMLElement} */ (document.getElementById('host-bar'));
const hostButton = /** @type {HTMLButtonElement} */ (document.getElementById('host-button'));
const serviceUrl = new URL(
  /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="/widget/"]')).src,
).origin;
const studios = await loadStudios();

/** @type {Widget | undefined} */
let widget;
let userSessionToken = '';

buildControls();
fillSettings(form, studios);
form.addEventListener('input', handleInput);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void openSession();
});
hostButton.addEventListener('click', () => {
  widget
    ?.submitPayment()
    .catch((/** @type {Error} */ error) => say(`submitPayment() rejected: ${error.message}`));
});
await openSession();

/** What changes at run time goes through `update`; the rest needs another session or another `init`. */
function handleInput(/** @type {Event} */ event) {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (['studio', 'customerId', 'scope', 'amount', 'requireDirectDebitSignature'].includes(name)) return;
  if (name === 'scheme') setSchemeColors();
  showSurroundings();
  if (['devMode', 'onError', 'customerFields'].includes(name)) mount();
  else widget?.update(mutableConfig());
  showCode();
}

async function openSession() {
  const { studio, customerId, scope, amount } = readSettings(form);
  try {
    const answer = await ask('session', {
      ...{ studio, customerId, scope, amount },
      referenceText: 'Styling page',
      requireDirectDebitSignature: isChecked('requireDirectDebitSignature'),
    });
    userSessionToken = /** @type {import('./backend.js').OpenedSession} */ (answer).token;
    say('');
    showSurroundings();
    mount();
    showCode();
  } catch (error) {
    say(error instanceof BackendError ? `The session was refused: ${error.message}` : String(error));
  }
}

function mount() {
  widget?.destroy();
  const { paymentWidget } = /** @type {{ paymentWidget?: { init(config: object): Widget } }} */ (
    /** @type {unknown} */ (window)
  );
  if (paymentWidget === undefined) return say(`The widget's script did not load from ${serviceUrl}.`);
  widget = paymentWidget.init({ ...fixedConfig(), ...mutableConfig(), userSessionToken });
}

function fixedConfig() {
  return {
    environment: 'test',
    baseUrl: serviceUrl,
    countryCode: studios.find(({ id }) => id === valueOf('studio'))?.countryCode ?? 'DE',
    container: 'upc-container',
    devMode: isChecked('devMode'),
    ...(isChecked('customerFields') ? { customerFields: exampleCustomer } : {}),
    ...(isChecked('onError')
      ? {
          onError: (/** @type {{ code: string, message: string }} */ error) =>
            say(`onError: ${error.code}. ${error.message}`),
        }
      : {}),
    onSuccess: (/** @type {string} */ token) => say(`onSuccess: ${token}`),
    onPaymentStateChange: (
      /** @type {{ isProcessing: boolean, canSubmit: boolean }} */ { isProcessing, canSubmit },
    ) => {
      say(`isProcessing ${isProcessing}, canSubmit ${canSubmit}`);
      hostButton.disabled = isProcessing || !canSubmit;
    },
  };
}

function mutableConfig() {
  return {
    locale: valueOf('locale'),
    styling: Object.fromEntries([...colors, ...lengths].map(({ name }) => [name, valueOf(name)])),
    i18n: overrides(),
    featureFlags: Object.fromEntries(flags.map(([name]) => [name, isChecked(name)])),
    hidePaymentButton: isChecked('hidePaymentButton'),
  };
}

function overrides() {
  const lines = valueOf('i18n')
    .split('\n')
    .filter((line) => line.includes('='));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]),
  );
}

function buildControls() {
  const styling = /** @type {HTMLElement} */ (document.getElementById('styling-fields'));
  for (const { name, light } of colors) styling.append(labelled(name, input(name, 'color', light)));
  for (const { name, values } of lengths) styling.append(labelled(name, select(name, values)));

  const flagFields = /** @type {HTMLElement} */ (document.getElementById('flag-fields'));
  for (const [name, standard] of flags) flagFields.append(checkbox(name, standard));
  for (const name of switches) flagFields.append(checkbox(name, false));

  field('locale').replaceWith(select('locale', locales));
}

function setSchemeColors() {
  const scheme = valueOf('scheme') === 'dark' ? 'dark' : 'light';
  for (const color of colors) field(color.name).value = color[scheme];
}

function showSurroundings() {
  document.documentElement.style.setProperty('--host-width', `${valueOf('width')}px`);
  host.dataset.scheme = hostBar.dataset.scheme = valueOf('scheme');
  hostBar.hidden = !isChecked('hidePaymentButton');
}

function showCode() {
  const shown = { ...fixedConfig(), ...mutableConfig(), userSessionToken: '…' };
  const code = /** @type {HTMLElement} */ (document.getElementById('code'));
  code.textContent = `paymentWidget.init(${JSON.stringify(shown, (_key, value) => (typeof value === 'function' ? '(function)' : value), 2)})`;
}

/** @param {string} text */
function say(text) {
  state.textContent = text;
}

/** @param {string} name */
function field(name) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
}

/** @param {string} name */
function valueOf(name) {
  return field(name).value;
}

/** @param {string} name */
function isChecked(name) {
  return /** @type {HTMLInputElement} */ (field(name)).checked;
}

/**
 * @param {string} name
 * @param {HTMLElement} control
 */
function labelled(name, control) {
  const label = document.createElement('label');
  label.append(name, control);
  return label;
}

/**
 * @param {string} name
 * @param {boolean} checked
 */
function checkbox(name, checked) {
  const box = input(name, 'checkbox', 'on');
  box.checked = checked;
  const label = document.createElement('label');
  label.className = 'check';
  label.append(box, ` ${name}`);
  return label;
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} value
 */
function input(name, type, value) {
  return Object.assign(document.createElement('input'), { name, type, value });
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 */
function select(name, values) {
  const element = document.createElement('select');
  element.name = name;
  element.append(...values.map((value) => new Option(value, value)));
  return element;
}
