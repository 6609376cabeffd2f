import { html, type nothing, type TemplateResult } from 'lit';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import { instrumentText } from './instrument-text.js';

/**
 * Renders the method's name, and below it the facts that distinguish the instrument from others. A card is named by its
 * brand and number instead. Lines break only between facts.
 */
export function describeInstrument(
  name: string,
  instrument: Pick<StoredPaymentInstrument, 'paymentMethod' | 'details'>,
  badge?: TemplateResult | typeof nothing,
): TemplateResult {
  const { paymentMethod, details } = instrument;
  const { brand = name, account, holder } = instrumentText(details);
  const number = account && html`<span class="row-number">${masked(account)}</span>`;
  const isCard = paymentMethod === 'CREDIT_CARD';
  const facts = [isCard ? undefined : number, holder].filter(Boolean);
  return html`<span class="row-text"
    >${isCard ? html`${brand} ${number}` : name}<span class="row-facts"
      >${facts.map((fact) => html`<span>${fact}</span>`)}<upc-card-facts .of=${instrument}></upc-card-facts
      >${badge}</span
    ></span
  >`;
}

/** Renders a masked number of which a screen reader reads only what is shown: "DE89 3000", not "bullet bullet". */
function masked(text: string): TemplateResult {
  return html`${text.split(/(•+)/).map((part, index) => (index % 2 ? html`<span aria-hidden="true">${part}</span>` : part))}`;
}
