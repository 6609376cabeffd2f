import { Component, DestroyRef, inject, output, signal } from '@angular/core';
import type { PaymentWidgetError } from 'upc-payment-widget';
import { PaymentForm } from './payment-form';
import { forgetSession, handOver, takeSession } from './session';

/** Takes the member from a new session to a payment method that our backend has saved. */
@Component({
  selector: 'payment-page',
  imports: [PaymentForm],
  template: `
    @if (session(); as token) {
      <payment-form [userSessionToken]="token" (success)="onSuccess($event)" (failure)="onFailure($event)" />
    }
    <p id="result" role="status">{{ result() }}</p>
    @if (hasEnded()) {
      <button type="button" (click)="startAgain.emit()">Start again</button>
    }
  `,
})
export class PaymentPage {
  readonly startAgain = output();

  protected readonly session = signal<string | undefined>(undefined);
  protected readonly hasEnded = signal(false);
  protected readonly result = signal('');

  constructor() {
    const leaving = new AbortController();
    inject(DestroyRef).onDestroy(() => leaving.abort());
    takeSession(leaving.signal).then(
      (token) => this.session.set(token),
      () => {
        if (leaving.signal.aborted) return;
        this.result.set('The payment form cannot be shown at the moment.');
        this.hasEnded.set(true);
      },
    );
  }

  protected async onSuccess(paymentRequestToken: string): Promise<void> {
    try {
      this.result.set(await handOver(paymentRequestToken));
      forgetSession();
    } catch {
      // Keep the session: after a reload the widget returns the same token again.
      this.result.set('We could not save your payment method. Please reload this page.');
    }
  }

  protected onFailure(error: PaymentWidgetError): void {
    if (error.httpStatus !== 401) return;
    forgetSession();
    this.hasEnded.set(true);
  }
}
