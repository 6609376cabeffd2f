import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import styles from './select-field.css?inline';
import { countryCodes } from '../../forms/countries.js';
import type { FieldOption } from '../../forms/form.js';
import type { FieldView } from '../../forms/form-view.js';
import { validationText } from '../error-text.js';
import { describe, fieldId } from '../field-message.js';
import { icon } from '../icons.js';
import { property } from '../property.js';
import { FieldBlurEvent, FieldInputEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

const chevronIcon = (): TemplateResult => icon('chevron', svg`<path d="m6 9.5 6 6 6-6"/>`);

interface NamedOption {
  readonly value: string;
  readonly label: string;
}

/**
 * A choice of one option, as the browser's own select.
 *
 * @fires upc-field-input, upc-field-blur
 */
export class SelectFieldElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property field!: FieldView;
  @property busy = false;

  protected override render(): TemplateResult {
    const { definition, text, visibleError } = this.field;
    const { name, labelKey, hintKey, hintParams, options } = definition;
    const named = options ? this.#options(options) : this.#countries();
    const id = fieldId(name);
    const label = this.t(labelKey);
    const hint = hintKey ? this.t(hintKey, hintParams) : '';
    const error = visibleError ? validationText(this.translator, visibleError) : '';
    const described = describe(id, { hint, error });
    return html`
      ${label ? html`<label class="label" part="label" for=${id}>${label}</label>` : nothing}
      <div class="control">
        <select
          class="input select"
          part="input"
          id=${id}
          name=${name}
          autocomplete=${definition.autocomplete}
          ?required=${definition.requiredKey !== undefined}
          ?disabled=${this.busy}
          aria-label=${label ? nothing : this.translator.name(labelKey)}
          aria-invalid=${visibleError ? 'true' : nothing}
          aria-describedby=${described.ids}
          @change=${this.#handleChange}
          @blur=${this.#handleBlur}
        >
          ${named.some(({ value }) => value === text) ? nothing : html`<option value="" selected></option>`}
          ${named.map(
            (option) =>
              html`<option value=${option.value} .selected=${option.value === text}>${option.label}</option>`,
          )}
        </select>
        ${chevronIcon()}
      </div>
      ${described.template}
    `;
  }

  #options(options: readonly FieldOption[]): readonly NamedOption[] {
    return options.map(({ value, labelKey }) => ({ value, label: this.t(labelKey) }));
  }

  /** Returns all countries with their names from Intl, sorted by the rules of the language. */
  #countries(): readonly NamedOption[] {
    const { translator } = this;
    return countryCodes
      .map((value) => ({ value, label: translator.country(value) }))
      .sort((a, b) => a.label.localeCompare(b.label, translator.lang));
  }

  readonly #handleChange = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    this.dispatchEvent(new FieldInputEvent(this.field.definition.name, value));
  };

  readonly #handleBlur = (): void => {
    this.dispatchEvent(new FieldBlurEvent(this.field.definition.name));
  };
}
