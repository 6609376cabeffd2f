import { html, type TemplateResult } from 'lit';
import { plainIcon } from '../icons.js';
import { WidgetElement } from '../widget-element.js';

/** The session offers nothing that can be shown. */
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
