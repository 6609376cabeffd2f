import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './review.css?inline';
import type { FieldView, FormView } from '../../forms/form-view.js';
import { type Fact, factList } from '../fact-list.js';
import { property } from '../property.js';
import { BackEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * Shows the entries for review before they are sent. It takes the focus, so that an Enter intended for the form sends
 * nothing.
 *
 * @fires upc-back
 */
export class ReviewElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property form!: FormView;
  @property busy = false;

  protected override firstUpdated(): void {
    this.querySelector<HTMLElement>('.review-title')?.focus();
  }

  protected override render(): TemplateResult {
    const change = this.t('review.change');
    return html`
      <p class="review-title" tabindex="-1">${this.t('review.title')}</p>
      ${factList(this.form.fields.filter(({ visible }) => visible).map((field) => this.#fact(field)))}
      ${
        change
          ? html`<button
              class="button button-quiet"
              type="button"
              aria-disabled=${this.busy ? 'true' : nothing}
              @click=${this.#handleChange}
            >
              ${change}
            </button>`
          : nothing
      }
    `;
  }

  #fact({ definition, text, value }: FieldView): Fact {
    const { kind, labelKey, options, format } = definition;
    const chosen = options?.find((option) => option.value === value);
    const typed = format ? text.replaceAll('-', '\u2011') : text; // Non-breaking hyphens keep the groups on one line.
    const country = kind === 'select' ? this.translator.country(value) : typed;
    const shown = chosen ? this.t(chosen.labelKey) : country;
    return { label: this.translator.name(labelKey), value: shown };
  }

  readonly #handleChange = (): void => {
    if (!this.busy) this.dispatchEvent(new BackEvent());
  };
}
