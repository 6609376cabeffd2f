import { methodName } from '../../forms/payment-method.js';
import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import styles from './success.css?inline';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import type { Succeeded } from '../../flow/flow-state.js';
import { transferInfo } from '../../forms/transfer-account.js';
import { icon, logo } from '../icons.js';
import { describeInstrument } from '../method-list/describe-instrument.js';
import { OutcomeElement, outcomeStyles } from '../outcome-element.js';
import { paidTo } from '../paid-to.js';
import { property } from '../property.js';
import { successKind } from './success-kind.js';

type Listed = Pick<StoredPaymentInstrument, 'token' | 'paymentMethod' | 'details'>;

const doneIcon = (): TemplateResult =>
  icon('done', svg`<circle cx="12" cy="12" r="9"/><path pathLength="1" d="m8 12.3 2.8 2.8L16 9.6"/>`);

/** Appears after success. It lists the stored instruments, the new one first, unless the host has disabled the list. */
export class SuccessElement extends OutcomeElement {
  static override readonly styles = [outcomeStyles, unsafeCSS(styles)];

  @property state!: Succeeded;

  protected override render(): TemplateResult {
    const kind = successKind(this.state);
    const instruments = this.config.featureFlags.showPaymentInstrumentList ? this.#instruments() : [];
    return html`
      <div class="outcome">
        ${doneIcon()}
        <p class="outcome-title" tabindex="-1">${this.t(`success.title.${kind}`)}</p>
        ${kind === 'pay' ? paidTo(this.translator, this.state.session, this.state.paymentMethod) : nothing}
        <p class="outcome-text">${this.t(`success.text.${kind}`)}</p>
      </div>
      ${this.#transfer()}
      ${
        instruments.length > 0
          ? html`<p class="legend" id="upc-instruments">${this.t('success.instruments')}</p>
              <ul class="list instruments" aria-labelledby="upc-instruments">
                ${instruments.map((instrument) => this.#item(instrument))}
              </ul>`
          : nothing
      }
    `;
  }

  /** Renders the account to pay to, which the person needs now. */
  #transfer(): TemplateResult | typeof nothing {
    const { session, paymentMethod } = this.state;
    const offer = session.paymentMethods.find((offered) => offered.paymentMethod === paymentMethod);
    return offer?.paymentMethod === 'BANK_TRANSFER'
      ? html`<upc-method-info
          .info=${transferInfo(session, offer)}
          .session=${session}
          .paymentMethod=${paymentMethod}
        ></upc-method-info>`
      : nothing;
  }

  #item({ token, paymentMethod, details }: Listed): TemplateResult {
    // An instrument that was already stored is not new.
    const { result, session } = this.state;
    const isNew =
      token === result.paymentInstrumentToken &&
      !session.paymentInstruments.some((one) => one.token === token);
    const badge = isNew ? html`<span class="badge badge-new">${this.t('instrument.new')}</span>` : nothing;
    return html`<li class="row" part="row">
      <div class="row-head">
        ${logo(details.creditCard?.brand ?? paymentMethod)}
        ${describeInstrument(this.t(methodName(paymentMethod)), { paymentMethod, details }, badge)}
      </div>
    </li>`;
  }

  /** Returns the instruments to list. One that was not saved has no token and is not listed. */
  #instruments(): readonly Listed[] {
    const { result, paymentMethod, session } = this.state;
    const { paymentInstrumentToken: token, paymentInstrumentDetails: details } = result;
    const usable = session.paymentInstruments.filter(({ expired }) => !expired);
    const isListed = usable.some((stored) => stored.token === token);
    return token && details && !isListed ? [{ token, paymentMethod, details }, ...usable] : usable;
  }
}
