import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './mandate.css?inline';
import { property } from '../property.js';
import type { Creditor, MandateOffer } from '@upc/contract/gateway';
import { WidgetElement } from '../widget-element.js';

/** Width in px that has room for the whole text; the skeleton of the form has the same. */
const roomForAll = 450;

type Passage = Pick<MandateOffer, 'language' | 'text' | 'guarantee'>;

/**
 * The mandate as the gateway words it, set apart from everything else. Its wording is law: nothing is added to it. The
 * creditor comes first, as on paper: the text of LSV+ speaks of the payee above it. Where the text that binds is in
 * another language than the page, the person is told so, and a translation comes before it.
 *
 * On a phone it is folded: heading, payee, reference and kind of payment, and the whole text one tap away. The gateway
 * keeps the whole text either way.
 */
export class MandateElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property offer!: MandateOffer;
  @property creditor!: Creditor;
  /** Never folded: the page is there to read it. */
  @property isWhole = false;

  /** Measured once: a phone that is turned moves nothing under the thumb. */
  #isNarrow: boolean | undefined;

  protected override render(): TemplateResult {
    const { heading, language, binding, creditorLines } = this.offer;
    const { name } = this.creditor;
    const wording = html`${this.#passage(this.offer)}${binding && this.#passage(binding)}`;
    this.#isNarrow ??= this.clientWidth > 0 && this.clientWidth < roomForAll;
    const more = this.#isNarrow && !this.isWhole ? this.t('mandate.readAll') : '';
    return html`
      <section class="mandate" part="mandate" aria-labelledby="upc-mandate-heading">
        <p class="mandate-heading" id="upc-mandate-heading" lang=${this.#foreign(language)}>${heading}</p>
        ${
          more
            ? html`<dl class="mandate-facts">
                  ${this.#fact(this.t('mandate.creditor'), name)}${this.#terms()}
                </dl>
                <details>
                  <summary>${more}</summary>
                  <dl class="mandate-facts">${this.#payee(creditorLines)}</dl>
                  ${wording}
                </details>`
            : html`<dl class="mandate-facts">${this.#payee([name, ...creditorLines])}${this.#terms()}</dl>
                ${wording}`
        }
      </section>
    `;
  }

  /** The payee: its name, unless it is said above already, how it is reached, and its identifier. */
  #payee(lines: readonly string[]): TemplateResult {
    const { creditorIdentifier, creditorIdentifierName } = this.offer;
    return html`${this.#fact(this.t('mandate.creditor'), html`${lines.map((line, index) => html`${index > 0 ? html`<br />` : nothing}${line}`)}`)}
    ${this.#fact(creditorIdentifierName ?? this.t('mandate.creditorIdentifier'), creditorIdentifier)}`;
  }

  #terms(): TemplateResult {
    const { scheme, reference, paymentType } = this.offer;
    return html`${this.#fact(this.t('mandate.reference', { context: scheme }), reference)}
    ${this.#fact(this.t('mandate.paymentType'), this.t(`mandate.paymentType.${paymentType}`))}`;
  }

  #passage({ language, text, guarantee }: Passage): TemplateResult {
    const foreign = this.#foreign(language);
    return html`
      ${foreign === nothing ? nothing : html`<p class="mandate-note">${this.t('mandate.binding')}</p>`}
      <div lang=${foreign}>
        ${text.map((paragraph) => html`<p>${paragraph}</p>`)}
        ${
          guarantee
            ? html`<p class="mandate-heading">${guarantee.heading}</p>
                <ul>
                  ${guarantee.items.map((item) => html`<li>${item}</li>`)}
                </ul>`
            : nothing
        }
      </div>
    `;
  }

  #fact(label: string, value: string | TemplateResult | undefined): TemplateResult | typeof nothing {
    return label && value
      ? html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`
      : nothing;
  }

  /** Said only where it differs from the language around it. */
  #foreign(language: string): string | typeof nothing {
    return language.startsWith(this.translator.lang.slice(0, 2)) ? nothing : language;
  }
}
