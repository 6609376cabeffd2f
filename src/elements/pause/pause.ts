import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './pause.css?inline';
import { timeUntil } from '../../i18n/time-until.js';
import type { Pause } from '../../flow/flow-state.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/**
 * Shows when the next attempt is possible, after too many failed ones. The countdown is visual; screen readers announce
 * only its beginning and its end.
 */
export class PauseElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property pause!: Pause;

  #timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  /** A live region must exist before its text is added, or it is not announced. */
  protected override firstUpdated(): void {
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { until, seconds } = this.pause;
    // If the clock is changed meanwhile, the time shown must stay within the requested wait.
    const left = Math.min(Math.max(1, Math.ceil((until - Date.now()) / 1000)), seconds);
    const text = this.#text(left);
    return html`
      ${text ? html`<p class="note">${text}</p>` : nothing}
      <p class="visually-hidden" role="status">${this.hasUpdated ? this.#text(seconds) : nothing}</p>
    `;
  }

  #text(seconds: number): string {
    return this.pause.isOver
      ? this.t('pause.over')
      : this.t('pause.until', { time: timeUntil(seconds, this.translator.locale) });
  }
}
