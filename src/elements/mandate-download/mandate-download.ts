import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/pending-outcome.css?inline';
import type { PaymentMethod } from '@upc/contract/gateway';
import { icon } from '../icons.js';
import { OutcomeElement, outcomeStyles } from '../outcome-element.js';
import { property } from '../property.js';
import { SubmitRequestEvent } from '../request-events.js';

const downloadIcon = (): TemplateResult =>
  icon('download', svg`<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14"/>`);

/**
 * Appears after the mandate has been given: the person downloads a copy and continues.
 *
 * @fires upc-submit-request
 */
export class MandateDownloadElement extends OutcomeElement {
  static override readonly styles = [outcomeStyles, unsafeCSS(styles)];

  /** Method whose mandate this is. Each scheme has its own word for the mandate. */
  @property paymentMethod!: PaymentMethod;
  /** Link to the PDF, for this document only and valid for 24 hours. */
  @property url = '';

  protected override render(): TemplateResult {
    const context = this.paymentMethod;
    const goOn = this.config.hidePaymentButton ? '' : this.t('download.continue');
    return html`
      <div class="outcome">
        ${downloadIcon()}
        <p class="outcome-title" tabindex="-1">${this.t('download.title', { context })}</p>
        <p class="outcome-text">${this.t('download.text')}</p>
        <a class="button button-quiet" href=${this.url} target="_blank" rel="noopener noreferrer">
          ${this.t('download.link', { context })}
        </a>
        ${
          goOn
            ? html`<button class="button" part="button" type="button" @click=${this.#handleClick}>
                ${goOn}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  readonly #handleClick = (): void => {
    this.dispatchEvent(new SubmitRequestEvent());
  };
}
