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

/** Labels of controls that are not fields of the form. A secured field shows its error in its own frame. */
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
  /** Language of the text, if it differs from the page's. */
  readonly lang: string | typeof nothing;
}

/**
 * Lists the items that a submission found wrong, with a link to each. The error itself is shown at the field. Corrected
 * items are ticked. When all are corrected, the summary states this and keeps its place, so that nothing below moves
 * away from a person who is typing or pressing the button.
 *
 * @fires upc-secured-focus
 */
export class ErrorSummaryElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property form!: FormView;
  /** Names of the items that the submission found wrong, in the order shown. */
  @property listed: readonly string[] = [];

  /** Moves the focus to the summary. It may be called once `updateComplete` has resolved. */
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

  /** Moves the focus without following the link, so that the page's address does not change. */
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
    // A box is labelled with a whole sentence, so the shorter heading of its text is used here.
    const mandate = name === 'mandate' ? this.form.mandate : undefined;
    const text = key ? this.translator.name(key) : (mandate?.heading ?? this.t('error.consent'));
    const lang = key ? nothing : (mandate?.language ?? nothing);
    return { name, text, lang, isFixed: !this.form.invalid.includes(name) };
  }
}
