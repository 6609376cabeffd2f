import { paymentMethods } from '../../methods/registry.js';
import type { Succeeded } from '../../flow/flow-state.js';

/** Whether something was paid or the way to pay was set: money that changes hands elsewhere is not paid yet. */
export function successKind({ session, paymentMethod }: Succeeded): 'pay' | 'save' {
  const isElsewhere = paymentMethods.get(paymentMethod)?.flow === 'none';
  return session.amount.amount > 0 && !isElsewhere ? 'pay' : 'save';
}
