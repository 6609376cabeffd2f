import type { Secrets } from './bank/secrets.js';
import type { Ledger } from './ledger/ledger.js';

/** Clock, injected so that tests control time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Dependencies of the simulator's routes, made once per server. */
export interface SimulatorContext {
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Returns the provider's origin, as a browser reaches it. */
  readonly publicUrl: () => string;
  /** Waits for the bank's response time. */
  readonly bank: () => Promise<void>;
  /** Milliseconds from the submission of a debit to the bank's decision. */
  readonly settlementMs: number;
  /** Milliseconds that a person has for a page of the bank. */
  readonly challengeMs: number;
}
