import type { PaymentMethod } from '../gateway/gateway.js';
import { ach } from './ach/ach.js';
import { bacs } from './bacs/bacs.js';
import { bancontact } from './bancontact/bancontact.js';
import { bankTransfer } from './bank-transfer/bank-transfer.js';
import { becs } from './becs/becs.js';
import { cash } from './cash/cash.js';
import { chDD } from './ch-dd/ch-dd.js';
import { creditCard } from './credit-card/credit-card.js';
import { ideal } from './ideal/ideal.js';
import { lsv } from './lsv/lsv.js';
import type { PaymentMethodDefinition } from './payment-method.js';
import { payPal } from './paypal/paypal.js';
import { sepa } from './sepa/sepa.js';
import { twint } from './twint/twint.js';

/** The methods this build can show. What the session offers besides is left out of the list. */
export const paymentMethods: ReadonlyMap<PaymentMethod, PaymentMethodDefinition> = new Map(
  [
    creditCard,
    sepa,
    chDD,
    lsv,
    bacs,
    ach,
    cash,
    bankTransfer,
    payPal,
    ideal,
    bancontact,
    twint,
    becs,
    // One line each.
  ].map((definition) => [definition.paymentMethod, definition]),
);
