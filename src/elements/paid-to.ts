import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentMethod, Session } from '@upc/contract/gateway';
import { methodName } from '../forms/payment-method.js';
import type { Translator } from '../i18n/translator.js';

/** Renders amount, payee and method of a payment; nothing if the amount is zero. */
export function paidTo(
  translator: Translator,
  { amount, creditor }: Session,
  paymentMethod: PaymentMethod,
): TemplateResult | typeof nothing {
  if (amount.amount === 0) return nothing;
  const facts = [creditor.name, translator.t(methodName(paymentMethod))];
  return html`<p class="outcome-amount">${translator.money(amount)}</p>
    <p class="outcome-facts">${facts.filter(Boolean).join('\n')}</p>`;
}
