import { html, type TemplateResult } from 'lit';
import { plainIcon } from '../icons.js';
import { WidgetElement } from '../widget-element.js';

/** Appears when the session offers no method that this build can show. */
export class MethodUnavailableElement extends WidgetElement {
  protected override render(): TemplateResult {
    return html`
      <div class="outcome">
        ${plainIcon('card')}
        <p class="outcome-title">${this.t('unavailable.title')}</p>
        <p class="outcome-text">${this.t('unavailable.text')}</p>
      </div>
    `;
  }
}
