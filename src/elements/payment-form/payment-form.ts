import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './payment-form.css?inline';
import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { ConsentView, FieldView, FormView } from '../../forms/form-view.js';
import type { MandateOffer, Session } from '@upc/contract/gateway';
import { media } from '../../core/media.js';
import { methodName, type PaymentMethodDefinition } from '../../forms/payment-method.js';
import type { Choice, Filling, Pause } from '../../flow/flow-state.js';
import type { EarlyKey } from '../../flow/selectors.js';
import type { ErrorSummaryElement } from '../error-summary/error-summary.js';
import { fieldId } from '../field-message.js';
import type { NoticeElement } from '../notice/notice.js';
import { property } from '../property.js';
import { ConsentChangeEvent, SavingChangeEvent, SubmitRequestEvent } from '../request-events.js';
import type { TextFieldElement } from '../text-field/text-field.js';
import { WidgetElement } from '../widget-element.js';
import { buttonKey } from './button-key.js';

/**
 * Shows the fields of the current choice, and the button.
 *
 * @fires upc-consent-change, upc-saving-change, upc-submit-request
 */
export class PaymentFormElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property session!: Session;
  @property choice!: Choice;
  /** Undefined for a stored instrument, and while the form's code is loading. */
  @property form: FormView | undefined;
  @property step: Filling['step'] = 'form';
  @property rejections = 0;
  @property busy = false;
  /** Text of the button while it waits, pressed before the form had loaded or the session was confirmed. */
  @property early: EarlyKey | undefined;
  /** Error of the last attempt, if the widget shows it. */
  @property error: PaymentWidgetError | undefined;
  /** Pause after too many failed attempts. */
  @property pause: Pause | undefined;
  /** Whether there are other ways to pay. */
  @property hasOthers = false;

  /** Names of the items that the last submission found wrong. */
  #listed: readonly string[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const hadFocus = this.querySelector('upc-review :focus') !== null;
    if (changed.get('step') === 'review' && hadFocus) void this.#focusFirst();
    const { rejections, busy } = this;
    const hasGrown = changed.has('rejections') && rejections > (changed.get('rejections') ?? 0);
    if (hasGrown) void this.#focusWrong();
    // A pressed button must not move while its submission runs.
    if (hasGrown || (rejections === 0 && !busy)) this.#listed = hasGrown ? (this.form?.invalid ?? []) : [];
  }

  protected override render(): TemplateResult {
    const { choice, form } = this;
    if (choice.kind === 'method' && !form) return this.#skeleton(choice.method);
    const isPaused = this.pause?.isOver === false;
    const isBlocked = choice.kind === 'method' && choice.secured === 'failed';
    const wayKey: NoticeElement['wayKey'] = this.hasOthers
      ? 'notice.way.others'
      : isBlocked
        ? ''
        : 'notice.way.again';
    const isBusy = this.busy || this.early !== undefined;
    const busyLabel = this.t(this.early ?? 'button.busy');
    const label = choice.kind === 'method' ? this.t(methodName(choice.method.paymentMethod)) : nothing;
    return html`
      <form class="form" novalidate aria-label=${label} @submit=${this.#handleSubmit}>
        ${form ? (this.step === 'review' ? this.#review(form) : this.#content(form)) : nothing}
        ${
          this.error || isBlocked
            ? html`<upc-notice .error=${this.error} .wayKey=${wayKey} .retryable=${isBlocked}></upc-notice>`
            : nothing
        }
        ${this.pause ? html`<upc-pause .pause=${this.pause}></upc-pause>` : nothing}
        ${
          choice.kind === 'method' && choice.method.brand
            ? html`<upc-brand-button
                .label=${this.#buttonLabel()}
                .brand=${choice.method.brand}
                .busy=${isBusy}
                .busyLabel=${busyLabel}
                .disabled=${isPaused}
              ></upc-brand-button>`
            : html`<upc-submit-button
                .label=${this.#buttonLabel()}
                .busy=${isBusy}
                .busyLabel=${busyLabel}
                .disabled=${isPaused}
              ></upc-submit-button>`
        }
      </form>
    `;
  }

  #skeleton({ paymentMethod }: PaymentMethodDefinition): TemplateResult {
    const offer = this.session.paymentMethods.find((offered) => offered.paymentMethod === paymentMethod);
    const without = offer?.mandate ? ['title'] : ['title', 'mandate', 'box'];
    return html`<upc-skeleton .without=${without}></upc-skeleton>`;
  }

  /** Renders the review: the person's entries, and the mandate that they agree to, on one page. */
  #review(form: FormView): TemplateResult {
    return html`
      <upc-review .form=${form} .busy=${this.busy}></upc-review>
      ${this.#mandate(form, true)} ${form.mandate ? this.#notes(form.mandate, true) : nothing}
    `;
  }

  #content(form: FormView): TemplateResult {
    const { consents, save, info, signature } = form;
    // A form with a review shows the mandate there.
    const { choice } = this;
    const hasMandate = choice.kind === 'method' && !choice.method.hasReview;
    // If the button or a signature accepts the mandate, the person must be able to read the whole text here.
    const isWhole = consents.length === 0 || signature !== undefined;
    return html`
      ${
        this.#listed.length > 1
          ? html`<upc-error-summary .form=${form} .listed=${this.#listed}></upc-error-summary>`
          : nothing
      }
      ${
        info && choice.kind === 'method'
          ? html`<upc-method-info
              .info=${info}
              .session=${this.session}
              .paymentMethod=${choice.method.paymentMethod}
            ></upc-method-info>`
          : nothing
      }
      ${
        form.fields.length > 0
          ? html`<div class="fields" @keydown=${this.#handleKey}>
              ${form.fields
                .filter(({ visible }) => visible)
                .map((field, index, { length }) => this.#field(field, index === length - 1))}
            </div>`
          : nothing
      }
      ${this.#secured()} ${hasMandate ? this.#mandate(form, isWhole) : nothing}
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
              .hint=${this.t('save.hint', { creditor: this.session.creditor.name })}
              .checked=${save}
              .busy=${this.busy}
              @change=${this.#handleSavingChange}
            ></upc-checkbox-field>`
      }
      ${hasMandate && form.mandate ? this.#notes(form.mandate, consents.length === 0) : nothing}
    `;
  }

  #mandate({ mandate }: FormView, isWhole: boolean): TemplateResult | typeof nothing {
    return mandate
      ? html`<upc-mandate
          .offer=${mandate}
          .creditor=${this.session.creditor}
          .isWhole=${isWhole}
        ></upc-mandate>`
      : nothing;
  }

  #secured(): TemplateResult | typeof nothing {
    const { choice } = this;
    if (choice.kind !== 'method' || !choice.secured) return nothing;
    return html`<upc-secured-fields
      .paymentMethod=${choice.method.paymentMethod}
      .status=${choice.secured}
    ></upc-secured-fields>`;
  }

  #field(field: FieldView, isLast: boolean): TemplateResult {
    const { kind, width } = field.definition;
    const classes = width ? `field field-${width}` : 'field';
    return kind === 'select'
      ? html`<upc-select-field class=${classes} .field=${field} .busy=${this.busy}></upc-select-field>`
      : html`<upc-text-field
          class=${classes}
          .field=${field}
          .isLast=${isLast}
          .busy=${this.busy}
        ></upc-text-field>`;
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

  /** Renders notes on when the account is debited, and, without a box for the mandate, on how it is given. */
  #notes({ scheme }: MandateOffer, isGivenByButton: boolean): TemplateResult {
    const amount = this.session.amount;
    const timing =
      amount.amount > 0
        ? this.t('mandate.note.pay', { amount: this.translator.money(amount) })
        : this.t('mandate.note.save');
    const byButton = isGivenByButton ? this.t('mandate.byButton', { context: scheme }) : '';
    return html`${timing ? html`<p class="note">${timing}</p>` : nothing}
    ${byButton ? html`<p class="note">${byButton}</p>` : nothing}`;
  }

  #buttonLabel(): string {
    const { amount } = this.session;
    const mandate = this.form?.mandate;
    const key = buttonKey(amount, this.choice, this.step, mandate !== undefined);
    return this.t(key, {
      amount: this.translator.money(amount),
      method: this.#methodName(),
      ...(mandate && { context: mandate.scheme }),
    });
  }

  #methodName(): string {
    return this.choice.kind === 'method' ? this.t(methodName(this.choice.method.paymentMethod)) : '';
  }

  /** Focuses the first field after going back from the review. */
  async #focusFirst(): Promise<void> {
    await this.updateComplete;
    const first = this.querySelector<TextFieldElement>('upc-text-field');
    await first?.updateComplete;
    first?.querySelector('input')?.focus();
  }

  /** Focuses the wrong field, or the summary if there are several. */
  async #focusWrong(): Promise<void> {
    await this.updateComplete;
    const summary = this.querySelector<ErrorSummaryElement>('upc-error-summary');
    await summary?.updateComplete;
    // The summary's code may still be loading together with the submission.
    if (summary && 'takeFocus' in summary) summary.takeFocus();
    else this.querySelector<HTMLElement>(`#${CSS.escape(fieldId(this.#listed[0] ?? ''))}`)?.focus();
  }

  /**
   * Goes on to the next field on Enter, as the key of a touch keyboard says, and closes the keyboard after the last one.
   * The person can then see what else the form asks for. Elsewhere Enter submits.
   */
  readonly #handleKey = (event: KeyboardEvent): void => {
    const { target, key, isComposing } = event;
    if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
    if (!media('(pointer: coarse)')?.matches) return;
    event.preventDefault();
    const fields = [...this.querySelectorAll<HTMLElement>('.fields .input')];
    const next = fields[fields.indexOf(target) + 1];
    if (next) next.focus();
    else target.blur();
  };

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    this.dispatchEvent(new SubmitRequestEvent());
  };

  readonly #handleConsentChange = (event: Event): void => {
    const { name, checked } = event.target as HTMLInputElement;
    this.dispatchEvent(new ConsentChangeEvent(name, checked));
  };

  readonly #handleSavingChange = (event: Event): void => {
    this.dispatchEvent(new SavingChangeEvent((event.target as HTMLInputElement).checked));
  };
}
