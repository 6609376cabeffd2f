import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './checkbox-field.css?inline';
import { describe, fieldId } from '../field-message.js';
import { liveProperty } from '../live-property.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/**
 * A box to tick. It fires the native `change`; the form reads `checked` and asks for what it means.
 */
export class CheckboxFieldElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property name = '';
  @property label = '';
  /** The consequence, in words. */
  @property hint = '';
  @property checked = false;
  @property required = false;
  /** The fault, in words; empty when there is none. */
  @property error = '';
  @property busy = false;

  protected override render(): TemplateResult {
    const id = fieldId(this.name);
    const described = describe(id, { hint: this.hint, error: this.error });
    return html`
      <div class="checkbox">
        <input
          type="checkbox"
          id=${id}
          name=${this.name}
          .checked=${liveProperty(this.checked)}
          ?required=${this.required}
          aria-disabled=${this.busy ? 'true' : nothing}
          aria-invalid=${this.error ? 'true' : nothing}
          aria-describedby=${described.ids}
          @click=${this.#handleClick}
        />
        <label for=${id}>${this.label}</label>
      </div>
      ${described.template}
    `;
  }

  /** Not `disabled` while busy: Enter may have been pressed here, and the focus stays. */
  readonly #handleClick = (event: Event): void => {
    if (this.busy) event.preventDefault();
  };
}
