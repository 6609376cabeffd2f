import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/pending-outcome.css?inline';
import type { Payment, Session } from '@upc/contract/gateway';
import { type Clock, systemClock } from '../../core/clock.js';
import { OutcomeElement, outcomeStyles } from '../outcome-element.js';
import { paidTo } from '../paid-to.js';
import { property } from '../property.js';
import { BackEvent } from '../request-events.js';

/** Time after which a message states that it may take longer, in milliseconds. */
const longWait = 10_000;

/**
 * Appears while the bank or the provider has not decided about the payment.
 *
 * @fires upc-back
 */
export class WaitingElement extends OutcomeElement {
  static override readonly styles = [outcomeStyles, unsafeCSS(styles)];

  @property session!: Session;
  @property payment!: Payment;

  clock: Clock = systemClock;

  #isLong = false;
  #connection = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    this.clock.sleep(longWait, this.#connection.signal).then(
      () => {
        this.#isLong = true;
        this.requestUpdate();
      },
      () => undefined,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
  }

  protected override render(): TemplateResult {
    // Only a payment that waits for the person can be cancelled. Once the bank has it, the bank decides.
    const cancel = this.payment.status === 'ACTION_REQUIRED' ? this.t('waiting.cancel') : '';
    return html`
      <div class="outcome">
        <span class="spinner spinner-large"></span>
        <p class="outcome-title" tabindex="-1">${this.t('waiting.title')}</p>
        ${paidTo(this.translator, this.session, this.payment.paymentMethod)}
        <p class="outcome-text" aria-live="polite">
          ${this.t(this.#isLong ? 'waiting.long' : 'waiting.text')}
        </p>
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

  readonly #handleCancel = (): void => {
    this.dispatchEvent(new BackEvent());
  };
}
