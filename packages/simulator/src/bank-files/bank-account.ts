import { createHash } from 'node:crypto';
import type { BankRow } from '@upc/contract/simulator-api';
import {
  notification,
  statement,
  type Booking,
  type BookingContent,
  type ReportHead,
} from './account-reports.js';
import type { BankEvent, Behaviour } from './bank-events.js';
import {
  examineCollection,
  faultOf,
  type BatchDecision,
  type Decision,
  type Fault,
} from './examine-collection.js';
import { FormatError, readCollection, type Batch, type Collection, type Debit } from './read-collection.js';
import { groupStatus, statusReport, type Status } from './status-report.js';
import { addDays, addTargetDays, targetDayFrom, type Day } from './target-days.js';

export interface Report {
  readonly reportId: string;
  readonly kind: 'pain.002' | 'camt.053' | 'camt.054';
  readonly createdOn: Day;
  readonly content: string;
}

export interface ReceivedFile {
  readonly fileId: string;
  readonly receivedOn: Day;
  /** Identifier of the file; null if it cannot be read. */
  readonly messageId: string | null;
  readonly status: Status;
  /** Reasons for which the file, its batches or debits are refused. */
  readonly faults: readonly Fault[];
  readonly statusReport: string;
}

const OPENING_BALANCE = 1_000_000;
const RENT = 150_000;
const VENDING = 4_250;

/**
 * Holds the account of a studio at the simulated bank: files, bookings and reports. All of it follows from the events
 * of the journal. A report is made once and never changes.
 */
