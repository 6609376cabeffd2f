import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './submit-button.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** The form's button. While busy it keeps its size and the focus. */
export class SubmitButtonElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** Says what happens. */
  @property label = '';
  @property busy = false;
  /** Said instead of the label while busy, in its place. */
  @property busyLabel = '';
  /** Pressing it does nothing; it can still be reached, and says so. */
  @property disabled = false;

  protected override render(): TemplateResult | typeof nothing {
    if (this.config.hidePaymentButton || this.label === '') return nothing;
    return html`
      <button
        class="button"
        part="button"
        type="submit"
        aria-busy=${this.busy ? 'true' : nothing}
        aria-disabled=${this.disabled ? 'true' : nothing}
        @click=${this.#handleClick}
      >
        <span class="button-label" aria-hidden=${this.busy && this.busyLabel ? 'true' : nothing}
          >${this.label}</span
        >
        ${
          this.busy
            ? html`<span class="button-busy"><span class="spinner"></span>${this.busyLabel}</span>`
            : nothing
        }
      </button>
    `;
  }

  /** The second click of a double click was meant for the button that stood here before the first. */
  readonly #handleClick = (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
  };
}
