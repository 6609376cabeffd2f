import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './submit-button.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** The form's button. While busy it keeps its size and the focus. */
export class SubmitButtonElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** Text that states what will happen. */
  @property label = '';
  @property busy = false;
  /** Text that replaces the label while busy. */
  @property busyLabel = '';
  /** Whether pressing the button has no effect. It can still be focused, and is announced as disabled. */
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

  /** Ignores the second click of a double click, which was meant for the button that was here before the first. */
  readonly #handleClick = (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
  };
}
