import { createHash } from 'node:crypto';
import type { BankRow } from '@upc/contract/simulator-api';
import { achFormat } from './ach/ach-format.js';
import { isNacha } from './ach/read-nacha.js';
import { Bank, timeAt, type Receipt } from './bank.js';
import { addDays, type Day } from './bank-days.js';
import type { BankEvent, Behaviour } from './bank-events.js';
import type { BankFile, NewReport } from './bank-format.js';
import { becsFormat } from './becs/becs-format.js';
import { isDirectEntry } from './becs/read-direct-entry.js';
import { isoFormat } from './iso-20022/iso-format.js';
import { sepa } from './iso-20022/sepa-rules.js';
import { swiss } from './iso-20022/swiss-rules.js';

export interface Report extends NewReport {
  readonly reportId: string;
  /** The account that it is about; null if the report is about a file that cannot be read. */
  readonly account: string | null;
  readonly createdOn: Day;
}

export interface ReceivedFile extends Receipt {
  readonly fileId: string;
}

/** An account of the studio, as the page lists it. */
export interface AccountView {
  readonly bank: string;
  readonly number: string;
}

/**
 * Holds what a studio has at the simulated banks: files, accounts and reports. All of it follows from the events of
 * the journal. A report is made once and never changes.
 */
export class BankCustomer {
  readonly files: ReceivedFile[] = [];
  readonly #tag: string;
  readonly #reports: Report[] = [];
  readonly #banks;
  #behaviour: Behaviour = {};
  /** The last day that is over for the banks; null before their first day. */
  #closed: Day | null = null;
  #references = 0;

  /** @param publicKey key of the studio's account at the provider, which makes the banks' references unique */
  constructor(publicKey: string) {
    this.#tag = createHash('sha256').update(publicKey).digest('hex').slice(0, 6).toUpperCase();
    const newReference = (): string => this.#newReference();
    this.#banks = {
      sepa: new Bank(isoFormat(sepa), newReference),
      swiss: new Bank(isoFormat(swiss), newReference),
      ach: new Bank(achFormat, newReference),
      becs: new Bank(becsFormat, newReference),
    };
  }

  /** Returns the banks' day: that of the clock in Berlin, unless days were let pass for the banks. */
  today(now: Date): Day {
    const { day } = timeAt('Europe/Berlin', now);
    return this.#closed !== null && this.#closed > day ? this.#closed : day;
  }

  /** Returns whether a day is over for the banks, so that all its reports exist. */
  hasClosed(day: Day): boolean {
    return this.#closed !== null && this.#closed >= day;
  }

  accounts(): AccountView[] {
    return Object.values(this.#banks).flatMap((bank) =>
      bank.accountNumbers().map((number) => ({ bank: bank.name, number })),
    );
  }

  /** Lists the reports that were written up to a day, oldest first. */
  reports(until: Day): readonly Report[] {
    return this.#reports
      .filter(({ createdOn }) => createdOn <= until)
      .toSorted((one, other) => one.createdOn.localeCompare(other.createdOn));
  }

  /** Lists the accepted debits with what has been booked of them. */
  debits(): Omit<BankRow, 'account'>[] {
    return Object.values(this.#banks).flatMap((bank) => bank.debits((day) => this.hasClosed(day)));
  }

  apply(event: BankEvent, at: string): void {
    const now = new Date(at);
    this.#closed ??= addDays(this.today(now), -1);
    switch (event.type) {
      case 'bank.fileReceived':
        this.#receive(event.content, now, this.#closed);
        return;
      case 'bank.behaviourChanged':
        this.#behaviour = event.behaviour;
        return;
      case 'bank.daysPassed':
        while (this.#closed < event.until) this.#closeDay((this.#closed = addDays(this.#closed, 1)));
    }
  }

  #receive(content: string, now: Date, lastDay: Day): void {
    const receipt = this.#bankOf(content).receive(content, now, lastDay, this.#behaviour);
    this.files.push({ fileId: `file_${this.files.length + 1}`, ...receipt });
    const { account, receivedOn, statusReport } = receipt;
    if (statusReport !== null) {
      this.#deliver({ kind: 'pain.002', account, createdOn: receivedOn, content: statusReport });
    }
  }

  /** Returns the bank that takes a file. XML in no format that is taken goes to the SEPA bank, which refuses it. */
  #bankOf(content: string): Pick<Bank<BankFile, unknown>, 'receive'> {
    const { sepa: sepaBank, swiss: swissBank, ach, becs } = this.#banks;
    if (isDirectEntry(content)) return becs;
    if (isNacha(content)) return ach;
    return content.includes(swiss.namespace) ? swissBank : sepaBank;
  }

  #closeDay(day: Day): void {
    for (const bank of Object.values(this.#banks)) {
      for (const report of bank.closeDay(day, this.#behaviour)) this.#deliver(report);
    }
  }

  #deliver(report: Omit<Report, 'reportId'>): void {
    for (let copies = this.#behaviour.repeatReports === true ? 2 : 1; copies > 0; copies -= 1) {
      this.#reports.push({ reportId: `report_${this.#reports.length + 1}`, ...report });
    }
  }

  /** Returns a new reference of the banks, such as 4F2A9C000012. */
  #newReference(): string {
    this.#references += 1;
    return `${this.#tag}${String(this.#references).padStart(6, '0')}`;
  }
}
