import { Type, type Static } from 'typebox';
import { methodsOf } from './catalogue.js';
import { WALLETS } from './frame-protocol.js';

/**
 * Responses of the simulated provider, defined once: the simulator uses them to type its responses, and the adapter to
 * check them. The words are the provider's own, not the service's.
 */

export const METHODS = methodsOf('debit', 'frames', 'page');
export const STATUSES = [
  'requires_confirmation',
  'requires_action',
  'processing',
  'authorized',
  'succeeded',
  'declined',
  'cancelled',
] as const;
export const FAILURE_CODES = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
  'invalid_account',
  'cancelled_by_payer',
  'expired',
] as const;

export type Status = (typeof STATUSES)[number];
export type FailureCode = (typeof FAILURE_CODES)[number];

const MaskedBankAccount = Type.Object({
  holder: Type.String(),
  /** Masked account number; an IBAN retains its country, check digits and last four characters. */
  number: Type.String(),
  bankLocationId: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  mandate: Type.Optional(Type.String()),
});

const MaskedCard = Type.Object({
  holder: Type.Optional(Type.String()),
  brand: Type.String(),
  last4: Type.String(),
  /** Expiry date as MM/YYYY. */
  expiry: Type.String(),
  country: Type.Optional(Type.String()),
  /** Wallet in which the payer approved; absent if the card was typed. */
  wallet: Type.Optional(Type.Enum(WALLETS)),
});

export const InstrumentView = Type.Object({
  id: Type.String(),
  paymentMethod: Type.Enum(METHODS),
  /** Whether the instrument may be charged again without the payer. */
  reusable: Type.Boolean(),
  bankAccount: Type.Optional(MaskedBankAccount),
  card: Type.Optional(MaskedCard),
  bankName: Type.Optional(Type.String()),
});

export const IntentView = Type.Object({
  id: Type.String(),
  mode: Type.Enum(['setup', 'payment']),
  paymentMethod: Type.Enum(METHODS),
  status: Type.Enum(STATUSES),
  /** Amount in minor units of `currency`, like all amounts here; 0 in setup mode. */
  amount: Type.Integer(),
  currency: Type.String(),
  captureMethod: Type.Enum(['automatic', 'manual']),
  amountAuthorized: Type.Integer(),
  amountCaptured: Type.Integer(),
  amountCancelled: Type.Integer(),
  amountRefunded: Type.Integer(),
  clientSecret: Type.String(),
  instrument: Type.Optional(InstrumentView),
  nextAction: Type.Optional(
    Type.Object({ display: Type.Enum(['redirect', 'modal']), url: Type.String({ format: 'uri' }) }),
  ),
  failure: Type.Optional(Type.Object({ code: Type.Enum(FAILURE_CODES), message: Type.String() })),
  /** Reason why the bank returned a debit that had succeeded; absent otherwise. */
  returned: Type.Optional(Type.Object({ code: Type.Enum(FAILURE_CODES), message: Type.String() })),
});

/** Response to detaching an instrument. */
export const DetachedView = Type.Object({ id: Type.String(), detached: Type.Boolean() });

/** Part of an intent that the provider's own frame in the browser receives. */
export type BrowserIntentView = Pick<Static<typeof IntentView>, 'status' | 'nextAction' | 'failure'>;

/** One row for each intent, with the movements of its money, in minor units. */
export const LedgerRow = Type.Object({
  intent: Type.String(),
  account: Type.String(),
  customer: Type.String(),
  mode: Type.Enum(['setup', 'payment']),
  paymentMethod: Type.Enum(METHODS),
  status: Type.Enum(STATUSES),
  currency: Type.String(),
  amount: Type.Integer(),
  authorized: Type.Integer(),
  /** Amount requested from the bank and not decided yet (debits). */
  pending: Type.Integer(),
  captured: Type.Integer(),
  cancelled: Type.Integer(),
  refunded: Type.Integer(),
  /** Amount taken back by the payer's bank. */
  returned: Type.Integer(),
  statementText: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});

/**
 * A debit that a simulated bank of a studio has accepted from a file. Amounts are in minor units. ACH pre-notes, whose
 * amount is 0, are left out.
 */
export const BankRow = Type.Object({
  account: Type.String(),
  endToEndId: Type.String(),
  amount: Type.Integer(),
  /** Amount credited to the studio; 0 before the day of execution. */
  credited: Type.Integer(),
  /** Amount taken back since. */
  returned: Type.Integer(),
});

export const ErrorView = Type.Object({
  error: Type.Object({
    type: Type.Enum(['invalid_request', 'authentication', 'idempotency', 'provider']),
    code: Type.String(),
    message: Type.String(),
    param: Type.Optional(Type.String()),
  }),
});

export type InstrumentView = Static<typeof InstrumentView>;
export type IntentView = Static<typeof IntentView>;
export type LedgerRow = Static<typeof LedgerRow>;
export type BankRow = Static<typeof BankRow>;
export type ErrorView = Static<typeof ErrorView>;
