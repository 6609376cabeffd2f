import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { ConsentView, FieldView, FormView } from '../../forms/form-view.js';
import type { Session } from '../../gateway/gateway.js';
import { validationText } from '../../i18n/error-text.js';
import type { Choice } from '../../session/session-state.js';
import type { ErrorSummaryElement, SummaryItem } from '../error-summary/error-summary.js';
import { fieldId } from '../field-message.js';
import { ConsentChangeEvent, SavingChangeEvent, SubmitRequestEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';
import { buttonKey } from './button-key.js';

/**
 * What the person fills in for the choice that was made, and the button.
 *
 * @fires upc-consent-change, upc-saving-change, upc-submit-request
 */
export class PaymentFormElement extends WidgetElement {
  @property({ attribute: false }) session!: Session;
  @property({ attribute: false }) choice!: Choice;
  /** Undefined for a stored instrument, and while the form's code is on its way. */
  @property({ attribute: false }) form: FormView | undefined;
  @property({ attribute: false }) rejections = 0;
  @property({ attribute: false }) busy = false;
  /** What happened to the last attempt, where the widget is to show it. */
  @property({ attribute: false }) error: PaymentWidgetError | undefined;
  /** There is something else to choose. */
  @property({ attribute: false }) hasOthers = false;

  /** What the last submit found wrong. */
  #listed: readonly string[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('rejections')) return;
    const hasGrown = this.rejections > (changed.get('rejections') ?? 0);
    this.#listed = hasGrown ? (this.form?.invalid ?? []) : [];
    if (hasGrown) void this.#focusWrong();
  }

  protected override render(): TemplateResult {
    const { choice, form } = this;
    if (choice.kind === 'method' && !form) return html`<upc-skeleton .isTitled=${true}></upc-skeleton>`;
    const label = choice.kind === 'method' ? this.t(choice.method.nameKey) : nothing;
    return html`
      <form class="form" novalidate aria-label=${label} @submit=${this.#handleSubmit}>
        ${form ? this.#content(form) : nothing}
        ${
          this.error
            ? html`<upc-notice
                .error=${this.error}
                .wayKey=${this.hasOthers ? 'notice.way.others' : 'notice.way.again'}
                .retryable=${this.choice.kind === 'method' && this.choice.secured === 'failed'}
              ></upc-notice>`
            : nothing
        }
        <upc-submit-button .label=${this.#buttonLabel()} .busy=${this.busy}></upc-submit-button>
      </form>
    `;
  }

  #content(form: FormView): TemplateResult {
    const { mandate, signature, consents, save } = form;
    return html`
      ${
        this.#listed.length > 1
          ? html`<upc-error-summary .items=${this.#summary(form)}></upc-error-summary>`
          : nothing
      }
      <div class="fields">
        ${form.fields.filter(({ visible }) => visible).map((field) => this.#field(field))}
      </div>
      ${this.#secured()}
      ${
        mandate
          ? html`<upc-mandate .offer=${mandate} .creditor=${this.session.creditor}></upc-mandate>`
          : nothing
      }
      ${consents.map((consent) => this.#consent(consent))}
      ${
        signature
          ? html`<upc-signature
              .svg=${signature.svg}
              .missing=${signature.missing}
              .busy=${this.busy}
            ></upc-signature>`
          : nothing
      }
      ${
        save === undefined
          ? nothing
          : html`<upc-checkbox-field
              .name=${'save'}
              .label=${this.t('save.label')}
              .checked=${save}
              .busy=${this.busy}
              @change=${this.#handleSavingChange}
            ></upc-checkbox-field>`
      }
      ${mandate ? this.#notes(consents.length === 0) : nothing}
    `;
  }

  #secured(): TemplateResult | typeof nothing {
    const { choice } = this;
    if (choice.kind !== 'method' || !choice.secured) return nothing;
    return html`<upc-secured-fields
      .paymentMethod=${choice.method.paymentMethod}
      .status=${choice.secured}
    ></upc-secured-fields>`;
  }

  #field(field: FieldView): TemplateResult {
    const { kind, width } = field.definition;
    const classes = width ? `field field-${width}` : 'field';
    return kind === 'select'
      ? html`<upc-select-field class=${classes} .field=${field} .busy=${this.busy}></upc-select-field>`
      : html`<upc-text-field class=${classes} .field=${field} .busy=${this.busy}></upc-text-field>`;
  }

  #consent({ definition, accepted, missing }: ConsentView): TemplateResult {
    return html`<upc-checkbox-field
      .name=${definition.name}
      .label=${this.t(definition.labelKey, definition.labelParams)}
      .checked=${accepted}
      .required=${true}
      .error=${missing ? this.t('error.consent') : ''}
      .busy=${this.busy}
      @change=${this.#handleConsentChange}
    ></upc-checkbox-field>`;
  }

  /** When the account is debited, and how the mandate is given where there is no box for it. */
  #notes(isGivenByButton: boolean): TemplateResult {
    const amount = this.session.amount;
    const timing =
      amount.amount > 0
        ? this.t('mandate.note.pay', { amount: this.translator.money(amount) })
        : this.t('mandate.note.save');
    const byButton = isGivenByButton ? this.t('mandate.byButton') : '';
    return html`${timing ? html`<p class="note">${timing}</p>` : nothing}
    ${byButton ? html`<p class="note">${byButton}</p>` : nothing}`;
  }

  #buttonLabel(): string {
    const { amount } = this.session;
    const key = buttonKey(amount, this.choice.kind, this.form?.mandate !== undefined);
    return this.t(key, { amount: this.translator.money(amount) });
  }

  #summary(form: FormView): readonly SummaryItem[] {
    return this.#listed.map((name) => {
      const isFixed = !form.invalid.includes(name);
      const field = form.fields.find(({ definition }) => definition.name === name);
      if (!field) {
        return { name, isFixed, text: this.t(name === 'signature' ? 'error.signature' : 'error.consent') };
      }
      const label = this.t(field.definition.labelKey);
      const error = field.error ? validationText(this.translator, field.error) : '';
      return { name, isFixed, text: [label, error].filter(Boolean).join(': ') };
    });
  }

  /** To the field when one is wrong, to the list of them when several are. */
  async #focusWrong(): Promise<void> {
    await this.updateComplete;
    const summary = this.querySelector<ErrorSummaryElement>('upc-error-summary');
    await summary?.updateComplete;
    if (summary) summary.takeFocus();
    else this.querySelector<HTMLElement>(`#${CSS.escape(fieldId(this.#listed[0] ?? ''))}`)?.focus();
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    this.dispatchEvent(new SubmitRequestEvent());
  }

  #handleConsentChange(event: Event): void {
    const { name, checked } = event.target as HTMLInputElement;
    this.dispatchEvent(new ConsentChangeEvent(name, checked));
  }

  #handleSavingChange(event: Event): void {
    this.dispatchEvent(new SavingChangeEvent((event.target as HTMLInputElement).checked));
  }
}
