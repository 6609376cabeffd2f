import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/pending-outcome.css?inline';
import type { OutcomeUnknown } from '../../flow/flow-state.js';
import { type Clock, systemClock } from '../../core/clock.js';
import { referenceText } from '../error-text.js';
import { OutcomeElement, outcomeStyles } from '../outcome-element.js';
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
  static override readonly styles = [outcomeStyles, unsafeCSS(styles)];

  /** Each response of the gateway, and each one that is missing, makes a new state. */
  @property state!: OutcomeUnknown;

  clock: Clock = systemClock;

  #isChecking = false;
  #checkedAt: number | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.#isChecking || !changed.has('state')) return;
    this.#isChecking = false;
    this.#checkedAt = this.clock.now();
  }

  protected override render(): TemplateResult {
    const reference = referenceText(this.translator, this.state.payment.traceId);
    const check = this.t('notice.check');
    const time = this.#checkedAt && this.translator.time(new Date(this.#checkedAt));
    return html`
      <div class="outcome">
        <span class="spinner spinner-large"></span>
        <p class="outcome-title" tabindex="-1">${this.t('unknown.title')}</p>
        <p class="outcome-text" aria-live="polite">
          ${this.t('error.payment.POLLING_TIMEOUT')}
          <span>${time ? this.t('unknown.still', { time }) : nothing}</span>
        </p>
        ${reference ? html`<p class="outcome-reference">${reference}</p>` : nothing}
        ${
          check
            ? html`<button
                class="button button-quiet"
                type="button"
                aria-disabled=${this.#isChecking ? 'true' : nothing}
                @click=${this.#handleCheck}
              >
                ${this.#isChecking ? this.t('unknown.checking') : check}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  readonly #handleCheck = (): void => {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#checkedAt = undefined;
    this.requestUpdate();
    this.dispatchEvent(new RetryEvent());
  };
}
