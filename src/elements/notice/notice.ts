import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './notice.css?inline';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { TextKey } from '../../i18n/text-keys.js';
import { errorText } from '../error-text.js';
import { errorIcon } from '../icons.js';
import { property } from '../property.js';
import { RetryEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * What happened to a payment and what can be done now.
 *
 * @fires upc-retry
 */
export class NoticeElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property error!: PaymentWidgetError;
  /** Locale key of the way on, such as to choose another method; empty where there is none. */
  @property wayKey: TextKey | '' = '';
  @property retryable = false;

  protected override render(): TemplateResult {
    const { traceId } = this.error;
    const way = this.wayKey && this.t(this.wayKey);
    const reference = traceId ? this.t('notice.reference', { traceId }) : '';
    const retry = this.t('notice.retry');
    return html`
      <div class="notice" part="notice">
        ${errorIcon()}
        <div class="notice-text">
          <p>${errorText(this.translator, this.error)}${way ? html` ${way}` : nothing}</p>
          ${reference ? html`<p class="notice-reference">${reference}</p>` : nothing}
          ${
            this.retryable && retry
              ? html`<button class="button button-quiet" type="button" @click=${this.#handleRetry}>
                  ${retry}
                </button>`
              : nothing
          }
        </div>
      </div>
    `;
  }

  #handleRetry(): void {
    this.dispatchEvent(new RetryEvent());
  }
}
