import { html, type nothing, type TemplateResult } from 'lit';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import { instrumentText } from './instrument-text.js';

/** The method's name, and below it what distinguishes the instrument from others; a line breaks between the facts. */
export function describeInstrument(
  name: string,
  { paymentMethod, details }: Pick<StoredPaymentInstrument, 'paymentMethod' | 'details'>,
  badge: TemplateResult | typeof nothing,
): TemplateResult {
  const { account, expiry, holder } = instrumentText(paymentMethod, details);
  const facts = [account, expiry, holder].filter((fact) => fact !== undefined);
  return html`<span class="row-text"
    >${name}<span class="row-facts">${facts.map((fact) => html`<span>${fact}</span>`)}${badge}</span></span
  >`;
}
