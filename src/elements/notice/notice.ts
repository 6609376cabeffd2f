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
 * The news about a payment, and the next steps.
 *
 * @fires upc-retry
 */
export class NoticeElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** Undefined where the host shows it: then only the way on is here. */
  @property error: PaymentWidgetError | undefined;
  /** Locale key of the way on, such as to choose another method; empty where there is none. */
  @property wayKey: TextKey | '' = '';
  @property retryable = false;

  protected override render(): TemplateResult {
    const { error } = this;
    const retry = this.retryable ? this.t('notice.retry') : '';
    const button = retry
      ? html`<button class="button button-quiet" type="button" @click=${this.#handleRetry}>${retry}</button>`
      : nothing;
    if (!error) return html`${button}`;
    const { traceId, reason } = error;
    // A cancellation by the person is not an alarm.
    const isWish = reason === 'CANCELLED_BY_PAYER';
    const way = this.wayKey && this.t(this.wayKey);
    const reference = traceId ? this.t('notice.reference', { traceId }) : '';
    return html`
      <div class=${isWish ? 'notice notice-quiet' : 'notice'} part="notice">
        ${errorIcon()}
        <div class="notice-text">
          <p>${errorText(this.translator, error)}${way ? html` ${way}` : nothing}</p>
          ${reference ? html`<p class="notice-reference">${reference}</p>` : nothing} ${button}
        </div>
      </div>
    `;
  }

  readonly #handleRetry = (): void => {
    this.dispatchEvent(new RetryEvent());
  };
}
