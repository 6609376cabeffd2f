import type { BankRow } from '@upc/contract/simulator-api';
import { addBankDays, addDays, bankDayFrom, type BankCalendar, type Day } from './bank-days.js';
import type { Behaviour } from './bank-events.js';
import {
  faultOf,
  FormatError,
  statusOf,
  type BankFile,
  type BankFormat,
  type BatchDecision,
  type BatchOf,
  type Booking,
  type BookingContent,
  type DebitDecision,
  type DebitOf,
  type Decision,
  type Examined,
  type Fault,
  type NewReport,
  type Status,
} from './bank-format.js';

const OPENING_BALANCE = 1_000_000;
const RENT = 150_000;
const VENDING = 4_250;

/** A bank's answer to a file. */
export interface Receipt {
  /** Name of the bank. */
  readonly bank: string;
  /** The account that is credited; null if the file cannot be read. */
  readonly account: string | null;
  readonly receivedOn: Day;
  /** Identifier of the file; null if it cannot be read. */
  readonly messageId: string | null;
  readonly status: Status;
  /** Reasons for which the file, its batches or debits are refused. */
  readonly faults: readonly Fault[];
  /** Null if the scheme has no answers to files. */
  readonly statusReport: string | null;
}

/** A report about an account. */
export interface AccountReport extends NewReport {
  readonly account: string;
  readonly createdOn: Day;
}

interface Account<F extends BankFile, M> {
  readonly number: string;
  readonly memory: M;
  balance: number;
  /** Accepted debits with the days on which they are credited and returned. */
  readonly accepted: {
    readonly debit: DebitOf<F>;
    readonly creditedOn: Day;
    readonly returnedOn: Day | null;
  }[];
  /** Bookings of days to come, and returns that are reported once more on a day to come. */
  readonly due: Map<Day, Booking<F>[]>;
  readonly repeated: Map<Day, readonly Booking<F>[]>;
}

/** Holds the accounts that a studio has at a bank. The first accepted file with an account opens it. */
export class Bank<F extends BankFile, M> {
  readonly #format: BankFormat<F, M>;
  readonly #newReference: () => string;
  readonly #accounts = new Map<string, Account<F, M>>();

  constructor(format: BankFormat<F, M>, newReference: () => string) {
    this.#format = format;
    this.#newReference = newReference;
  }

  get name(): string {
    return this.#format.name;
  }

  accountNumbers(): string[] {
    return [...this.#accounts.keys()];
  }

  /** Lists the accepted debits with what has been booked of them; without those that only check an account. */
  debits(isOver: (day: Day) => boolean): Omit<BankRow, 'account'>[] {
    return [...this.#accounts.values()]
      .flatMap(({ accepted }) => accepted)
      .filter(({ debit }) => debit.amount > 0)
      .map(({ debit: { endToEndId, amount }, creditedOn, returnedOn }) => ({
        endToEndId,
        amount,
        credited: isOver(creditedOn) ? amount : 0,
        returned: returnedOn !== null && isOver(returnedOn) ? amount : 0,
      }));
  }

  /** @param lastDay the last day that is over for the bank */
  receive(content: string, now: Date, lastDay: Day, behaviour: Behaviour): Receipt {
    const { day, time } = timeAt(this.#format.timeZone, now);
    const receivedOn = lastDay > day ? lastDay : day;
    const examined = this.#examine(content, { receivedOn, receivedAt: time }, behaviour);
    const { file, decision } = examined;
    const createdAt = `${receivedOn}T${now.toISOString().slice(11, 19)}Z`;
    const statusReport = this.#format.statusReport(examined, { id: this.#newReference(), createdAt });
    if (file !== null) this.#schedule(file, decision.batches, behaviour);
    return {
      bank: this.#format.name,
      account: file?.account ?? null,
      receivedOn,
      messageId: file?.messageId ?? null,
      status: statusOf(decision),
      faults: faultsOf(decision),
      statusReport,
    };
  }

  /** Writes the reports of a day. */
  closeDay(day: Day, behaviour: Behaviour): AccountReport[] {
    const createdOn = addDays(day, behaviour.lateByDays ?? 0);
    return [...this.#accounts.values()].flatMap((account) =>
      this.#closeAccount(account, day, createdOn, behaviour).map((report) => ({
        ...report,
        account: account.number,
        createdOn,
      })),
    );
  }

