import { paymentMethods } from '../../methods/registry.js';
import type { Succeeded } from '../../flow/flow-state.js';

/**
 * Returns whether something was paid or only the method was set. Money that changes hands elsewhere is not paid yet.
 */
export function successKind({ session, paymentMethod }: Succeeded): 'pay' | 'save' {
  const isElsewhere = paymentMethods.get(paymentMethod)?.flow === 'none';
  return session.amount.amount > 0 && !isElsewhere ? 'pay' : 'save';
}
