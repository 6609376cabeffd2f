import { html, type TemplateResult } from 'lit';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { errorText } from '../error-text.js';
import { clockIcon } from '../icons.js';
import { OutcomeElement } from '../outcome-element.js';
import { property } from '../property.js';

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
