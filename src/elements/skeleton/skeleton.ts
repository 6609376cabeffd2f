import { html, nothing, type TemplateResult } from 'lit';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

const bones = ['title', 'field', 'field', 'mandate', 'box', 'note', 'button'];

/** The shape of a form, as high as the one that will stand here. */
export class SkeletonElement extends WidgetElement {
  /** The title stands already. */
  @property isTitled = false;

  protected override render(): TemplateResult {
    const hidden = [
      ...(this.isTitled ? ['title'] : []),
      ...(this.config.hidePaymentButton ? ['button'] : []),
    ];
    return html`
      <div class="skeleton" aria-hidden="true">
        ${bones.map((bone) => (hidden.includes(bone) ? nothing : html`<div class="bone bone-${bone}"></div>`))}
      </div>
    `;
  }
}
