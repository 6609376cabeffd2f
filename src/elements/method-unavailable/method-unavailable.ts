import { html, svg, type TemplateResult } from 'lit';
import { icon } from '../icons.js';
import { outcomeStyles } from '../outcome-element.js';
import { WidgetElement } from '../widget-element.js';

const cardIcon = (): TemplateResult =>
  icon('plain', svg`<rect x="3.5" y="6" width="17" height="12.5" rx="2"/><path d="M3.5 10.5h17M7 15h3"/>`);

/** Appears when the session offers no method that this build can show. */
export class MethodUnavailableElement extends WidgetElement {
  static override readonly styles = outcomeStyles;

  protected override render(): TemplateResult {
    return html`
      <div class="outcome">
        ${cardIcon()}
        <p class="outcome-title">${this.t('unavailable.title')}</p>
        <p class="outcome-text">${this.t('unavailable.text')}</p>
      </div>
    `;
  }
}
