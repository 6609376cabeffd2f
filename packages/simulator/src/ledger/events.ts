import type { ProviderMethod } from '@upc/contract/catalogue';
import type { FailureCode, InstrumentView } from '@upc/contract/simulator-api';

/** A studio as the provider knows it: it takes payments under this name, on pages of these origins. */
export interface Account {
  readonly publicKey: string;
  readonly merchantName: string;
  /** Exact origins, or a host with any port: `http://localhost:*`. */
  readonly origins: readonly string[];
}

/** The bank's verdict on a charge. */
export type Verdict = 'approved' | FailureCode;

/** An instrument, and what the bank says about its use. */
export interface BankAnswer {
  readonly instrument: Instrument;
  readonly verdict: Verdict;
}

/** A collected instrument; never the number itself. */
export interface Instrument extends InstrumentView {
  /** Keyed hash of the number: the same account or card is recognised, and cannot be read back. */
  readonly fingerprint: string;
  /** The bank's verdict on a later charge. */
  readonly onCharge: Verdict;
  /** Reason for which the bank takes each debit back some time after it succeeded, if it does. */
  readonly onReturn?: FailureCode;
}

export interface IntentCreated {
  readonly type: 'intent.created';
  readonly intent: string;
  readonly account: string;
  readonly mode: 'setup' | 'payment';
  readonly paymentMethod: ProviderMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: 'automatic' | 'manual';
  readonly saveInstrument: boolean;
  readonly customer: string;
  readonly statementText: string;
  readonly returnUrl?: string;
}

/** The page that the person is sent to, and the bank's verdict if they agree there. */
export interface Challenge {
  /** Unguessable: who knows it may act on the page. */
  readonly id: string;
  readonly kind: 'authentication' | 'hosted';
  readonly display: 'redirect' | 'modal';
  readonly verdict: Verdict;
  /** ISO date-time; after it the person is too late. */
  readonly expiresAt: string;
  /** The address that the person goes back to, when it is another than the intent's. */
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
  /** The bank answers later, at `settlesAt` (ISO date-time). */
  | {
      readonly type: 'intent.submitted';
      readonly intent: string;
      readonly instrument: Instrument;
      readonly settlesAt: string;
      /** The bank takes the debit back then (ISO date-time). */
      readonly returnsAt?: string;
    }
  | { readonly type: 'intent.declined'; readonly intent: string; readonly code: FailureCode }
  | { readonly type: 'intent.captured'; readonly intent: string; readonly amount: number }
  | { readonly type: 'intent.cancelled'; readonly intent: string }
  | { readonly type: 'intent.refunded'; readonly intent: string; readonly amount: number };

export type LedgerEvent =
  | IntentEvent
  | { readonly type: 'account.registered'; readonly account: Account }
  | { readonly type: 'instrument.detached'; readonly instrument: string };

/** One line of the journal: what one request did, all of it or nothing. */
export interface Entry {
  /** ISO date-time. */
  readonly at: string;
  readonly events: readonly LedgerEvent[];
  readonly request?: IdempotentRequest;
}

/** Recognises a request that is made again. */
export interface IdempotentRequest {
  /** The owner of the key. */
  readonly scope: string;
  readonly key: string;
  /** Keyed hash of method, path and body. */
  readonly hash: string;
}
