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
 * Whatever the widget shows, sends back or hands to a provider is checked: an answer that lacks any of it is told as an
 * answer that is not the contract, before a form is half there. What the gateway adds later passes; the full contract
 * is held by the service's own tests.
 */
const words = optional(text);
const texts = listOf(text);
const money = objectOf({ amount: number, currency: matching(/^[A-Z]{3}$/) });

const account = optional(objectOf({ bankAccountDetails: objectOf({ accountHolder: text, iban: text }) }));
/** Texts that tell an account or card from others, whichever of them it has. */
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
      // An address that the person is sent to, or may open: never `javascript:`.
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

/** A payment that is PREAUTHED without its token would leave the host waiting for ever. */
const consistentPayment = where(
  payment,
  ({ status, paymentRequestToken }) => status !== 'PREAUTHED' || Boolean(paymentRequestToken),
);

const mandate = optional(
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

const session = objectOf({
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
      provider: optional(
        objectOf({
          name: text,
          publicKey: words,
          frameUrl: words,
          account: words,
          redirectOrigins: optional(texts),
        }),
      ),
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
