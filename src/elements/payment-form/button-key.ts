import type { Money } from '../../gateway/gateway.js';

/** Locale key of what the button says: it names what happens, never just "continue". */
export function buttonKey(amount: Money, kind: 'method' | 'instrument', hasMandate: boolean): string {
  const isPaid = amount.amount > 0;
  if (kind === 'instrument') return isPaid ? 'button.pay' : 'button.use';
  if (hasMandate) return isPaid ? 'button.signAndPay' : 'button.signAndSave';
  return isPaid ? 'button.pay' : 'button.save';
}
