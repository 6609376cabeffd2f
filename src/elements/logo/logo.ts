import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import type { PaymentMethod } from '@upc/contract/gateway';
import styles from './logo.css?inline';
import { paymentMethods } from '../../methods/registry.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';
import { cardBrand } from './card-brand.js';

/**
 * The logo of a payment method or card scheme, in colour, or the method's name where no logo may be shown. Ways to pay
 * that are no brands have a plain icon. It is only decoration beside the name. Until the logos have loaded, it is empty
 * and has its final size.
 */
export class LogoElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  /** A payment method, or a card's brand as its provider spells it. */
  @property of = '';

  protected override render(): TemplateResult | typeof nothing {
    const { logos, of } = this;
    if (!logos) return nothing;
    const names = of === 'CREDIT_CARD' ? ['visa', 'mastercard', 'amex'] : [cardBrand(of)?.[0] ?? of];
    const drawn = names.flatMap((name) => (Object.hasOwn(logos, name) ? (logos[name] ?? []) : []));
    if (drawn.length === 0) return this.#plain();
    return html`${drawn.map(({ box, paths }) =>
      tile(
        box,
        paths.map(([fill, d]) => svg`<path fill=${fill} d=${d} />`),
      ),
    )}`;
  }

  /** Renders nothing for a method whose logo could not be loaded. A card of an unknown brand is still a card. */
  #plain(): TemplateResult | typeof nothing {
    const { of } = this;
    if (of === 'CASH')
      return plainTile(svg`<circle cx="12" cy="12" r="8"/><path d="M12 8v8M9.5 10h5M9.5 14h5"/>`);
    if (of === 'BANK_TRANSFER') return plainTile(svg`<path d="M4 9h15l-3.5-3.5M20 15H5l3.5 3.5"/>`);
    return of === 'CREDIT_CARD' || !paymentMethods.has(of as PaymentMethod)
      ? plainTile(svg`<rect x="3.5" y="6" width="17" height="12.5" rx="2"/><path d="M3.5 10.5h17M7 15h3"/>`)
      : nothing;
  }
}

const plainTile = (shape: TemplateResult<2>): TemplateResult =>
  tile('2 3 20 18', svg`<g class="plain">${shape}</g>`);

const tile = (box: string, content: unknown): TemplateResult =>
  html`<svg class="brand-logo" viewBox=${box} aria-hidden="true" focusable="false">${content}</svg>`;
