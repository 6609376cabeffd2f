import type { Callbacks, PaymentState } from '../config/config.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { PaymentResult } from './flow-state.js';

export interface HostCallbacksOptions {
  /** The current callbacks: `update` may change them. */
  readonly callbacks: () => Callbacks;
  /** Takes what a callback threw. */
  readonly reportHostError: (error: unknown) => void;
  readonly isMuted: () => boolean;
}

/** Calls the host back. A callback that throws breaks nothing. */
export class HostCallbacks {
  readonly #options: HostCallbacksOptions;
  /** Errors that the host shows itself. */
  readonly #hushed = new WeakSet<PaymentWidgetError>();
  #reported: PaymentState = { isProcessing: false, canSubmit: false };

  constructor(options: HostCallbacksOptions) {
    this.#options = options;
  }

  succeed({ paymentRequestToken, paymentInstrumentDetails, paymentInstrumentToken }: PaymentResult): void {
    this.#call(({ onSuccess }) =>
      onSuccess?.(paymentRequestToken, paymentInstrumentDetails, paymentInstrumentToken),
    );
  }

  /** @returns the error, to be thrown. */
  fail(error: PaymentWidgetError): PaymentWidgetError {
    this.#call(({ onError }) => {
      if (onError && onError(error) !== 'show') this.#hushed.add(error);
    });
    return error;
  }

  /** Whether the widget shows an error of the payment: the host has none of it, or wants both. */
  shows(error: PaymentWidgetError): boolean {
    return !this.#hushed.has(error);
  }

  /** Called only when the state has changed. */
  changeState(state: PaymentState): void {
    const { isProcessing, canSubmit } = this.#reported;
    if (state.isProcessing === isProcessing && state.canSubmit === canSubmit) return;
    this.#reported = state;
    this.#call(({ onPaymentStateChange }) => onPaymentStateChange?.(state));
  }

  #call(callback: (callbacks: Callbacks) => void): void {
    if (this.#options.isMuted()) return;
    try {
      callback(this.#options.callbacks());
    } catch (error) {
      this.#options.reportHostError(error);
    }
  }
}
