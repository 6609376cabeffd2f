import type { Day } from './bank-days.js';

/** How the bank differs from one that works as it should, for tests. */
export interface Behaviour {
  /** ISO reason code with which every file is refused. */
  readonly refuseFiles?: string;
  /** Bank days between execution and return in files to come, instead of those of the test account. */
  readonly returnAfterDays?: number;
  /** Whether each report is delivered twice. */
  readonly repeatReports?: boolean;
  /** Days by which reports on the account are written later than the bookings. */
  readonly lateByDays?: number;
  /** Whether a second notification reports each return again on the next bank day. */
  readonly reportReturnsTwice?: boolean;
}

/** What has happened to the account of a studio at the bank. */
export type BankEvent =
  | { readonly type: 'bank.fileReceived'; readonly account: string; readonly content: string }
  | { readonly type: 'bank.behaviourChanged'; readonly account: string; readonly behaviour: Behaviour }
  | { readonly type: 'bank.daysPassed'; readonly account: string; readonly until: Day };

/** Returns whether an event of the journal concerns the bank. */
export const isBankEvent = <T extends { readonly type: string }>(event: T): event is Extract<T, BankEvent> =>
  event.type.startsWith('bank.');
