import { html, svg, type TemplateResult } from 'lit';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { errorText } from '../error-text.js';
import { icon } from '../icons.js';
import { OutcomeElement } from '../outcome-element.js';
import { property } from '../property.js';

const clockIcon = (): TemplateResult =>
  icon('clock', svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5.2l3.2 2"/>`);

/** Appears when nothing can be paid with this session token any longer. The host has to start a new session. */
export class SessionEndedElement extends OutcomeElement {
  @property error!: PaymentWidgetError;

  protected override render(): TemplateResult {
    const isSession = this.error.messageKey?.startsWith('error.session.') ?? false;
    return html`
      <div class="outcome">
        ${clockIcon()}
        <p class="outcome-title" tabindex="-1">${this.t(isSession ? 'ended.title' : 'failed.title')}</p>
        <p class="outcome-text">${errorText(this.translator, this.error)}</p>
      </div>
    `;
  }
}
