import type { Secrets } from './bank/secrets.js';
import type { Ledger } from './ledger/ledger.js';

/** Clock. Injected so that tests control time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Everything that the routes of the simulator work with; made once per server. */
export interface SimulatorContext {
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** The provider's origin, as a browser reaches it. */
  readonly publicUrl: () => string;
  /** The bank's time to think. */
  readonly bank: () => Promise<void>;
  /** Milliseconds from the submission of a debit to the bank's answer. */
  readonly settlementMs: number;
  /** Milliseconds a person has for a page of the bank. */
  readonly challengeMs: number;
}
