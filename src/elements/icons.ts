import { html, svg, type TemplateResult } from 'lit';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';

/* Drawn on a grid of 24, decoration only: the words beside them say the same. */

/** An icon that only one element shows is defined in that element. */
export const icon = (name: string, content: TemplateResult<2>): TemplateResult =>
  html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${content}
  </svg>`;

export const errorIcon = (): TemplateResult =>
  icon('error', svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.3v.2"/>`);

export const checkIcon = (): TemplateResult => icon('check', svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`);

export const clockIcon = (): TemplateResult =>
  icon('clock', svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5.2l3.2 2"/>`);

const marks: Readonly<Record<PaymentMethodDefinition['icon'], () => TemplateResult<2>>> = {
  bank: () => svg`<path d="M4 9.5 12 5l8 4.5M5.5 18.5h13M7 10v6.5M12 10v6.5M17 10v6.5"/>`,
  card: () => svg`<rect x="3.5" y="6" width="17" height="12.5" rx="2"/><path d="M3.5 10.5h17M7 15h3"/>`,
  coin: () => svg`<circle cx="12" cy="12" r="8"/><path d="M12 8v8M9.5 10h5M9.5 14h5"/>`,
  // The outline that simple-icons has of the mark (CC0); of the other brands here it has none.
  paypal: () =>
    svg`<path fill="currentColor" stroke="none" d="M15.607 4.653H8.941L6.645 19.251H1.82L4.862 0h7.995c3.754 0 6.375 2.294 6.473 5.513-.648-.478-2.105-.86-3.722-.86m6.57 5.546c0 3.41-3.01 6.853-6.958 6.853h-2.493L11.595 24H6.74l1.845-11.538h3.592c4.208 0 7.346-3.634 7.153-6.949a5.24 5.24 0 0 1 2.848 4.686M9.653 5.546h6.408c.907 0 1.942.222 2.363.541-.195 2.741-2.655 5.483-6.441 5.483H8.714Z" transform="matrix(.84 0 0 .84 1.9 1.9)"/>`,
  transfer: () => svg`<path d="M4 9h15l-3.5-3.5M20 15H5l3.5 3.5"/>`,
};

/** What is shown beside a method's name. */
export const methodIcon = (name: PaymentMethodDefinition['icon']): TemplateResult =>
  icon('mark', marks[name]());
