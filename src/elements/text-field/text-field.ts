import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { FieldView } from '../../forms/form-view.js';
import { validationText } from '../error-text.js';
import { describe, fieldId } from '../field-message.js';
import { withTick } from '../icons.js';
import { liveProperty } from '../live-property.js';
import { property } from '../property.js';
import { FieldBlurEvent, FieldInputEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * One line of text with its label, hint and error.
 *
 * @fires upc-field-input, upc-field-blur
 */
export class TextFieldElement extends WidgetElement {
  @property field!: FieldView;
  /** Whether a submission is running, during which nothing can be changed. */
  @property busy = false;
  /** Whether no field follows. A touch keyboard then offers to finish instead of going on. */
  @property isLast = false;

  /**
   * Whether an error was shown and has been corrected. A tick at the label shows that, once and without an
   * announcement.
   */
  #isFixed = false;
  #hadError = false;
  #sent: string | undefined;
  /** Earlier texts of a formatted field, since browsers cannot undo changes made by a script. */
  readonly #earlier: string[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('field')) return;
    const hasError = this.field.visibleError !== null;
    this.#isFixed = !hasError && this.field.error === null && (this.#hadError || this.#isFixed);
    this.#hadError = hasError;
  }

  protected override render(): TemplateResult {
    const { definition, text, visibleError, note } = this.field;
    const { name, labelKey, hintKey, hintParams, format } = definition;
    const id = fieldId(name);
    const label = this.t(labelKey);
    const hint = hintKey ? this.t(hintKey, hintParams) : '';
    const error = visibleError ? validationText(this.translator, visibleError) : '';
    const described = describe(id, { hint, note, error });
    return html`
      ${label ? html`<label class="label" part="label" for=${id}>${this.#isFixed ? withTick(label) : label}</label>` : nothing}
      <input
        class="input"
        part="input"
        type="text"
        id=${id}
        name=${name}
        .value=${liveProperty(text)}
        autocomplete=${definition.autocomplete}
        inputmode=${definition.inputMode ?? nothing}
        enterkeyhint=${this.isLast ? 'done' : 'next'}
        autocapitalize=${definition.autocapitalize ?? nothing}
        autocorrect=${format ? 'off' : nothing}
        spellcheck=${format ? 'false' : nothing}
        maxlength=${definition.maxLength ?? nothing}
        ?required=${definition.requiredKey !== undefined}
        ?readonly=${this.busy}
        aria-label=${label ? nothing : this.translator.name(labelKey)}
        aria-invalid=${visibleError ? 'true' : nothing}
        aria-describedby=${described.ids}
        @input=${this.#handleInput}
        @change=${this.#handleChange}
        @compositionend=${this.#handleInput}
        @keydown=${format ? this.#handleKey : nothing}
        @blur=${this.#handleBlur}
      />
      ${described.template}
    `;
  }

  readonly #handleInput = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const { format, name } = this.field.definition;
    // Changing the text during input-method composition would break it. compositionend follows when it is complete.
    const isComposing = event instanceof InputEvent && event.isComposing;
    if (format && !isComposing) {
      const { text, caret } = format({
        text: input.value,
        caret: input.selectionStart ?? input.value.length,
      });
      if (text !== input.value) {
        input.value = text;
        input.setSelectionRange(caret, caret);
      }
    }
    if (input.value !== this.field.text) this.#earlier.push(this.field.text);
    this.#sent = input.value;
    this.dispatchEvent(new FieldInputEvent(name, input.value));
  };

  /** Handles programs that fill in a field but only send `change`, so that the value on screen is the one sent. */
  readonly #handleChange = (event: Event): void => {
    if ((event.currentTarget as HTMLInputElement).value !== this.#sent) this.#handleInput(event);
  };

  /** Undoes the last change on Ctrl+Z or ⌘Z. */
  readonly #handleKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || this.busy) return;
    event.preventDefault();
    const text = this.#earlier.pop();
    if (text === undefined) return;
    (event.currentTarget as HTMLInputElement).value = text;
    this.#sent = text;
    this.dispatchEvent(new FieldInputEvent(this.field.definition.name, text));
  };

  readonly #handleBlur = (): void => {
    this.dispatchEvent(new FieldBlurEvent(this.field.definition.name));
  };
}
