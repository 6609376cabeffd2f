import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from '../../../styles/secured.css?inline';
import type { PaymentMethod } from '../../gateway/gateway.js';
import { securedSlot } from '../../providers/secured-slot.js';
import type { SecuredFieldsState } from '../../session/session-state.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** Where a provider's fields show: they stand in the light DOM, and are shown through a slot. */
export class SecuredFieldsElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property paymentMethod!: PaymentMethod;
  @property status: SecuredFieldsState = 'loading';

  protected override render(): TemplateResult {
    const isLoading = this.status === 'loading';
    return html`
      <div class="secured" aria-busy=${isLoading} ?hidden=${this.status === 'failed'}>
        <slot name=${securedSlot(this.paymentMethod)}></slot>
        ${
          isLoading
            ? html`<div class="bone bone-field"></div>
                <div class="bone bone-field"></div>`
            : nothing
        }
      </div>
    `;
  }
}
