import * as v from 'valibot';
import { ownLooseObject } from '../schema.js';
import type { Payment, Session } from './gateway.js';

/*
 * Only what the widget would break on is checked. What the gateway adds later passes; the full contract is
 * held by the service's own tests.
 */
const money = ownLooseObject({ amount: v.number(), currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) });
const method = v.string();

const payment = ownLooseObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  paymentMethod: method,
  status: v.picklist([
    'CREATED',
    'ACTION_REQUIRED',
    'AUTHENTICATED',
    'PREAUTHED',
    'FAILED',
    'CANCELLED',
    'UNKNOWN',
  ]),
  // An address that the person is sent to, or may open: never `javascript:`.
  nextAction: v.optional(
    ownLooseObject({ type: v.string(), url: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\//i))) }),
  ),
  paymentRequestToken: v.optional(v.string()),
  paymentInstrumentToken: v.optional(v.string()),
  paymentInstrumentDetails: v.optional(ownLooseObject({})),
  failure: v.optional(ownLooseObject({ code: v.string(), message: v.string() })),
});

/** A payment that is PREAUTHED without its token would leave the host waiting for ever. */
const consistentPayment = v.pipe(
  payment,
  v.check((value) => value.status !== 'PREAUTHED' || Boolean(value.paymentRequestToken)),
);

const session = ownLooseObject({
  amount: money,
  scope: v.picklist(['MEMBER_ACCOUNT', 'ECOM']),
  tokenValidUntil: v.pipe(
    v.string(),
    v.check((time) => !Number.isNaN(Date.parse(time))),
  ),
  creditor: ownLooseObject({ name: v.string(), address: ownLooseObject({}) }),
  savingOffered: v.boolean(),
  paymentMethods: v.array(
    ownLooseObject({
      paymentMethod: method,
      canBeSaved: v.boolean(),
      requiredFields: v.optional(v.array(v.string())),
      mandate: v.optional(ownLooseObject({ reference: v.string(), text: v.array(v.string()) })),
    }),
  ),
  paymentInstruments: v.array(
    ownLooseObject({
      token: v.string(),
      paymentMethod: method,
      details: ownLooseObject({}),
      expired: v.boolean(),
    }),
  ),
  pendingPayment: v.optional(consistentPayment),
});

/** @returns undefined when the answer is not a session as the contract has it. */
export function readSession(body: unknown): Session | undefined {
  return v.is(session, body) ? (body as unknown as Session) : undefined;
}

/** @returns undefined when the answer is not a payment as the contract has it. */
export function readPayment(body: unknown): Payment | undefined {
  return v.is(consistentPayment, body) ? (body as unknown as Payment) : undefined;
}
