import type { CollectionOutcome } from '../bank/test-data.js';
import type { BankCalendar, Day } from './bank-days.js';

/** A file that asks the bank to debit accounts. */
export interface BankFile {
  readonly messageId: string;
  /** The account that is credited: an IBAN, or a bank's routing number and the id of a company. */
  readonly account: string;
  readonly batches: readonly Batch[];
}

export interface Batch {
  readonly id: string;
  /** Whether the debits are credited in one entry. */
  readonly isBooked: boolean;
  readonly executionOn: Day;
  readonly debits: readonly Debit[];
}

export interface Debit {
  readonly endToEndId: string;
  /** Minor units; 0 if the debit only checks the account (ACH pre-note). */
  readonly amount: number;
}

export type BatchOf<F extends BankFile> = F['batches'][number];
export type DebitOf<F extends BankFile> = BatchOf<F>['debits'][number];

/** Reason for which the bank refuses a file, a batch or a debit. */
export interface Fault {
  /** ISO external code, also where the scheme has no codes for refusals of files. */
  readonly reason: string;
  /** An explanation of at most 105 characters, without personal data. */
  readonly text: string;
}

export const faultOf = (reason: string, text: string): Fault => ({ reason, text });

/** A file does not have the format that its bank takes. */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(
    message: string,
    readonly reason = 'FF01',
  ) {
    super(message);
  }
}

/** The bank's decision on a file: on all of it, or else on each batch and debit. */
export interface Decision<F extends BankFile> {
  readonly fault: Fault | null;
  readonly batches: readonly BatchDecision<F>[];
}

export interface BatchDecision<F extends BankFile> {
  readonly batch: BatchOf<F>;
  readonly fault: Fault | null;
  /** Empty if the batch is refused. */
  readonly debits: readonly DebitDecision<F>[];
}

export interface DebitDecision<F extends BankFile> {
  readonly debit: DebitOf<F>;
  readonly fault: Fault | null;
  readonly outcome: CollectionOutcome;
}

/** Status of a file or a batch: accepted, refused, or accepted in part. */
export type Status = 'ACCP' | 'RJCT' | 'PART';

export const statusOf = <F extends BankFile>({ fault, batches }: Decision<F>): Status =>
  fault === null ? statusOfParts(batches.map(statusOfBatch)) : 'RJCT';

export const statusOfBatch = <F extends BankFile>({ fault, debits }: BatchDecision<F>): Status =>
  fault === null ? statusOfParts(debits.map((debit) => (debit.fault === null ? 'ACCP' : 'RJCT'))) : 'RJCT';

function statusOfParts(parts: readonly Status[]): Status {
  const [first = 'ACCP'] = parts;
  return parts.every((part) => part === first) ? first : 'PART';
}

/** A file with the bank's decision; null stands for a file that cannot be read. */
export interface Examined<F extends BankFile> {
  readonly file: F | null;
  readonly decision: Decision<F>;
}

/** What the bank knows when it receives a file. */
export interface Knowledge<M> {
  /** What the bank remembers of earlier files with the same account. */
  readonly memory: M;
  /** Day and time (HH:MM) at the bank. */
  readonly receivedOn: Day;
  readonly receivedAt: string;
}

/** An entry on the account, or a notice about a debit. */
export interface Booking<F extends BankFile> {
  readonly on: Day;
  /** The bank's own reference. */
  readonly reference: string;
  /** Minor units; negative if the account is debited. */
  readonly amount: number;
  readonly content: BookingContent<F>;
}

export type BookingContent<F extends BankFile> =
  | { readonly kind: 'BATCH'; readonly messageId: string; readonly batch: BatchOf<F>; readonly count: number }
  | { readonly kind: 'DEBIT'; readonly batch: BatchOf<F>; readonly debit: DebitOf<F> }
  | ReturnContent<F>
  | ChangeContent<F>
  /** A movement that has nothing to do with debits. */
  | { readonly kind: 'OTHER'; readonly text: string; readonly partner: string };

export interface ReturnContent<F extends BankFile> {
  readonly kind: 'RETURN';
  readonly batch: BatchOf<F>;
  readonly debit: DebitOf<F>;
  readonly reason: string;
}

/** A notice that the payer's account has changed. Nothing is booked. */
export interface ChangeContent<F extends BankFile> {
  readonly kind: 'CHANGE';
  readonly batch: BatchOf<F>;
  readonly debit: DebitOf<F>;
  readonly code: string;
  readonly corrected: string;
}

/** A day of an account that is over, with what the bank reports about it. */
export interface AccountDay<F extends BankFile> {
  readonly account: string;
  readonly day: Day;
  /** Day on which the reports are written. */
  readonly createdOn: Day;
  /** Balance at the start of the day. */
  readonly opening: number;
  readonly bookings: readonly Booking<F>[];
  /** Returns of earlier days that are reported once more. */
  readonly repeated: readonly Booking<F>[];
  readonly newReference: () => string;
}

export type ReportKind = 'pain.002' | 'camt.053' | 'camt.054' | 'NACHA' | 'ABA';

export interface NewReport {
  readonly kind: ReportKind;
  readonly content: string;
}

/** What a kind of bank takes and reports. `M` is what it remembers of an account. */
export interface BankFormat<F extends BankFile, M> {
  /** The bank as its page names it. */
  readonly name: string;
  readonly calendar: BankCalendar;
  readonly timeZone: string;

  newMemory(): M;

  /** @throws FormatError naming the line, never a value */
  read(content: string): F;

  /** Decides on a file. An accepted one is remembered by `remember`. */
  examine(file: F, known: Knowledge<M>): Decision<F>;

  remember(memory: M, file: F, accepted: readonly BatchDecision<F>[]): void;

  /** Writes the answer to a file; null if the scheme has none. */
  statusReport(
    examined: Examined<F>,
    head: { readonly id: string; readonly createdAt: string },
  ): string | null;

  accountReports(day: AccountDay<F>): readonly NewReport[];
}
