import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './checkbox-field.css?inline';
import { describe, fieldId } from '../field-message.js';
import { liveProperty } from '../live-property.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/**
 * A box to tick. It fires the native `change` event. The form reads `checked` and requests the corresponding change.
 */
export class CheckboxFieldElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property name = '';
  @property label = '';
  /** Text that explains the consequence. */
  @property hint = '';
  @property checked = false;
  @property required = false;
  /** Error text; empty if there is no error. */
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

  /** While busy the box is not `disabled`: Enter may have been pressed here, and the focus must stay. */
  readonly #handleClick = (event: Event): void => {
    if (this.busy) event.preventDefault();
  };
}
