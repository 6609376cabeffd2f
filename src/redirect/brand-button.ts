import { css, html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import brands from '../../styles/brands.css?inline';
import { property } from '../elements/property.js';
import type { Brand } from '../methods/payment-method.js';
import { WidgetElement } from '../elements/widget-element.js';
import { adoptStyles } from './adopt-styles.js';

const styles = css`
  ${unsafeCSS(brands)}
`;

/** The button of a brand, in its look; `hidePaymentButton` keeps it. The words say what happens. */
export class BrandButtonElement extends WidgetElement {
  @property label = '';
  @property brand!: Brand;
  @property busy = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (styles.styleSheet) adoptStyles(this, styles.styleSheet);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.label === '') return nothing;
    return html`
      <button
        class="button button-brand button-${this.brand}"
        type="submit"
        aria-busy=${this.busy ? 'true' : nothing}
      >
        <span class="button-label">${this.label}</span>
        ${this.busy ? html`<span class="spinner"></span>` : nothing}
      </button>
    `;
  }
}
