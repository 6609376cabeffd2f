import type { PaymentMethod } from '../gateway/gateway.js';
import type { PaymentMethodDefinition } from './payment-method.js';
import { creditCard } from './credit-card/credit-card.js';
import { sepa } from './sepa/sepa.js';

/** The methods this build can show; one line each. What the session offers besides is left out of the list. */
export const paymentMethods: ReadonlyMap<PaymentMethod, PaymentMethodDefinition> = new Map(
  [creditCard, sepa].map((definition) => [definition.paymentMethod, definition]),
);
