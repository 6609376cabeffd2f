import { html, type nothing, type TemplateResult } from 'lit';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import { instrumentText } from './instrument-text.js';

/**
 * Renders the method's name, and below it the facts that distinguish the instrument from others. Lines break only
 * between facts.
 */
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
