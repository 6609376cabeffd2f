import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './notice.css?inline';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { TextKey } from '../../i18n/text-keys.js';
import { errorText, referenceText } from '../error-text.js';
import { errorIcon } from '../icons.js';
import { property } from '../property.js';
import { RetryEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * Shows the error of a payment and the next steps.
 *
 * @fires upc-retry
 */
export class NoticeElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** Undefined if the host shows the error. Then only the button to try again appears. */
  @property error: PaymentWidgetError | undefined;
  /** Locale key of advice on how to continue, such as choosing another method; empty if there is none. */
  @property wayKey: TextKey | '' = '';
  @property retryable = false;

  protected override render(): TemplateResult {
    const { error } = this;
    const retry = this.retryable ? this.t('notice.retry') : '';
    const button = retry
      ? html`<button class="button button-quiet" type="button" @click=${this.#handleRetry}>${retry}</button>`
      : nothing;
    if (!error) return html`${button}`;
    const { traceId, reason, code } = error;
    // A cancellation by the person is not shown as an alarm, and needs no support.
    const isWish = reason === 'CANCELLED_BY_PAYER';
    // Without a connection neither other details nor another method help.
    const way = this.wayKey && code !== 'NETWORK_ERROR' ? this.t(this.wayKey) : '';
    const reference = isWish ? '' : referenceText(this.translator, traceId);
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
