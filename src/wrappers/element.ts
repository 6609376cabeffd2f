import type { PaymentState, PaymentWidgetConfig, PaymentWidgetError } from 'upc-payment-widget';
import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/** Detail of `upc-success`: the arguments of `onSuccess`. */
export interface PaymentSuccess {
  readonly paymentRequestToken: string;
  readonly paymentInstrumentDetails?: Parameters<NonNullable<PaymentWidgetConfig['onSuccess']>>[1];
  readonly paymentInstrumentToken?: string | undefined;
}

/** Events of `<upc-payment>` by name. None of them bubbles. */
export interface PaymentEvents {
  /** Sent once, with the token for the page's backend. */
  readonly 'upc-success': CustomEvent<PaymentSuccess>;
  /** Sent for each error. The widget shows the error itself, unless a listener calls `preventDefault()`. */
  readonly 'upc-error': CustomEvent<PaymentWidgetError>;
  /** Sent when the main button becomes usable or unusable, or a payment begins or ends. */
  readonly 'upc-state-change': CustomEvent<PaymentState>;
}

/** Option of each attribute. The property `config` sets the others. */
const attributes = {
  'session-token': 'userSessionToken',
  environment: 'environment',
  region: 'region',
  'country-code': 'countryCode',
  locale: 'locale',
  'return-url': 'returnUrl',
  'base-url': 'baseUrl',
  'hide-payment-button': 'hidePaymentButton',
  'dev-mode': 'devMode',
} as const;
const flags: readonly string[] = ['hide-payment-button', 'dev-mode'];

/** Attributes that exist on every element under another name than their property, and those that frameworks add. */
const global =
  /^(class|part|exportparts|role|is|tabindex|accesskey|contenteditable|(data|aria|ng|_ng|item|xml)[-\w:]*)$/;

// Node has no elements, so importing this module there has no effect.
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * A payment widget as an element: `<upc-payment session-token="…" environment="test" country-code="DE" locale="de">`.
 * It waits for its session token, follows its attributes, and ends when it is removed from the page. Its initial
 * content is visible only until the script has loaded.
 */
export class UpcPaymentElement extends Base implements WidgetHandle {
  static readonly observedAttributes: readonly string[] = Object.keys(attributes);

  #config: Partial<WidgetConfig> = {};
  #widget: KeptWidget | undefined;
  #isPlanned = false;

  /**
   * Options of `init`. They take precedence over attributes, and include options that have no attribute, such as
   * `styling`.
   */
  get config(): Partial<WidgetConfig> {
    return this.#config;
  }

  set config(config: Partial<WidgetConfig> | null | undefined) {
    this.#config = config ?? {};
    this.#plan();
  }

  connectedCallback(): void {
    // Frameworks that load the element's definition later set the value first. As an own property it would hide the
    // accessor.
    const early = Object.getOwnPropertyDescriptor(this, 'config');
    if (early && Reflect.deleteProperty(this, 'config')) this.config = early.value as Partial<WidgetConfig>;
    for (const name of this.getAttributeNames()) {
      if (name in attributes || name in HTMLElement.prototype || global.test(name)) continue;
      // oxlint-disable-next-line no-console -- there is no other way to report a wrong tag
      console.error(
        `<upc-payment> has no attribute "${name}". It has ${Object.keys(attributes).join(', ')}; set all other options with the property "config".`,
      );
    }
    this.#plan();
  }

  disconnectedCallback(): void {
    this.#plan();
  }

  attributeChangedCallback(): void {
    this.#plan();
  }

  submitPayment(): ReturnType<WidgetHandle['submitPayment']> {
    return this.#widget?.submitPayment() ?? Promise.resolve(undefined);
  }

  retry(): void {
    this.#widget?.retry();
  }

  getPaymentState(): PaymentState {
    return this.#widget?.getPaymentState() ?? { isProcessing: false, canSubmit: false };
  }

  /** Applies all changes of one script together. An element that is only moved keeps its widget. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#apply();
    });
  }

  #apply(): void {
    const config = { ...this.#attributes(), ...this.#config, ...this.#callbacks() };
    if (!this.isConnected || config.userSessionToken === undefined) {
      this.#widget?.destroy();
      this.#widget = undefined;
      return;
    }
    try {
      // The widget checks the attributes' values and reports what is wrong.
      if (this.#widget) this.#widget.set(config as WidgetConfig);
      else {
        this.#widget = keepWidget(this, config as WidgetConfig);
        for (const child of [...this.childNodes]) if (child !== this.lastElementChild) child.remove();
      }
    } catch (error) {
      // oxlint-disable-next-line no-console -- as if `init` had thrown
      console.error(error);
      this.#dispatch('upc-error', error);
    }
  }

  #attributes(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(attributes).flatMap(([name, option]) => {
        const value = this.getAttribute(name);
        return value === null ? [] : [[option, flags.includes(name) ? value !== 'false' : value]];
      }),
    );
  }

  #callbacks(): Pick<WidgetConfig, 'onSuccess' | 'onError' | 'onPaymentStateChange'> {
    const { onSuccess, onError, onPaymentStateChange } = this.#config;
    return {
      onSuccess: (paymentRequestToken, paymentInstrumentDetails, paymentInstrumentToken) => {
        onSuccess?.(paymentRequestToken, paymentInstrumentDetails, paymentInstrumentToken);
        this.#dispatch('upc-success', {
          paymentRequestToken,
          paymentInstrumentDetails,
          paymentInstrumentToken,
        });
      },
      onError: (error) => {
        const shown = this.#dispatch('upc-error', error);
        return onError ? onError(error) : shown && 'show';
      },
      onPaymentStateChange: (state) => {
        onPaymentStateChange?.(state);
        this.#dispatch('upc-state-change', state);
      },
    };
  }

  /** Sends an event. @returns whether no listener has prevented the widget's default behaviour */
  #dispatch(name: keyof PaymentEvents, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === 'upc-error' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'upc-payment': UpcPaymentElement;
  }
  /* eslint @typescript-eslint/no-empty-object-type: off -- adds the events to the page's types */
  interface HTMLElementEventMap extends PaymentEvents {}
}

// A second copy on the page must not replace the first one's element.
if (typeof customElements !== 'undefined' && !customElements.get('upc-payment'))
  customElements.define('upc-payment', UpcPaymentElement);
