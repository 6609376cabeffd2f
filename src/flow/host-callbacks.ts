import type { Callbacks, PaymentState } from '../config/config.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { PaymentResult } from './flow-state.js';

export interface HostCallbacksOptions {
  /** Returns the current callbacks, which `update` may change. */
  readonly callbacks: () => Callbacks;
  /** Receives exceptions thrown by callbacks. */
  readonly reportHostError: (error: unknown) => void;
  readonly isMuted: () => boolean;
}

/** Calls the host's callbacks. An exception in a callback does not affect the widget. */
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

  /** Reports an error to the host. @returns the error, to be thrown. */
  fail(error: PaymentWidgetError): PaymentWidgetError {
    this.#call(({ onError }) => {
      if (onError && onError(error) !== 'show') this.#hushed.add(error);
    });
    return error;
  }

  /** Returns whether the widget shows a payment error: if `onError` is missing or returned `'show'`. */
  shows(error: PaymentWidgetError): boolean {
    return !this.#hushed.has(error);
  }

  /** Notifies the host when the payment state has changed. */
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
