import type { Books } from './books.js';
import type { PaymentMethod } from './objects.js';
import { invalidRequest } from './refusal.js';

/** Detaches a payment method from its customer; it cannot be charged from then on. @throws Refusal 400, 404 */
export function detachPaymentMethod(books: Books, id: string): PaymentMethod {
  const method = books.paymentMethod(id);
  if (method.customer === null)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  method.customer = null;
  return method;
}
