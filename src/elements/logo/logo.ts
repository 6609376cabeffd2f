import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import styles from './logo.css?inline';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';

/** Alternative names that providers use for card schemes. */
const schemes: Readonly<Record<string, string>> = {
  'american express': 'amex',
  'diners club': 'diners',
  'china unionpay': 'unionpay',
};

/**
 * The logo of a payment method or card scheme, in colour. It is only decoration beside the name. Its content is the
 * plain icon, which stays if no logo exists.
 */
export class LogoElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** A payment method, or a card's brand as its provider spells it. */
  @property of = '';

  protected override render(): TemplateResult | typeof nothing {
    const brand = this.of.toLowerCase();
    const scheme = schemes[brand] ?? brand;
    const names = this.of === 'CREDIT_CARD' ? ['visa', 'mastercard', 'amex'] : new Set([this.of, scheme]);
    const logos = [...names].flatMap((name) =>
      Object.hasOwn(this.logos, name) ? (this.logos[name] ?? []) : [],
    );
    this.toggleAttribute('data-drawn', logos.length > 0);
    if (logos.length === 0) return nothing;
    return html`${logos.map(
      ({ box, paths }) =>
        html`<svg class="brand-logo" viewBox=${box} aria-hidden="true" focusable="false">
          ${paths.map(([fill, d]) => svg`<path fill=${fill} d=${d} />`)}
        </svg>`,
    )}`;
  }
}
