import type { PaymentState, PaymentWidgetConfig, PaymentWidgetError } from 'upc-payment-widget';
import { type KeptWidget, keepWidget, type WidgetConfig, type WidgetHandle } from './keep-widget.js';

export type { WidgetConfig, WidgetHandle } from './keep-widget.js';

/** Details of `upc-success`: the arguments of `onSuccess`. */
export interface PaymentSuccess {
  readonly paymentRequestToken: string;
  readonly paymentInstrumentDetails?: Parameters<NonNullable<PaymentWidgetConfig['onSuccess']>>[1];
  readonly paymentInstrumentToken?: string | undefined;
}

/** Events of `<upc-payment>` by name. None of them bubbles. */
export interface PaymentEvents {
  /** Once, with the token for the page's backend. */
  readonly 'upc-success': CustomEvent<PaymentSuccess>;
  /** The widget shows the error itself, unless a listener calls `preventDefault()`. */
  readonly 'upc-error': CustomEvent<PaymentWidgetError>;
  /** Sent when the main button comes to do something, or a payment begins or ends. */
  readonly 'upc-state-change': CustomEvent<PaymentState>;
}

/** Each attribute's option. The others are set by the property `config`. */
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

/** Attributes that every element may have under another name than its property, and those that frameworks add. */
const global =
  /^(class|part|exportparts|role|is|tabindex|accesskey|contenteditable|(data|aria|ng|_ng|item|xml)[-\w:]*)$/;

// Node has no elements; importing this there does nothing.
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * A payment widget as an element: `<upc-payment session-token="…" environment="test" country-code="DE" locale="de">`.
 * It waits for its session token, follows its attributes, and goes when it is taken from the page. What it contains
 * before that shows only as long as the script has not come.
 */
export class UpcPaymentElement extends Base implements WidgetHandle {
  static readonly observedAttributes: readonly string[] = Object.keys(attributes);

  #config: Partial<WidgetConfig> = {};
  #widget: KeptWidget | undefined;
  #isPlanned = false;

  /** Options of `init`. They win over attributes: what no attribute can say, such as `styling`. */
  get config(): Partial<WidgetConfig> {
    return this.#config;
  }

  set config(config: Partial<WidgetConfig> | null | undefined) {
    this.#config = config ?? {};
    this.#plan();
  }

  connectedCallback(): void {
    // Set before the element was defined, as frameworks do that load it later, it would hide the property.
    const early = Object.getOwnPropertyDescriptor(this, 'config');
    if (early && Reflect.deleteProperty(this, 'config')) this.config = early.value as Partial<WidgetConfig>;
    for (const name of this.getAttributeNames()) {
      if (name in attributes || name in HTMLElement.prototype || global.test(name)) continue;
      // oxlint-disable-next-line no-console -- a wrong tag has nobody else to tell
      console.error(
        `<upc-payment> has no attribute "${name}". It has ${Object.keys(attributes).join(', ')}; the property "config" takes everything else.`,
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

  /** Once for all that a script changes in one go; an element that is only moved keeps its widget. */
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
      // The widget checks what attributes say, and names what is wrong.
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

  /** @returns whether no listener has prevented what the widget does by default */
  #dispatch(name: keyof PaymentEvents, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable: name === 'upc-error' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'upc-payment': UpcPaymentElement;
  }
  /* eslint @typescript-eslint/no-empty-object-type: off -- the same events, as the page knows them */
  interface HTMLElementEventMap extends PaymentEvents {}
}

// A second copy on the page leaves the first one's element as it is.
if (typeof customElements !== 'undefined' && !customElements.get('upc-payment'))
  customElements.define('upc-payment', UpcPaymentElement);
