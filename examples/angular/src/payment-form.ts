import { afterRenderEffect, Component, type ElementRef, input, output, viewChild } from '@angular/core';
import { init, type PaymentWidgetError } from 'upc-payment-widget';

/** Mounts the widget as a component, one for each session. */
@Component({
  selector: 'payment-form',
  template: `<div #container id="payment"></div>`,
})
export class PaymentForm {
  readonly userSessionToken = input.required<string>();
  // Outputs always call the parent's current listeners.
  readonly success = output<string>();
  readonly failure = output<PaymentWidgetError>();

  private readonly container = viewChild.required<ElementRef<HTMLElement>>('container');

  constructor() {
    // Runs only in the browser, and again for another session. `onCleanup` also runs when the member leaves.
    afterRenderEffect((onCleanup) => {
      const widget = init({
        userSessionToken: this.userSessionToken(),
        environment: 'test',
        baseUrl: 'http://localhost:4010',
        countryCode: 'DE',
        locale: 'en',
        container: this.container().nativeElement,
        onSuccess: (paymentRequestToken) => this.success.emit(paymentRequestToken),
        onError: (error) => {
          this.failure.emit(error);
          // The widget shows the error, as it would without `onError`.
          return 'show';
        },
      });
      onCleanup(() => widget.destroy());
    });
  }
}
