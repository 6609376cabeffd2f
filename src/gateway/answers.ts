import {
  flag,
  is,
  listOf,
  matching,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  where,
} from '../platform/schema.js';
import type { Bank, Payment, Session } from '@upc/contract/gateway';

/*
 * Only what the widget would break on is checked. What the gateway adds later passes; the full contract is
 * held by the service's own tests.
 */
const money = objectOf({ amount: number, currency: matching(/^[A-Z]{3}$/) });

const payment = objectOf({
  id: matching(/^[\w-]+$/),
  paymentMethod: text,
  status: oneOf('CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'PREAUTHED', 'FAILED', 'CANCELLED', 'UNKNOWN'),
  // An address that the person is sent to, or may open: never `javascript:`.
  nextAction: optional(objectOf({ type: text, url: optional(matching(/^https?:\/\//i)) })),
  paymentRequestToken: optional(text),
  paymentInstrumentToken: optional(text),
  paymentInstrumentDetails: optional(objectOf({})),
  failure: optional(objectOf({ code: text, message: text })),
});

/** A payment that is PREAUTHED without its token would leave the host waiting for ever. */
const consistentPayment = where(
  payment,
  ({ status, paymentRequestToken }) => status !== 'PREAUTHED' || Boolean(paymentRequestToken),
);

const mandate = objectOf({ reference: text, text: listOf(text) });

const session = objectOf({
  amount: money,
  scope: oneOf('MEMBER_ACCOUNT', 'ECOM'),
  tokenValidUntil: where(text, (time) => !Number.isNaN(Date.parse(time))),
  creditor: objectOf({ name: text, address: objectOf({}) }),
  savingOffered: flag,
  paymentMethods: listOf(
    objectOf({
      paymentMethod: text,
      canBeSaved: flag,
      requiredFields: optional(listOf(text)),
      mandate: optional(mandate),
      oneOffMandate: optional(mandate),
    }),
  ),
  paymentInstruments: listOf(
    objectOf({
      token: text,
      paymentMethod: text,
      details: objectOf({}),
      expired: flag,
    }),
  ),
  pendingPayment: optional(consistentPayment),
});

const bank = objectOf({ bankName: optional(text) });

/** @returns undefined when the answer is not a bank as the contract has it. */
export function readBank(body: unknown): Bank | undefined {
  return is(bank, body) ? (body as Bank) : undefined;
}

/** @returns undefined when the answer is not a session as the contract has it. */
export function readSession(body: unknown): Session | undefined {
  return is(session, body) ? (body as Session) : undefined;
}

/** @returns undefined when the answer is not a payment as the contract has it. */
export function readPayment(body: unknown): Payment | undefined {
  return is(consistentPayment, body) ? (body as Payment) : undefined;
}
