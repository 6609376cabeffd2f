import { methodName } from '../../forms/payment-method.js';
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/pending-outcome.css?inline';
import { property } from '../property.js';
import type { Payment, Session } from '@upc/contract/gateway';
import { OutcomeElement, outcomeStyles } from '../outcome-element.js';
import { BackEvent } from '../request-events.js';
import { redirectUrl } from './redirect-url.js';

/**
 * Appears while the person pays on the provider's page, or after their return without an outcome. It links to that page
 * and offers another method.
 *
 * @fires upc-back
 */
export class RedirectElement extends OutcomeElement {
  static override readonly styles = [outcomeStyles, unsafeCSS(styles)];

  @property session!: Session;
  @property payment!: Payment;

  protected override render(): TemplateResult {
    const { session, payment } = this;
    const url = redirectUrl(session, payment);
    const goOn = this.t('button.continueWith', { method: this.t(methodName(payment.paymentMethod)) });
    const other = this.t('redirect.other');
    const opensTab = window.top !== window && !this.config.onRedirect;
    return html`
      <div class="outcome">
        <span class="spinner spinner-large"></span>
        <p class="outcome-title" tabindex="-1">${this.t('redirect.title')}</p>
        <p class="outcome-text">${this.t(opensTab ? 'redirect.text.tab' : 'redirect.text')}</p>
        ${
          url && goOn
            ? html`<a
                class="button"
                part="button"
                href=${url}
                target=${opensTab ? '_blank' : nothing}
                rel="noopener"
                @click=${this.#handleClick}
                >${goOn}</a
              >`
            : nothing
        }
        ${
          other
            ? html`<button class="button button-quiet" type="button" @click=${this.#handleOther}>
                ${other}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  /** Lets the host send the person, if it has set `onRedirect`. */
  readonly #handleClick = (event: Event): void => {
    const { onRedirect } = this.config;
    if (!onRedirect) return;
    event.preventDefault();
    onRedirect((event.currentTarget as HTMLAnchorElement).href);
  };

  readonly #handleOther = (): void => {
    this.dispatchEvent(new BackEvent());
  };
}