export class BankAccount {
  readonly files: ReceivedFile[] = [];
  readonly #tag: string;
  readonly #reports: Report[] = [];
  readonly #messages = new Set<string>();
  readonly #batches = new Set<string>();
  readonly #mandates = new Map<string, Batch['sequenceType']>();
  /** Accepted debits with the days on which they are credited and returned. */
  readonly #accepted: {
    readonly debit: Debit;
    readonly creditedOn: Day;
    readonly returnedOn: Day | null;
  }[] = [];
  /** Bookings of days to come, and returns that are reported once more on a day to come. */
  readonly #due = new Map<Day, Booking[]>();
  readonly #repeated = new Map<Day, Booking[]>();
  #creditor: { iban: string; identifier: string } | null = null;
  #behaviour: Behaviour = {};
  #balance = OPENING_BALANCE;
  /** The last day that is over for the bank; null before its first day. */
  #closed: Day | null = null;
  #references = 0;

  /** @param publicKey key of the studio's account at the provider, which makes the bank's references unique */
  constructor(publicKey: string) {
    this.#tag = createHash('sha256').update(publicKey).digest('hex').slice(0, 6).toUpperCase();
  }

  /** Returns the bank's day: that of the clock, unless days were let pass for the bank. */
  today(now: Date): Day {
    const { day } = berlinTime(now);
    return this.#closed !== null && this.#closed > day ? this.#closed : day;
  }

  /** Returns whether a day is over for the bank, so that all its reports exist. */
  hasClosed(day: Day): boolean {
    return this.#closed !== null && this.#closed >= day;
  }

  /** Lists the reports that were written up to a day, oldest first. */
  reports(until: Day): readonly Report[] {
    return this.#reports
      .filter(({ createdOn }) => createdOn <= until)
      .toSorted((one, other) => one.createdOn.localeCompare(other.createdOn));
  }

  /** Lists the accepted debits with what has been booked of them. */
  debits(): Omit<BankRow, 'account'>[] {
    return this.#accepted.map(({ debit: { endToEndId, amount }, creditedOn, returnedOn }) => ({
      endToEndId,
      amount,
      credited: this.hasClosed(creditedOn) ? amount : 0,
      returned: returnedOn !== null && this.hasClosed(returnedOn) ? amount : 0,
    }));
  }

  apply(event: BankEvent, at: string): void {
    const now = new Date(at);
    this.#closed ??= addDays(berlinTime(now).day, -1);
    switch (event.type) {
      case 'bank.fileReceived':
        return this.#receive(event.content, now);
      case 'bank.behaviourChanged':
        this.#behaviour = event.behaviour;
        return;
      case 'bank.daysPassed':
        while (this.#closed < event.until) this.#closeDay((this.#closed = addDays(this.#closed, 1)));
    }
  }

  #receive(content: string, now: Date): void {
    const receivedOn = this.today(now);
    const { collection, decision } = this.#examine(content, receivedOn, berlinTime(now).time);
    const createdAt = `${receivedOn}T${now.toISOString().slice(11, 19)}Z`;
    const report = statusReport({ collection, decision }, this.#newReference(), createdAt);
    this.files.push({
      fileId: `file_${this.files.length + 1}`,
      receivedOn,
      messageId: collection?.messageId ?? null,
      status: groupStatus(decision),
      faults: faultsOf(decision),
      statusReport: report,
    });
    this.#deliver('pain.002', receivedOn, report);
    if (collection !== null) this.#schedule(collection, decision.batches);
  }

  #examine(
    content: string,
    receivedOn: Day,
    receivedAt: string,
  ): { collection: Collection | null; decision: Decision } {
    const refused = (fault: Fault): Decision => ({ fault, batches: [] });
    try {
      const collection = readCollection(content);
      const { refuseFiles } = this.#behaviour;
      if (refuseFiles !== undefined) {
        return { collection, decision: refused(faultOf(refuseFiles, 'The bank is set to refuse files.')) };
      }
      const decision = examineCollection(collection, {
        account: this.#creditor,
        receivedOn,
        receivedAt,
        messages: this.#messages,
        batches: this.#batches,
        mandates: this.#mandates,
      });
      return { collection, decision };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { collection: null, decision: refused(faultOf('FF01', error.message)) };
    }
  }

  /** Remembers what was accepted of a file, and books it on the days to come. */
  #schedule({ messageId }: Collection, batches: readonly BatchDecision[]): void {
    for (const { batch, debits } of batches) {
      const accepted = debits.filter(({ fault }) => fault === null);
      if (accepted.length === 0) continue;
      this.#messages.add(messageId);
      this.#batches.add(batch.id);
      this.#creditor ??= { iban: batch.creditor.iban, identifier: batch.creditor.identifier };
      const { id: batchId, executionOn } = batch;
      if (batch.isBooked) {
        const total = accepted.reduce((sum, { debit }) => sum + debit.amount, 0);
        this.#book(executionOn, total, { kind: 'BATCH', messageId, batchId, count: accepted.length });
      }
      for (const { debit, outcome } of accepted) {
        this.#mandates.set(debit.mandate.reference, batch.sequenceType);
        if (!batch.isBooked) this.#book(executionOn, debit.amount, { kind: 'DEBIT', batchId, debit });
        const returnedOn =
          outcome.kind === 'RETURNED'
            ? addTargetDays(executionOn, this.#behaviour.returnAfterDays ?? outcome.afterDays)
            : null;
        this.#accepted.push({ debit, creditedOn: executionOn, returnedOn });
        if (outcome.kind !== 'RETURNED' || returnedOn === null) continue;
        this.#book(returnedOn, -debit.amount, { kind: 'RETURN', batchId, debit, reason: outcome.reason });
      }
    }
  }

  #book(on: Day, amount: number, content: BookingContent): void {
    const booking = { on, amount, content, reference: this.#newReference() };
    const bookings = this.#due.get(on);
    if (bookings === undefined) this.#due.set(on, [booking]);
    else bookings.push(booking);
  }

  /** Writes the reports of a day. Nothing is booked before a file has named the account. */
  #closeDay(day: Day): void {
    if (this.#creditor === null) return;
    const { iban } = this.#creditor;
    const createdOn = addDays(day, this.#behaviour.lateByDays ?? 0);
    const head = (): ReportHead => ({ id: this.#newReference(), createdAt: `${createdOn}T20:00:00Z`, iban });
    for (const [amount, content] of otherMovements(day, this.#due.has(day))) this.#book(day, amount, content);
    const bookings = this.#due.get(day) ?? [];
    if (bookings.length > 0) {
      this.#deliver('camt.053', createdOn, statement(head(), bookings, { day, opening: this.#balance }));
      this.#balance = bookings.reduce((sum, { amount }) => sum + amount, this.#balance);
    }
    const returns = bookings.filter(({ content }) => content.kind === 'RETURN');
    for (const reported of [returns, this.#repeated.get(day) ?? []]) {
      if (reported.length > 0) this.#deliver('camt.054', createdOn, notification(head(), reported));
    }
    if (this.#behaviour.reportReturnsTwice === true && returns.length > 0) {
      this.#repeated.set(addTargetDays(day, 1), returns);
    }
    this.#due.delete(day);
    this.#repeated.delete(day);
  }

  #deliver(kind: Report['kind'], createdOn: Day, content: string): void {
    for (let copies = this.#behaviour.repeatReports === true ? 2 : 1; copies > 0; copies -= 1) {
      this.#reports.push({ reportId: `report_${this.#reports.length + 1}`, kind, createdOn, content });
    }
  }

  /** Returns a new reference of the bank, such as 4F2A9C000012. */
  #newReference(): string {
    this.#references += 1;
    return `${this.#tag}${String(this.#references).padStart(6, '0')}`;
  }
}

const faultsOf = ({ fault, batches }: Decision): Fault[] =>
  [fault, ...batches.flatMap((batch) => [batch.fault, ...batch.debits.map((debit) => debit.fault)])].filter(
    (one) => one !== null,
  );

/** Lists movements that have nothing to do with debits: the rent of a month, and sales on a day with debits. */
function otherMovements(day: Day, hasDebits: boolean): readonly (readonly [number, BookingContent])[] {
  const isFirstOfMonth = day === targetDayFrom(`${day.slice(0, 7)}-01`);
  return [
    ...(isFirstOfMonth
      ? [[-RENT, { kind: 'OTHER', text: 'Rent', partner: 'Example Property Ltd' }] as const]
      : []),
    ...(hasDebits
      ? [[VENDING, { kind: 'OTHER', text: 'Vending machine', partner: 'Example Drinks Ltd' }] as const]
      : []),
  ];
}

/** Returns the day and the time (HH:MM) in Berlin. */
function berlinTime(moment: Date): { day: Day; time: string } {
  const [day = '', time = ''] = BERLIN.format(moment).split(' ');
  return { day, time };
}

// Swedish dates are written as in ISO 8601.
const BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
});
