import { html, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './error-summary.css?inline';
import type { FormView } from '../../forms/form-view.js';
import type { SecuredField } from '../../forms/form.js';
import { validationText } from '../error-text.js';
import { fieldId } from '../field-message.js';
import { checkIcon, errorIcon } from '../icons.js';
import { property } from '../property.js';
import { SecuredFocusEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/**
 * Lists the errors that a submission found, in the words that the fields show, with a link to each field. Corrected
 * errors have a tick and are struck through. The summary keeps its texts and its place, so that nothing below moves away
 * from a person who is typing or pressing the button.
 *
 * @fires upc-secured-focus
 */
export class ErrorSummaryElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property form!: FormView;
  /** Names of the items that the submission found wrong, in the order shown. */
  @property listed: readonly string[] = [];

  /** Errors as the submission found them. Those of the form change with every character typed. */
  #errors: FormView['errors'] = {};

  /** Moves the focus to the summary. It may be called once `updateComplete` has resolved. */
  takeFocus(): void {
    this.querySelector<HTMLElement>('.summary')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('listed')) this.#errors = this.form.errors;
  }

  protected override render(): TemplateResult {
    const { invalid } = this.form;
    const count = Object.keys(this.#errors).filter((name) => invalid.includes(name)).length;
    return html`
      <div class="summary" part="notice" tabindex="-1">
        <p class="summary-title">
          ${count ? errorIcon() : checkIcon()}<span
            >${count ? this.t('summary.title', { count }) : this.t('summary.corrected')}</span
          >
        </p>
        <ul>
          ${Object.entries(this.#errors).map(([name, error]) => {
            const text = validationText(this.translator, error);
            return invalid.includes(name)
              ? html`<li><a href="#${fieldId(name)}" @click=${this.#handleClick}>${text}</a></li>`
              : html`<li class="summary-done" aria-hidden="true">${checkIcon()}<s>${text}</s></li>`;
          })}
        </ul>
      </div>
    `;
  }

  /** Moves the focus without following the link, so that the page's address does not change. */
  readonly #handleClick = (event: Event): void => {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    const root = this.getRootNode() as ShadowRoot;
    const field = root.getElementById(link.hash.slice(1));
    if (field) field.focus();
    else this.dispatchEvent(new SecuredFocusEvent(link.hash.slice(fieldId('#').length) as SecuredField));
  };
}
