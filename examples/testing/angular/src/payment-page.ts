import { Component, input, signal } from '@angular/core';
import type { PaymentWidgetError } from 'upc-payment-widget';
import { injectPaymentWidget } from 'upc-payment-widget/angular';

/** Our page, with the payment form and a message for the member. */
@Component({
  selector: 'payment-page',
  template: `<p id="result" role="status">{{ result() }}</p>`,
})
export class PaymentPage {
  /** Session token from our backend. */
  readonly userSessionToken = input<string>();
  /** Sends the token to our backend. */
  readonly handOver = input<(paymentRequestToken: string) => Promise<string>>(() => Promise.resolve(''));

  readonly result = signal('');
  readonly widget = injectPaymentWidget(() => {
    const userSessionToken = this.userSessionToken();
    if (userSessionToken === undefined) return undefined;
    return {
      userSessionToken,
      environment: 'test',
      baseUrl: 'http://localhost:4010',
      countryCode: 'DE',
      locale: 'en',
      onSuccess: (paymentRequestToken) => void this.pay(paymentRequestToken),
      onError: (error) => this.explain(error),
    };
  });

  private async pay(paymentRequestToken: string): Promise<void> {
    this.result.set(await this.handOver()(paymentRequestToken));
  }

  private explain(error: PaymentWidgetError): 'show' {
    if (error.httpStatus === 401) this.result.set('Your session has ended. Please start again.');
    if (error.reason === 'DECLINED') this.result.set('You can also pay at the studio.');
    // The widget shows the error, as it would without `onError`.
    return 'show';
  }
}
