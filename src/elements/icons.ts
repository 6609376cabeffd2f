import { html, nothing, svg, type TemplateResult } from 'lit';

/* Icons are drawn on a grid of 24 and are only decoration; the text beside them has the same meaning. */

/** Renders an icon. If only one element uses it, it is defined in that element. */
export const icon = (name: string, content: TemplateResult<2>): TemplateResult =>
  html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${content}
  </svg>`;

export const errorIcon = (): TemplateResult =>
  icon('error', svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.3v.2"/>`);

export const checkIcon = (): TemplateResult => icon('check', svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`);

/** Renders a label with a tick after its last word. */
export const withTick = (label: string): TemplateResult => {
  const last = label.lastIndexOf(' ') + 1;
  return html`${label.slice(0, last)}<span class="label-end">${label.slice(last)}${checkIcon()}</span>`;
};

/** Renders the place of the logo of a method or of a card's brand. The logo itself may load later. */
export const logo = (of: string): TemplateResult =>
  html`<upc-logo class=${of === 'CREDIT_CARD' ? 'logos' : nothing} .of=${of}></upc-logo>`;
