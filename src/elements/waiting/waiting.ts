import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/pending-outcome.css?inline';
import type { Payment } from '@upc/contract/gateway';
import { OutcomeElement } from '../outcome-element.js';
import { property } from '../property.js';
import { BackEvent } from '../request-events.js';

/**
 * The bank or the provider has not said yet what becomes of the payment.
 *
 * @fires upc-back
 */
export class WaitingElement extends OutcomeElement {
  static override readonly styles = unsafeCSS(styles);

  @property payment!: Payment;

  protected override render(): TemplateResult {
    // Only what waits for the person can be called off; what the bank has, the bank decides.
    const cancel = this.payment.status === 'ACTION_REQUIRED' ? this.t('waiting.cancel') : '';
    return html`
      <div class="outcome">
        <span class="spinner spinner-large"></span>
        <p class="outcome-title" tabindex="-1">${this.t('waiting.title')}</p>
        <p class="outcome-text">${this.t('waiting.text')}</p>
        ${
          cancel
            ? html`<button class="button button-quiet" type="button" @click=${this.#handleCancel}>
                ${cancel}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  #handleCancel(): void {
    this.dispatchEvent(new BackEvent());
  }
}
