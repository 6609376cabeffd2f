import type { Money } from '@upc/contract/gateway';
import type { TextKey } from '../../i18n/text-keys.js';
import type { Choice, Filling } from '../../flow/flow-state.js';

/** Returns the locale key of the button's text, which states what will happen rather than just "continue". */
export function buttonKey(
  amount: Money,
  choice: Choice,
  step: Filling['step'],
  hasMandate: boolean,
): TextKey {
  const isPaid = amount.amount > 0;
  if (choice.kind === 'instrument') return isPaid ? 'button.pay' : 'button.use';
  if (choice.method.hasReview && step === 'form') return 'button.review';
  if (choice.method.flow === 'none') return 'button.use';
  if (choice.method.flow === 'page') return isPaid ? 'button.payWith' : 'button.continueWith';
  if (hasMandate) return isPaid ? 'button.signAndPay' : 'button.signAndSave';
  return isPaid ? 'button.pay' : 'button.save';
}
