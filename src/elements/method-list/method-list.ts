import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import styles from './method-list.css?inline';
import type { FormView } from '../../forms/form-view.js';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import { methodName, type PaymentMethodDefinition } from '../../forms/payment-method.js';
import { paymentMethods } from '../../methods/registry.js';
import { earlyKey, offeredMethods } from '../../flow/selectors.js';
import type { Choosing, Filling, Processing } from '../../flow/flow-state.js';
import { logo } from '../icons.js';
import { liveProperty } from '../live-property.js';
import { property } from '../property.js';
import { InstrumentSelectEvent, MethodSelectEvent } from '../request-events.js';
import { WidgetElement } from '../widget-element.js';
import { describeInstrument } from './describe-instrument.js';

/** Number of stored instruments shown initially. The others are shown on demand. */
const shownInstruments = 3;

interface Row {
  readonly id: string;
  readonly content: TemplateResult;
  readonly choose: () => void;
  readonly instrument?: StoredPaymentInstrument;
}

/**
 * Lists the ways to pay: first stored instruments, then methods. The chosen row opens in place. A single method needs
 * no choice and shows its form immediately.
 *
 * @fires upc-method-select, upc-instrument-select
 */
export class MethodListElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property state!: Choosing | Filling | Processing;
  @property form: FormView | undefined;

  #isUnfolded = false;

  /** Moves the focus to the first row after an instrument was removed, since its row had the focus. */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('state')?.session.paymentInstruments.length ?? 0;
    if (this.state.session.paymentInstruments.length < before)
      this.querySelector<HTMLElement>('input:enabled')?.focus();
  }

  protected override render(): TemplateResult {
    const { state } = this;
    const methods = offeredMethods(state.session, paymentMethods);
    const instruments = state.session.paymentInstruments;
    if (methods.length + instruments.length === 0) {
      return html`<upc-method-unavailable></upc-method-unavailable>`;
    }
    const [only] = methods;
    if (methods.length === 1 && only && instruments.length === 0) {
      // The only method is about to be chosen automatically. If `init` found a failed attempt, the person has to choose
      // it again.
      if (state.phase === 'choosing' && !state.error) return html`<upc-skeleton></upc-skeleton>`;
      if (state.phase !== 'choosing') return html`${this.#title(only)}${this.#form(false)}`;
    }
    return this.#list(instruments, methods);
  }

  #list(
    instruments: readonly StoredPaymentInstrument[],
    methods: readonly PaymentMethodDefinition[],
  ): TemplateResult {
    const { state } = this;
    const other = instruments.length > 0 && methods.length > 0 ? this.t('list.other') : '';
    const legend = this.t('list.legend');
    return html`
      ${
        state.phase === 'choosing' && this.shown(state.error)
          ? html`<upc-notice .error=${state.error}></upc-notice>`
          : nothing
      }
      <fieldset class=${this.hasUpdated ? 'list list-used' : 'list'}>
        <legend class=${legend ? 'legend' : 'visually-hidden'}>
          ${legend || this.translator.name('list.legend')}
        </legend>
        ${this.#folded(instruments).map((instrument) => this.#row(this.#instrumentRow(instrument)))}
        ${this.#more(instruments)} ${other ? html`<p class="legend">${other}</p>` : nothing}
        ${methods.map((method) => this.#row(this.#methodRow(method)))}
      </fieldset>
    `;
  }

  /** Id of the chosen row; empty if none is. */
  get #chosen(): string {
    const { state } = this;
    const choice = state.phase === 'choosing' ? undefined : state.choice;
    return choice?.kind === 'instrument' ? choice.token : (choice?.method.paymentMethod ?? '');
  }

  /** Returns the first few instruments, and always the chosen one. */
  #folded(instruments: readonly StoredPaymentInstrument[]): readonly StoredPaymentInstrument[] {
    return instruments.filter(
      ({ token }, index) => this.#isUnfolded || index < shownInstruments || token === this.#chosen,
    );
  }

  #more(instruments: readonly StoredPaymentInstrument[]): TemplateResult | typeof nothing {
    const count = instruments.length;
    return this.#isUnfolded || count <= shownInstruments
      ? nothing
      : html`<button class="button button-quiet" type="button" @click=${this.#unfold}>
          ${this.translator.name('list.more')} (${count})
        </button>`;
  }

  readonly #unfold = async (): Promise<void> => {
    this.#isUnfolded = true;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelectorAll<HTMLElement>('.row-head > input')[shownInstruments]?.focus();
  };

  #row({ id, content, choose, instrument }: Row): TemplateResult {
    const isChosen = id === this.#chosen;
    const isUnusable = instrument?.expired;
    const isBusy = this.state.phase === 'processing';
    const names = isChosen ? 'row row-chosen' : 'row';
    return html`
      <div class=${names} part=${names}>
        <label class=${isUnusable ? 'row-head row-unusable' : 'row-head'}>
          <input
            type="radio"
            name="upc-choice"
            value=${id}
            .checked=${liveProperty(isChosen)}
            ?disabled=${isUnusable || isBusy}
            @change=${choose}
            @keydown=${this.#moveByArrow}
          />
          ${content}
        </label>
        ${
          isChosen || isUnusable || instrument?.expiresBeforeDebitOn
            ? html`<div class="row-fold">
                <div class="row-body">
                  ${isChosen ? this.#form(true) : nothing}${
                    instrument
                      ? html`<upc-instrument-actions
                          .session=${this.state.session}
                          .instrument=${instrument}
                          .busy=${isBusy}
                        ></upc-instrument-actions>`
                      : nothing
                  }
                </div>
              </div>`
            : nothing
        }
      </div>
    `;
  }

  /**
   * Moves between rows as browsers do. WebKit does not find the next radio button beyond a form, and the open row
   * contains one.
   */
  readonly #moveByArrow = (event: KeyboardEvent): void => {
    const arrow = /^Arrow([UL])?/.exec(event.key);
    // With these modifiers an arrow key belongs to the browser, for example to go back a page.
    if (!arrow || event.altKey || event.metaKey) return;
    event.preventDefault();
    const radios = [...this.querySelectorAll<HTMLInputElement>('.row-head input:enabled')];
    const from = radios.indexOf(event.currentTarget as HTMLInputElement);
    const next = radios.at((from + (arrow[1] ? -1 : 1)) % radios.length);
    next?.focus();
    next?.click();
  };

  #methodRow(method: PaymentMethodDefinition): Row {
    return {
      id: method.paymentMethod,
      content: html`<span class="row-text">${this.t(methodName(method.paymentMethod))}</span
        >${logo(method.paymentMethod)}`,
      choose: () => this.dispatchEvent(new MethodSelectEvent(method.paymentMethod)),
    };
  }

  #instrumentRow(instrument: StoredPaymentInstrument): Row {
    const { token, paymentMethod, details } = instrument;
    return {
      id: token,
      content: html`${describeInstrument(this.t(methodName(paymentMethod)), instrument)}${logo(details.creditCard?.brand ?? paymentMethod)}`,
      choose: () => this.dispatchEvent(new InstrumentSelectEvent(token)),
      instrument,
    };
  }

  #title(method: PaymentMethodDefinition): TemplateResult {
    const name = this.t(methodName(method.paymentMethod));
    return html`${name ? html`<p class="title" part="title">${logo(method.paymentMethod)}<span>${name}</span></p>` : nothing}`;
  }

  #form(hasOthers: boolean): TemplateResult | typeof nothing {
    const { state } = this;
    if (state.phase === 'choosing' || !state.choice) return nothing;
    const isFilling = state.phase === 'filling';
    return html`<upc-payment-form
      .session=${state.session}
      .choice=${state.choice}
      .form=${this.form}
      .step=${state.step}
      .rejections=${isFilling ? state.rejections : 0}
      .busy=${!isFilling}
      .early=${earlyKey(state)}
      .error=${isFilling ? this.shown(state.error) : undefined}
      .pause=${state.pause}
      .hasOthers=${hasOthers}
    ></upc-payment-form>`;
  }
}
