import { html, nothing, svg, type TemplateResult } from 'lit';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';

/* Icons are drawn on a grid of 24 and are only decoration; the text beside them has the same meaning. */

/** Renders an icon. If only one element uses it, it is defined in that element. */
export const icon = (name: string, content: TemplateResult<2>): TemplateResult =>
  html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${content}
  </svg>`;

export const errorIcon = (): TemplateResult =>
  icon('error', svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.3v.2"/>`);

export const checkIcon = (): TemplateResult => icon('check', svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`);

export const clockIcon = (): TemplateResult =>
  icon('clock', svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5.2l3.2 2"/>`);

const icons: Readonly<Record<PaymentMethodDefinition['icon'], () => TemplateResult<2>>> = {
  bank: () => svg`<path d="M4 9.5 12 5l8 4.5M5.5 18.5h13M7 10v6.5M12 10v6.5M17 10v6.5"/>`,
  card: () => svg`<rect x="3.5" y="6" width="17" height="12.5" rx="2"/><path d="M3.5 10.5h17M7 15h3"/>`,
  coin: () => svg`<circle cx="12" cy="12" r="8"/><path d="M12 8v8M9.5 10h5M9.5 14h5"/>`,
  phone: () => svg`<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 18h2"/>`,
  transfer: () => svg`<path d="M4 9h15l-3.5-3.5M20 15H5l3.5 3.5"/>`,
};

/** Renders a plain icon without a logo. */
export const plainIcon = (name: PaymentMethodDefinition['icon']): TemplateResult =>
  icon('plain', icons[name]());

/**
 * Renders the picture beside a name: the logo of a method or of a card's brand. A plain icon replaces a logo that does
 * not exist or has not loaded.
 */
export const logo = (of: string, name: PaymentMethodDefinition['icon']): TemplateResult =>
  html`<upc-logo class=${of === 'CREDIT_CARD' ? 'logos' : nothing} .of=${of}>${plainIcon(name)}</upc-logo>`;
