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
} from '../core/schema.js';
import type { Bank, Payment, Session } from '@upc/contract/gateway';

/*
 * Everything that the widget shows, sends back or passes to a provider is checked. A response that lacks any of it is
 * reported as not following the contract, before any part of a form is shown. Members that the gateway adds later are
 * accepted. The service's own tests check the full contract. Only a QR code is checked where it is shown
 * (forms/transfer-account.ts), because a transfer is possible without it.
 */
const words = optional(text);
const texts = listOf(text);
const money = objectOf({ amount: number, currency: matching(/^[A-Z]{3}$/) });

const account = optional(objectOf({ bankAccountDetails: objectOf({ accountHolder: text, iban: text }) }));
/** Texts that distinguish an account or card from others. Each is optional. */
const facts = optional(
  objectOf({
    accountHolder: words,
    accountNumber: words,
    bankAccountNumber: words,
    bankLocationId: words,
    bankName: words,
    bic: words,
    brand: words,
    cardHolder: words,
    cardNumber: words,
    expiry: words,
    iban: words,
  }),
);
const details = objectOf({
  sepa: account,
  chDD: account,
  lsvDD: account,
  bacs: facts,
  ach: facts,
  becs: facts,
  creditCard: facts,
  banContactCard: facts,
});

const payment = objectOf({
  id: matching(/^[\w-]+$/),
  paymentMethod: text,
  status: oneOf('CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'PREAUTHED', 'FAILED', 'CANCELLED', 'UNKNOWN'),
  nextAction: optional(
    objectOf({
      type: text,
      // The person is sent to this address or may open it, so it must never be `javascript:`.
      url: optional(matching(/^https?:\/\//i)),
      clientSecret: words,
      publicKey: words,
    }),
  ),
  paymentRequestToken: words,
  paymentInstrumentToken: words,
  paymentInstrumentDetails: optional(details),
  failure: optional(objectOf({ code: text, message: text })),
  traceId: words,
});

/** A PREAUTHED payment without its token would leave the host waiting forever. */
const consistentPayment = where(
  payment,
  ({ status, paymentRequestToken }) => status !== 'PREAUTHED' || Boolean(paymentRequestToken),
);

export const mandate = optional(
  objectOf({
    scheme: text,
    reference: text,
    version: text,
    heading: text,
    language: text,
    text: texts,
    paymentType: text,
    creditorIdentifier: words,
    creditorIdentifierName: words,
    creditorLines: texts,
    guarantee: optional(objectOf({ heading: text, items: texts })),
    binding: optional(objectOf({ language: text, text: texts })),
  }),
);

export const provider = optional(
  objectOf({
    name: text,
    publicKey: words,
    frameUrl: words,
    account: words,
    redirectOrigins: optional(texts),
  }),
);

export const session = objectOf({
  amount: money,
  scope: oneOf('MEMBER_ACCOUNT', 'ECOM'),
  tokenValidUntil: where(text, (time) => !Number.isNaN(Date.parse(time))),
  referenceText: text,
  creditor: objectOf({ name: text }),
  savingOffered: flag,
  savingPreset: optional(flag),
  paymentMethods: listOf(
    objectOf({
      paymentMethod: text,
      provider,
      canBeSaved: flag,
      requiredFields: optional(texts),
      mandate,
      oneOffMandate: mandate,
      transferAccount: facts,
    }),
  ),
  paymentInstruments: listOf(
    objectOf({
      token: text,
      paymentMethod: text,
      details,
      expired: flag,
      removable: optional(flag),
    }),
  ),
  pendingPayment: optional(consistentPayment),
});

const bank = objectOf({ bankName: words });

/** Returns the bank; undefined when the response does not follow the contract. */
export function readBank(body: unknown): Bank | undefined {
  return is(bank, body) ? (body as Bank) : undefined;
}

/** Returns the session; undefined when the response does not follow the contract. */
export function readSession(body: unknown): Session | undefined {
  return is(session, body) ? (body as Session) : undefined;
}

/** Returns the payment; undefined when the response does not follow the contract. */
export function readPayment(body: unknown): Payment | undefined {
  return is(consistentPayment, body) ? (body as Payment) : undefined;
}