  #examine(
    content: string,
    received: { receivedOn: Day; receivedAt: string },
    { refuseFiles }: Behaviour,
  ): Examined<F> {
    const refused = (fault: Fault): Decision<F> => ({ fault, batches: [] });
    try {
      const file = this.#format.read(content);
      if (refuseFiles !== undefined) {
        return { file, decision: refused(faultOf(refuseFiles, 'The bank is set to refuse files.')) };
      }
      const memory = this.#accounts.get(file.account)?.memory ?? this.#format.newMemory();
      return { file, decision: this.#format.examine(file, { memory, ...received }) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { file: null, decision: refused(faultOf(error.reason, error.message)) };
    }
  }

  /** Remembers what was accepted of a file, and books it on the days to come. */
  #schedule(file: F, batches: readonly BatchDecision<F>[], behaviour: Behaviour): void {
    const accepted = batches
      .map((batch) => ({ ...batch, debits: batch.debits.filter(({ fault }) => fault === null) }))
      .filter(({ debits }) => debits.length > 0);
    if (accepted.length === 0) return;
    const account = this.#account(file.account);
    this.#format.remember(account.memory, file, accepted);
    for (const { batch, debits } of accepted) {
      if (batch.isBooked) {
        const total = debits.reduce((sum, { debit }) => sum + debit.amount, 0);
        const content = { kind: 'BATCH', messageId: file.messageId, batch, count: debits.length } as const;
        this.#book(account, batch.executionOn, total, content);
      }
      for (const decision of debits) this.#scheduleDebit(account, batch, decision, behaviour);
    }
  }

  #scheduleDebit(
    account: Account<F, M>,
    batch: BatchOf<F>,
    { debit, outcome }: DebitDecision<F>,
    { returnAfterDays }: Behaviour,
  ): void {
    const { executionOn } = batch;
    if (!batch.isBooked) this.#book(account, executionOn, debit.amount, { kind: 'DEBIT', batch, debit });
    const { calendar } = this.#format;
    let returnedOn: Day | null = null;
    if (outcome.kind === 'RETURNED') {
      returnedOn = addBankDays(calendar, executionOn, returnAfterDays ?? outcome.afterDays);
      const content = { kind: 'RETURN', batch, debit, reason: outcome.reason } as const;
      this.#book(account, returnedOn, 0 - debit.amount, content);
    }
    if (outcome.kind === 'CHANGED') {
      const { code, corrected, afterDays } = outcome;
      const content = { kind: 'CHANGE', batch, debit, code, corrected } as const;
      this.#book(account, addBankDays(calendar, executionOn, afterDays), 0, content);
    }
    account.accepted.push({ debit, creditedOn: executionOn, returnedOn });
  }

  #account(number: string): Account<F, M> {
    const found = this.#accounts.get(number);
    if (found !== undefined) return found;
    const memory = this.#format.newMemory();
    const account: Account<F, M> = {
      number,
      memory,
      balance: OPENING_BALANCE,
      accepted: [],
      due: new Map(),
      repeated: new Map(),
    };
    this.#accounts.set(number, account);
    return account;
  }

  #book(account: Account<F, M>, on: Day, amount: number, content: BookingContent<F>): void {
    const booking = { on, amount, content, reference: this.#newReference() };
    const bookings = account.due.get(on);
    if (bookings === undefined) account.due.set(on, [booking]);
    else bookings.push(booking);
  }

  #closeAccount(
    account: Account<F, M>,
    day: Day,
    createdOn: Day,
    behaviour: Behaviour,
  ): readonly NewReport[] {
    const { calendar } = this.#format;
    for (const [amount, content] of otherMovements(calendar, day, account.due.has(day))) {
      this.#book(account, day, amount, content);
    }
    const bookings = account.due.get(day) ?? [];
    const reports = this.#format.accountReports({
      account: account.number,
      day,
      createdOn,
      opening: account.balance,
      bookings,
      repeated: account.repeated.get(day) ?? [],
      newReference: this.#newReference,
    });
    account.balance = bookings.reduce((sum, { amount }) => sum + amount, account.balance);
    const returns = bookings.filter(({ content }) => content.kind === 'RETURN');
    if (behaviour.reportReturnsTwice === true && returns.length > 0) {
      account.repeated.set(addBankDays(calendar, day, 1), returns);
    }
    account.due.delete(day);
    account.repeated.delete(day);
    return reports;
  }
}

const faultsOf = <F extends BankFile>({ fault, batches }: Decision<F>): Fault[] =>
  [fault, ...batches.flatMap((batch) => [batch.fault, ...batch.debits.map((debit) => debit.fault)])].filter(
    (one) => one !== null,
  );

type OtherMovement = readonly [
  number,
  { readonly kind: 'OTHER'; readonly text: string; readonly partner: string },
];

/** Lists movements that have nothing to do with debits: the rent of a month, and sales on a day with debits. */
function otherMovements(calendar: BankCalendar, day: Day, hasDebits: boolean): readonly OtherMovement[] {
  const movements: OtherMovement[] = [];
  if (day === bankDayFrom(calendar, `${day.slice(0, 7)}-01`)) {
    movements.push([-RENT, { kind: 'OTHER', text: 'Rent', partner: 'Example Property Ltd' }]);
  }
  if (hasDebits) {
    movements.push([VENDING, { kind: 'OTHER', text: 'Vending machine', partner: 'Example Drinks Ltd' }]);
  }
  return movements;
}

/** Returns the day and the time (HH:MM) in a time zone. */
export function timeAt(timeZone: string, moment: Date): { day: Day; time: string } {
  // Swedish dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [day = '', time = ''] = format.format(moment).split(' ');
  return { day, time };
}
