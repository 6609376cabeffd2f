import { callbacksOf, configOf } from './config.js';
import { options } from './options.js';
import { shortened } from './tap.js';

/**
 * @typedef {object} Widget
 * @property {() => void} destroy
 * @property {() => Promise<unknown>} submitPayment
 * @property {() => { isProcessing: boolean }} getPaymentState
 * @property {(changes: object) => void} update
 */

/** Configuration keys that can be changed while the widget is shown. */
const changeable = [
  ...new Set(options.filter(({ atRunTime }) => atRunTime).map(({ path }) => path.split('.')[0])),
];

/** Shows the widget on this page: a real one, with a session of the chosen studio. */
export class LiveWidget {
  /** @type {Widget | undefined} */
  #widget;
  #fixed = '';

  /**
   * @param {object} page
   * @param {HTMLElement} page.container
   * @param {string} page.serviceUrl
   * @param {(kind: 'callback' | 'page', text: string) => void} page.log
   * @param {(state: { isProcessing: boolean, canSubmit: boolean }) => void} page.onState
   */
  constructor(page) {
    this.page = page;
  }

  /**
   * Shows the chosen values. Uses `update` where that is enough, so that no entries are lost.
   *
   * @param {import('./values.js').Values} values
   * @param {string} userSessionToken
   */
  show(values, userSessionToken) {
    const config = this.#config(values, userSessionToken);
    const mutable = Object.fromEntries(changeable.map((name) => [name, config[String(name)]]));
    const fixed = JSON.stringify(Object.entries(config).filter(([name]) => !changeable.includes(name)));
    try {
      if (this.#widget !== undefined && fixed === this.#fixed) this.#widget.update(mutable);
      else this.#mount(config);
      this.#fixed = fixed;
    } catch (error) {
      this.page.log(
        'page',
        `init refused the configuration: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** Ends the widget. The next `show` starts a new one. */
  end() {
    this.#widget?.destroy();
    this.#widget = undefined;
    this.#fixed = '';
  }

  /** Whether a payment is being processed, perhaps on the page of a provider. */
  get isProcessing() {
    return this.#widget?.getPaymentState().isProcessing ?? false;
  }

  submit() {
    this.#widget?.submitPayment().catch((/** @type {Error} */ error) => {
      this.page.log('page', `submitPayment() rejected: ${error.message}`);
    });
  }

  /** @param {Record<string, unknown>} config */
  #mount(config) {
    this.end();
    const { paymentWidget } = /** @type {{ paymentWidget?: { init(config: object): Widget } }} */ (
      /** @type {unknown} */ (window)
    );
    if (paymentWidget === undefined) throw new Error(`the script did not load from ${this.page.serviceUrl}.`);
    this.#widget = paymentWidget.init(config);
  }

  /**
   * @param {import('./values.js').Values} values
   * @param {string} userSessionToken
   * @returns {Record<string, unknown>}
   */
  #config(values, userSessionToken) {
    const given = callbacksOf(values).map((name) => [name, this.#callback(name)]);
    return {
      ...configOf(values).config,
      // The preview always uses the test environment, and the service of this page.
      ...{ environment: 'test', region: undefined, baseUrl: this.page.serviceUrl },
      ...{ container: this.page.container.id, userSessionToken },
      ...Object.fromEntries(given),
    };
  }

  /** @param {string} name @returns {(...given: unknown[]) => void} */
  #callback(name) {
    return (...given) => {
      this.page.log('callback', `${name}(${given.map(shown).join(', ')})`);
      if (name === 'onPaymentStateChange') this.page.onState(/** @type {never} */ (given[0]));
      if (name === 'onRedirect') location.assign(String(given[0]));
    };
  }
}

/**
 * Formats a value of a callback without secrets. Tokens are shortened, and objects show only their names and booleans.
 */
function shown(/** @type {unknown} */ value) {
  if (value instanceof Error) {
    const { code = '' } = /** @type {Error & { code?: string }} */ (value);
    return `${code}: ${value.message}`;
  }
  if (typeof value === 'string') return /^https?:/.test(value) ? value : shortened(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([name, part]) =>
    typeof part === 'boolean' ? `${name}: ${part}` : name,
  );
  return `{ ${parts.join(', ')} }`;
}
