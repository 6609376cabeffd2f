import { html, nothing, type TemplateResult } from 'lit';
import { WidgetElement } from '../widget-element.js';

/** The shape of a form, as high as the one that will stand here. */
export class SkeletonElement extends WidgetElement {
  protected override render(): TemplateResult {
    return html`
      <div class="skeleton" aria-hidden="true">
        <div class="bone bone-label"></div>
        <div class="bone bone-field"></div>
        <div class="bone bone-label"></div>
        <div class="bone bone-field"></div>
        <div class="bone bone-hint"></div>
        <div class="bone bone-text"></div>
        ${this.config.hidePaymentButton ? nothing : html`<div class="bone bone-field"></div>`}
      </div>
    `;
  }
}
