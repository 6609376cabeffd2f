import { Component, signal } from '@angular/core';
import { PaymentPage } from './payment-page';

@Component({
  selector: 'app-root',
  imports: [PaymentPage],
  template: `
    <main>
      <h1>Payment method</h1>
      <button type="button" (click)="isOpen.set(!isOpen())">{{ isOpen() ? 'Close' : 'Open' }}</button>
      @if (isOpen()) {
        <!-- Another round is a new page: new session, new widget, nothing of the last one. -->
        @for (current of [round()]; track current) {
          <payment-page (startAgain)="round.set(round() + 1)" />
        }
      }
    </main>
  `,
})
export class App {
  protected readonly isOpen = signal(true);
  protected readonly round = signal(0);
}
