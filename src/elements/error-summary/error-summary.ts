import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './error-summary.css?inline';
import type { FormView } from '../../forms/form-view.js';
import type { TextKey } from '../../i18n/text-keys.js';
import type { SecuredField } from '../../forms/form.js';
import { validationText } from '../error-text.js';
import { fieldId } from '../field-message.js';
import { checkIcon, errorIcon } from '../icons.js';
import { property } from '../property.js';
import { SecuredFocusEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/** Labels of secured fields; the fault itself is told in the frame. */
const securedLabels: Readonly<Record<SecuredField, TextKey>> = {
  card: 'card.frame.title',
  number: 'card.number.label',
  expiry: 'card.expiry.label',
  cvc: 'card.cvc.label',
};

interface SummaryItem {
  readonly name: string;
  readonly text: string;
  readonly isFixed: boolean;
}

/**
 * The faults that a submit has found, with a way to each. It stays until the next submit, so that nothing jumps while the
 * person corrects; what is right by now is ticked.
 *
 * @fires upc-secured-focus
 */
export class ErrorSummaryElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property form!: FormView;
  /** Names of what the submit has found wrong, in the order shown. */
  @property listed: readonly string[] = [];

  /** Call after `updateComplete`. */
  takeFocus(): void {
    this.querySelector<HTMLElement>('.summary')?.focus();
  }

  protected override render(): TemplateResult {
    const items = this.listed.map((name) => this.#item(name));
    const open = items.filter(({ isFixed }) => !isFixed).length;
    const title = open === 0 ? this.t('summary.fixed') : this.t('summary.title', { count: open });
    return html`
      <div class=${open === 0 ? 'summary summary-fixed' : 'summary'} part="notice" tabindex="-1">
        <p class="summary-title">${open === 0 ? checkIcon() : errorIcon()}<span>${title}</span></p>
        ${
          open === 0
            ? nothing
            : html`<ul>
                ${items.map(({ name, text, isFixed }) =>
                  isFixed
                    ? html`<li class="summary-done">${text} ${checkIcon()}</li>`
                    : html`<li><a href="#${fieldId(name)}" @click=${this.#handleClick}>${text}</a></li>`,
                )}
              </ul>`
        }
      </div>
    `;
  }

  /** The page's address stays the host's: the link moves the focus itself. */
  #handleClick(event: Event): void {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    const root = this.getRootNode() as ShadowRoot;
    const field = root.getElementById(link.hash.slice(1));
    if (field) field.focus();
    else this.dispatchEvent(new SecuredFocusEvent(link.hash.slice(fieldId('#').length) as SecuredField));
  }

  #item(name: string): SummaryItem {
    const isFixed = !this.form.invalid.includes(name);
    const secured = securedLabels[name as SecuredField] as TextKey | undefined;
    if (secured) return { name, isFixed, text: this.translator.name(secured) };
    const field = this.form.fields.find(({ definition }) => definition.name === name);
    if (!field)
      return { name, isFixed, text: this.t(name === 'signature' ? 'error.signature' : 'error.consent') };
    const label = this.translator.name(field.definition.labelKey);
    const { error } = field;
    const text = error
      ? this.t('summary.entry', { label, error: validationText(this.translator, error) })
      : label;
    return { name, isFixed, text };
  }
}
