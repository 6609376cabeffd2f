import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './error-summary.css?inline';
import type { FormView } from '../../forms/form-view.js';
import type { TextKey } from '../../i18n/text-keys.js';
import type { SecuredField } from '../../forms/form.js';
import { fieldId } from '../field-message.js';
import { checkIcon, errorIcon } from '../icons.js';
import { property } from '../property.js';
import { SecuredFocusEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';

/** Labels of controls that are not fields of the form; a secured field shows its fault in its frame. */
const otherLabels: Readonly<Record<string, TextKey | undefined>> = {
  signature: 'signature.label',
  card: 'card.frame.title',
  number: 'card.number.label',
  expiry: 'card.expiry.label',
  cvc: 'card.cvc.label',
} satisfies Readonly<Record<SecuredField | 'signature', TextKey>>;

interface SummaryItem {
  readonly name: string;
  readonly text: string;
  readonly isFixed: boolean;
  /** The language of the text, if it differs from that of the page. */
  readonly lang: string | typeof nothing;
}

/**
 * The names of what a submit has found wrong, with a way to each; the fault itself is told at the field. What is right by
 * now is ticked. When everything is, it says so, and keeps its place: what is below does not move away from
 * under the person who types there or presses the button.
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
    const count = items.filter(({ isFixed }) => !isFixed).length;
    return html`
      <div class="summary" part="notice" tabindex="-1">
        <p class="summary-title">
          ${count ? errorIcon() : checkIcon()}<span
            >${count ? this.t('summary.title', { count }) : this.t('summary.corrected')}</span
          >
        </p>
        <ul>
          ${items.map(({ name, text, isFixed, lang }) =>
            isFixed
              ? html`<li class="summary-done" aria-hidden="true">${text}${checkIcon()}</li>`
              : html`<li lang=${lang}>
                  <a href="#${fieldId(name)}" @click=${this.#handleClick}>${text}</a>
                </li>`,
          )}
        </ul>
      </div>
    `;
  }

  /** The page's address stays the host's: the link moves the focus itself. */
  readonly #handleClick = (event: Event): void => {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    const root = this.getRootNode() as ShadowRoot;
    const field = root.getElementById(link.hash.slice(1));
    if (field) field.focus();
    else this.dispatchEvent(new SecuredFocusEvent(link.hash.slice(fieldId('#').length) as SecuredField));
  };

  #item(name: string): SummaryItem {
    const field = this.form.fields.find(({ definition }) => definition.name === name);
    const key = field?.definition.labelKey ?? otherLabels[name];
    // A box has a sentence for a name; what it accepts has a shorter one.
    const mandate = name === 'mandate' ? this.form.mandate : undefined;
    const text = key ? this.translator.name(key) : (mandate?.heading ?? this.t('error.consent'));
    const lang = key ? nothing : (mandate?.language ?? nothing);
    return { name, text, lang, isFixed: !this.form.invalid.includes(name) };
  }
}
