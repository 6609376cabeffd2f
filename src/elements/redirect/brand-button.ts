import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './brand-button.css?inline';
import { property } from '../property.js';
import type { Brand } from '../../forms/payment-method.js';
import { WidgetElement } from '../widget-element.js';

/** The button of a brand, in its look; `hidePaymentButton` keeps it. The words say what happens. */
export class BrandButtonElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property label = '';
  @property brand!: Brand;
  @property busy = false;
  /** Said instead of the label while busy, in its place. */
  @property busyLabel = '';
  /** Pressing it does nothing; it can still be reached, and says so. */
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
