import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import link from '../../../styles/link.css?inline';
import styles from './method-info.css?inline';
import type { FormInfo } from '../../forms/form.js';
import type { PaymentMethod, Session } from '@upc/contract/gateway';
import { methodName } from '../../forms/payment-method.js';
import { factList } from '../fact-list.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';
import { qrCode } from './qr-code.js';

/**
 * Explains the effect of paying with a method that has no fields, and shows the facts that the person needs elsewhere.
 */
export class MethodInfoElement extends WidgetElement {
  static override readonly styles = [unsafeCSS(link), unsafeCSS(styles)];

  @property info!: FormInfo;
  @property session!: Session;
  @property paymentMethod!: PaymentMethod;

  /** Label of the fact that was copied last. */
  #copied = '';

  protected override render(): TemplateResult {
    const { amount, creditor } = this.session;
    const params = {
      amount: this.translator.money(amount),
      creditor: creditor.name,
      method: this.t(methodName(this.paymentMethod)),
    };
    const { key, facts, noteKey, code } = this.info;
    const text = this.t(key, params);
    const note = noteKey && this.t(noteKey, params);
    const done = this.translator.name('copy.done');
    const labelled = facts.map(({ labelKey, value, copied }) => {
      const label = this.translator.name(labelKey);
      return { label, value: html`<span>${value}</span>${copied && this.#copyButton(label, copied)}` };
    });
    return html`
      ${text ? html`<p>${text}</p>` : nothing}${labelled.length > 0 ? factList(labelled) : nothing}
      ${
        code
          ? html`<p>${this.t('bankTransfer.qr')}</p>
              ${qrCode(code.content, this.t(code.labelKey, { ...params, accountHolder: code.accountHolder }))}`
          : nothing
      }
      ${note ? html`<p>${note}</p>` : nothing}
      <span class="visually-hidden" role="status">${this.#copied && `${done}: ${this.#copied}`}</span>
    `;
  }

  /** Renders a button for copying, unless the browser does not let the page copy. */
  #copyButton(label: string, copied: string): TemplateResult | typeof nothing {
    if (!navigator.clipboard) return nothing;
    const text = this.translator.name(this.#copied === label ? 'copy.done' : 'copy.button');
    return html`<button
      class="link"
      type="button"
      aria-label="${text}: ${label}"
      @click=${(event: Event) => void this.#copy(event, label, copied)}
    >
      ${text}
    </button>`;
  }

  /**
   * Copies a fact. If the page may not copy, its text is selected, so that the person can copy it with the keyboard.
   */
  async #copy({ currentTarget }: Event, label: string, copied: string): Promise<void> {
    const shown = (currentTarget as HTMLElement).previousElementSibling;
    try {
      await navigator.clipboard.writeText(copied);
      this.#copied = label;
      this.requestUpdate();
    } catch {
      if (shown) getSelection()?.selectAllChildren(shown);
    }
  }
}
