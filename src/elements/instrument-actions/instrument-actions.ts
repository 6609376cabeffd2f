import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import type { Session, StoredPaymentInstrument } from '@upc/contract/gateway';
import link from '../../../styles/link.css?inline';
import styles from './instrument-actions.css?inline';
import { property } from '../property.js';
import { InstrumentRemoveEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * Offers what can be done with a stored instrument: to use a new card instead of one that has expired or will expire
 * before the next debit, and to remove the instrument, after a confirmation.
 *
 * @fires upc-instrument-remove
 */
export class InstrumentActionsElement extends WidgetElement {
  static override readonly styles = [unsafeCSS(link), unsafeCSS(styles)];

  @property session!: Session;
  @property instrument!: StoredPaymentInstrument;
  @property busy = false;

  #isAsking = false;

  protected override render(): TemplateResult {
    const renewal = isRenewable(this.session, this.instrument)
      ? this.#link(this.translator.name('instrument.renew'), this.#renew)
      : nothing;
    return html`${renewal}${this.instrument.removable ? this.#removal() : nothing}`;
  }

  #removal(): TemplateResult {
    if (!this.#isAsking) return this.#link(this.translator.name('remove.button'), this.#ask);
    return html`
      <p class="removal-question" tabindex="-1">${this.translator.name('remove.question')}</p>
      <div class="removal-answers">
        <button class="button button-quiet" type="button" ?disabled=${this.busy} @click=${this.#remove}>
          ${this.translator.name('remove.button')}
        </button>
        <button class="button button-quiet" type="button" @click=${this.#keep}>
          ${this.translator.name('remove.keep')}
        </button>
      </div>
    `;
  }

  #link(text: string, act: () => void): TemplateResult {
    return html`<button class="link" type="button" ?disabled=${this.busy} @click=${act}>${text}</button>`;
  }

  /** Chooses the method in its own row, as the person could, so that the focus is where the form opens. */
  readonly #renew = (): void => {
    const { paymentMethod } = this.instrument;
    const radio = this.closest('fieldset')?.querySelector<HTMLInputElement>(`[value=${paymentMethod}]`);
    radio?.focus();
    radio?.click();
  };

  readonly #ask = (): void => {
    void this.#show(true);
  };

  readonly #keep = (): void => {
    void this.#show(false);
  };

  async #show(isAsking: boolean): Promise<void> {
    this.#isAsking = isAsking;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>(isAsking ? '[tabindex]' : 'button:last-of-type')?.focus();
  }

  readonly #remove = (): void => {
    this.dispatchEvent(new InstrumentRemoveEvent(this.instrument.token));
  };
}

/**
 * Returns whether the person can replace an instrument by a new card. In ECOM, a new card pays once and later debits
 * still use the old one, so only an expired card offers a new one.
 */
function isRenewable(
  { scope, paymentMethods }: Session,
  { paymentMethod, expired, expiresBeforeDebitOn }: StoredPaymentInstrument,
): boolean {
  return (
    paymentMethod === 'CREDIT_CARD' &&
    (expired || (expiresBeforeDebitOn !== undefined && scope === 'MEMBER_ACCOUNT')) &&
    paymentMethods.some((offered) => offered.paymentMethod === paymentMethod)
  );
}
