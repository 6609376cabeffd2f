import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import styles from './mandate.css?inline';
import { media } from '../../core/media.js';
import { property } from '../property.js';
import type { Creditor, MandateOffer } from '@upc/contract/gateway';
import { WidgetElement } from '../widget-element.js';

/** Minimum width in px for showing the whole text. The skeleton of the form uses the same one. */
const roomForAll = 450;

type Passage = Pick<MandateOffer, 'language' | 'text' | 'guarantee'>;

/**
 * Shows the mandate in the gateway's wording, set apart from everything else. The law fixes the wording, so nothing is
 * added to it. The creditor comes first, as on paper, since the text of LSV+ refers to the payee above it. If the
 * binding text is not in the language of the page, the person is informed of that, and a translation precedes it.
 *
 * On a phone the text is folded: heading, payee, reference and kind of payment are visible, and one tap opens the whole
 * text. The gateway stores the whole text in either case.
 */
export class MandateElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property offer!: MandateOffer;
  @property creditor!: Creditor;
  /** Whether the text is never folded, because the page exists for reading it. */
  @property isWhole = false;

  /** Whether the element is narrow. Until it has been measured, the page decides. */
  #isNarrow = media(`(width < ${roomForAll}px)`)?.matches ?? false;

  /**
   * Measures the element once, so that rotating a phone moves nothing under the person's thumb. The observer reports the
   * width after the browser's own layout and before the paint. Asking for it earlier would cost a layout more.
   */
  protected override firstUpdated(): void {
    if (!('ResizeObserver' in globalThis)) return;
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const isNarrow = this.clientWidth < roomForAll;
      if (isNarrow === this.#isNarrow) return;
      this.#isNarrow = isNarrow;
      this.requestUpdate();
    });
    observer.observe(this);
  }

  protected override render(): TemplateResult {
    const { heading, language, binding, creditorLines } = this.offer;
    const { name } = this.creditor;
    const wording = html`${this.#passage(this.offer)}${binding && this.#passage(binding)}`;
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

  /** Renders the payee: its name (unless already shown above), contact details and identifier. */
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

  /** Returns the language for a `lang` attribute, only if it differs from that of the surrounding text. */
  #foreign(language: string): string | typeof nothing {
    return language.startsWith(this.translator.lang.slice(0, 2)) ? nothing : language;
  }
}
