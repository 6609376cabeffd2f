import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/pending-outcome.css?inline';
import type { Payment } from '@upc/contract/gateway';
import { OutcomeElement } from '../outcome-element.js';
import { property } from '../property.js';
import { RetryEvent } from '../request-events.js';

/**
 * Appears while the outcome of the payment is unknown. It warns the person not to pay again and offers no other way to
 * pay; polling continues until the outcome is known. It also appears if the host shows errors, since this is not an
 * error.
 *
 * @fires upc-retry
 */
export class OutcomeUnknownElement extends OutcomeElement {
  static override readonly styles = unsafeCSS(styles);

  @property payment!: Payment;

  protected override render(): TemplateResult {
    const { traceId } = this.payment;
    const reference = traceId ? this.t('notice.reference', { traceId }) : '';
    const check = this.t('notice.check');
    return html`
      <div class="outcome">
        <span class="spinner spinner-large"></span>
        <p class="outcome-title" tabindex="-1">${this.t('unknown.title')}</p>
        <p class="outcome-text">${this.t('error.payment.POLLING_TIMEOUT')}</p>
        ${reference ? html`<p class="outcome-reference">${reference}</p>` : nothing}
        ${
          check
            ? html`<button class="button button-quiet" type="button" @click=${this.#handleCheck}>
                ${check}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  readonly #handleCheck = (): void => {
    this.dispatchEvent(new RetryEvent());
  };
}
