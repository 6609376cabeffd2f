import type { ProviderMethod } from '@upc/contract/catalogue';
import type { BankEvent } from '../bank-files/bank-events.js';
import type { FailureCode, InstrumentView } from '@upc/contract/simulator-api';

/** A studio as registered with the provider: the name under which it takes payments, and the origins of its pages. */
export interface Account {
  readonly publicKey: string;
  readonly merchantName: string;
  /** Exact origins, or a host with any port: `http://localhost:*`. */
  readonly origins: readonly string[];
}

/** The bank's verdict on a charge. */
export type Verdict = 'approved' | FailureCode;

/** An instrument with the bank's verdict on its use. */
export interface BankAnswer {
  readonly instrument: Instrument;
  readonly verdict: Verdict;
}

/** A collected instrument, without the number itself. */
export interface Instrument extends InstrumentView {
  /** Keyed hash of the number: it recognises the same account or card, and cannot be reversed. */
  readonly fingerprint: string;
  /** The bank's verdict on a later charge. */
  readonly onCharge: Verdict;
  /** Reason for which the bank returns each debit some time after it succeeded; absent if it does not. */
  readonly onReturn?: FailureCode;
}

export interface IntentCreated {
  readonly type: 'intent.created';
  readonly intent: string;
  readonly account: string;
  readonly mode: 'setup' | 'payment';
  readonly paymentMethod: ProviderMethod;
  /** Amount in minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: 'automatic' | 'manual';
  readonly saveInstrument: boolean;
  readonly customer: string;
  readonly statementText: string;
  readonly returnUrl?: string;
}

/** The page that the payer is sent to, and the bank's verdict if they agree there. */
export interface Challenge {
  /** Unguessable id; a caller who has it may act on the page. */
  readonly id: string;
  readonly kind: 'authentication' | 'hosted';
  readonly display: 'redirect' | 'modal';
  readonly verdict: Verdict;
  /** ISO date-time after which the payer is too late. */
  readonly expiresAt: string;
  /** Address to which the payer returns, if it differs from the intent's. */
  readonly returnUrl?: string;
}

export type IntentEvent =
  | IntentCreated
  | {
      readonly type: 'intent.challenged';
      readonly intent: string;
      readonly challenge: Challenge;
      readonly instrument?: Instrument;
    }
  | { readonly type: 'intent.approved'; readonly intent: string; readonly instrument: Instrument }
  /** The bank decides later, at `settlesAt` (ISO date-time). */
  | {
      readonly type: 'intent.submitted';
      readonly intent: string;
      readonly instrument: Instrument;
      readonly settlesAt: string;
      /** ISO date-time from which a debit is with the bank and can no longer be cancelled. */
      readonly cutOffAt?: string;
      /** ISO date-time at which the bank returns the debit. */
      readonly returnsAt?: string;
    }
  | { readonly type: 'intent.declined'; readonly intent: string; readonly code: FailureCode }
  | { readonly type: 'intent.captured'; readonly intent: string; readonly amount: number }
  | { readonly type: 'intent.cancelled'; readonly intent: string }
  | { readonly type: 'intent.refunded'; readonly intent: string; readonly amount: number };

export type LedgerEvent =
  | IntentEvent
  | BankEvent
  | { readonly type: 'account.registered'; readonly account: Account }
  | { readonly type: 'instrument.detached'; readonly instrument: string };

/** One line of the journal: everything that one request did, written completely or not at all. */
export interface Entry {
  /** ISO date-time of the request. */
  readonly at: string;
  readonly events: readonly LedgerEvent[];
  readonly request?: IdempotentRequest;
}

/** Data that recognises a repeated request. */
export interface IdempotentRequest {
  /** Owner of the key. */
  readonly scope: string;
  readonly key: string;
  /** Keyed hash of method, path and body. */
  readonly hash: string;
}
