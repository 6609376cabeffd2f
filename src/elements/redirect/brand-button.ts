import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './brand-button.css?inline';
import { property } from '../property.js';
import type { Brand } from '../../forms/payment-method.js';
import { WidgetElement } from '../widget-element.js';

/** A button in the style of a brand. It is shown even with `hidePaymentButton`. Its text states what will happen. */
export class BrandButtonElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property label = '';
  @property brand!: Brand;
  @property busy = false;
  /** Text that replaces the label while busy. */
  @property busyLabel = '';
  /** Whether pressing the button has no effect. It can still be focused, and is announced as disabled. */
  @property disabled = false;

  protected override render(): TemplateResult | typeof nothing {
    if (this.label === '') return nothing;
    return html`
      <button
        class="button button-brand button-${this.brand}"
        type="submit"
        aria-busy=${this.busy ? 'true' : nothing}
        aria-disabled=${this.disabled ? 'true' : nothing}
      >
        <upc-logo .of=${this.brand.toUpperCase()}></upc-logo>
        <span class="button-label" aria-hidden=${this.busy && this.busyLabel ? 'true' : nothing}
          >${this.label}</span
        >
        ${
          this.busy
            ? html`<span class="button-busy"><span class="spinner"></span>${this.busyLabel}</span>`
            : nothing
        }
      </button>
    `;
  }
}
