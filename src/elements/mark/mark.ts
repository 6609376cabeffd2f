import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import styles from './mark.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** Other names that providers have for the schemes. */
const schemes: Readonly<Record<string, string>> = {
  'american express': 'amex',
  'diners club': 'diners',
  'china unionpay': 'unionpay',
};

/**
 * The mark of a payment method or a card scheme, in colour; decoration only, the name stands beside it. Its content is
 * the plain icon, which stays where no mark is known.
 */
export class MarkElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** A payment method, or a card's brand as its provider writes it. */
  @property of = '';

  protected override render(): TemplateResult | typeof nothing {
    const brand = this.of.toLowerCase();
    const scheme = schemes[brand] ?? brand;
    const names = this.of === 'CREDIT_CARD' ? ['visa', 'mastercard', 'amex'] : new Set([this.of, scheme]);
    const marks = [...names].flatMap((name) =>
      Object.hasOwn(this.marks, name) ? (this.marks[name] ?? []) : [],
    );
    this.toggleAttribute('data-drawn', marks.length > 0);
    if (marks.length === 0) return nothing;
    return html`${marks.map(
      ({ box, paths }) =>
        html`<svg class="brand-mark" viewBox=${box} aria-hidden="true" focusable="false">
          ${paths.map(([fill, d]) => svg`<path fill=${fill} d=${d} />`)}
        </svg>`,
    )}`;
  }
}
