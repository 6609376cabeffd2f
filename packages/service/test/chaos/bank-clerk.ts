import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import { performStaffAction } from '../../src/admin/staff-actions.js';
import { addTerm, calendarDateIn } from '../../src/core/calendar.js';
import type { Context } from '../../src/core/context.js';
import { StaffError } from '../../src/core/errors/staff-error.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { methodsOf, readFileOfBank } from '../../src/modules/payments/providers/bank/bank-files.js';
import { formatOf } from '../../src/modules/payments/providers/bank/bank-format.js';
import {
  bankBatches,
  bankEntries,
  bankFiles,
} from '../../src/modules/payments/providers/bank/bank.tables.js';
import type { BankMethod } from '../../src/modules/studios/studios.stored.js';
import { type Studio, studios } from '../../src/modules/studios/studios.tables.js';
import type { Finding } from '../support/reconciliation/finding.js';
import type { BankBehaviour, BankPortal, BankReport } from './bank-portal.js';
import { Random } from '@upc/server-kit/random';
import type { StudioOfPartner } from './studios.js';

/** Days of notice to payers, so that a run need not last weeks. */
const NOTICE_DAYS = 2;
const MOST_DAYS_AHEAD = 14;
/** Bank days until the last returns. They come when debits of ACH count as collected, which takes three. */
const MOST_DAYS_OF_RETURN = 10;

/** Chance of a fee per member and day. */
const FEE = 0.3;

/** Chances of what goes wrong in a round. */
const CHANCES = {
  twoClerks: 0.3,
  notHandedIn: 0.25,
  withdrawn: 0.15,
  handedInTwice: 0.2,
  fileRefused: 0.2,
  confirmedLater: 0.3,
  reportLater: 0.25,
  importedAgain: 0.2,
} as const;

/** The bank has had the file before. */
const DUPLICATE = 'AM05';

/**
 * Works for a studio that collects through its own bank: exports debits, hands the files in, and imports what the bank
 * reports. Two clerks may work at once, and a clerk may be interrupted after each step. What goes wrong in a round
 * follows from the seed and the number of the round.
 */
export class BankClerk {
  /** Number of times that each thing has happened. */
  readonly happened = new Map<string, number>();
  readonly findings: Finding[] = [];
  #round = 0;
  /** Files that were handed in, or whose batches were withdrawn. */
  readonly #handled = new Set<string>();
  /** Files that the bank has taken, and says so only in its portal. */
  readonly #toConfirm = new Set<string>();
  readonly #imported = new Set<string>();

  private constructor(
    private readonly context: Context,
    private readonly bank: BankPortal,
    private readonly seed: number,
    readonly of: StudioOfPartner,
    private readonly studio: Studio,
  ) {}

  /** Sets the studio's bank and its notice to payers, and begins to work for it. */
  static async begin(
    context: Context,
    bank: BankPortal,
    seed: number,
    of: StudioOfPartner,
  ): Promise<BankClerk> {
    const [studio] = await context.db.select().from(studios).where(eq(studios.publicKey, of.publicKey));
    if (!studio) throw new Error(`There is no studio ${of.publicKey}.`);
    const clerk = new BankClerk(context, bank, seed, of, { ...studio, bank: of.bank });
    await clerk.#perform('studio.set', {
      bank: of.bank,
      creditor: { ...studio.creditor, preNotificationDays: NOTICE_DAYS },
    });
    return clerk;
  }

  /** Methods that the bank collects. */
  get methods(): readonly BankMethod[] {
    return methodsOf(this.studio);
  }

  /** Adds a fee that is due to the accounts of some members whom the bank debits, and starts a payment run. */
  async chargeMembers(): Promise<void> {
    const random = Random.of(this.seed, 'fees', this.of.publicKey, this.#round);
    const { id: studioId, timeZone } = this.studio;
    const members = await this.context.db
      .select({ customerId: customers.id })
      .from(customers)
      .where(and(eq(customers.studioId, studioId), inArray(customers.paymentMethod, [...this.methods])))
      .orderBy(asc(customers.id));
    const dueDate = calendarDateIn(this.context.clock.now(), timeZone);
    for (const { customerId } of members) {
      if (!random.chance(FEE)) continue;
      const amount = random.between(500, 5000);
      await this.context.db.insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate });
      this.#count('fee');
    }
    await this.#perform('payment-run.start', {});
  }

  /**
   * Works once through everything that there is to do on a day.
   *
   * @param isReliable whether nothing goes wrong any more, so that the work comes to an end.
   */
  async work(isReliable = false): Promise<void> {
    this.#round += 1;
    const random = Random.of(this.seed, 'bank', this.of.publicKey, this.#round);
    const goesWrong = (what: keyof typeof CHANCES): boolean => {
      const isWrong = random.chance(CHANCES[what]) && !isReliable;
      if (isWrong) this.#count(what);
      return isWrong;
    };
    const today = calendarDateIn(this.context.clock.now(), this.studio.timeZone);
    await this.bank.behave(behaviourBy(random, goesWrong('fileRefused')));
    // The bank's day becomes that of the service, so that both agree on the days for which a file is in time.
    await this.bank.reports(today);
    const until = addTerm(today, { value: MOST_DAYS_AHEAD, unit: 'DAY' });
    for (const method of this.methods) {
      await this.#together(goesWrong('twoClerks'), () => this.#try('bank.export', { until, method }));
    }
    for (const file of await this.#filesToHandIn()) {
      if (goesWrong('notHandedIn')) continue;
      if (goesWrong('withdrawn')) await this.#withdraw(file.messageId, 'NOT_HANDED_IN');
      else await this.#handIn(file, goesWrong('handedInTwice'));
      this.#handled.add(file.messageId);
    }
    for (const messageId of this.#toConfirm) {
      if (goesWrong('confirmedLater')) continue;
      await this.#together(goesWrong('twoClerks'), () => this.#try('bank-file.confirm', { messageId }));
      this.#toConfirm.delete(messageId);
    }
    const reports = (await this.bank.reports(today)).filter(({ reportId }) => !this.#imported.has(reportId));
    for (const report of shuffled(reports, random)) {
      if (goesWrong('reportLater')) continue;
      await this.#together(goesWrong('twoClerks'), () => this.#import(report));
      if (goesWrong('importedAgain')) await this.#import(report);
      this.#imported.add(report.reportId);
    }
    await this.#decideEntries();
  }

  /** Lists files that nobody has handed in, also those of a clerk who was interrupted after the export. */
  async #filesToHandIn(): Promise<WrittenFile[]> {
    const files = await this.context.db
      .select({ messageId: bankFiles.messageId, method: bankFiles.paymentMethod })
      .from(bankFiles)
      .where(
        and(
          eq(bankFiles.studioId, this.studio.id),
          eq(bankFiles.direction, 'OUT'),
          notInArray(bankFiles.messageId, [...this.#handled]),
        ),
      )
      .orderBy(asc(bankFiles.createdAt));
    return files.flatMap(({ messageId, method }) => (method ? [{ messageId, method }] : []));
  }

  async #handIn({ messageId, method }: WrittenFile, isRepeated: boolean): Promise<void> {
    let isTaken = false;
    for (let times = isRepeated ? 2 : 1; times > 0; times -= 1) {
      const { content } = await readFileOfBank(this.context, this.studio.id, messageId);
      const { status, faults } = await this.bank.handIn(content, method);
      isTaken ||= status !== 'RJCT' || faults.some(({ reason }) => reason === DUPLICATE);
      this.#count('file handed in');
      for (const { reason } of faults) this.#count(`refused ${reason}`);
    }
    if (formatOf(method).collectedAfterBankDays === undefined) return;
    // No report will say what the portal says now.
    if (isTaken) this.#toConfirm.add(messageId);
    else await this.#withdraw(messageId, 'CANCELLED_AT_BANK');
  }

  async #withdraw(messageId: string, because: 'NOT_HANDED_IN' | 'CANCELLED_AT_BANK'): Promise<void> {
    const batches = await this.context.db
      .select({ batchId: bankBatches.id })
      .from(bankBatches)
      .innerJoin(bankFiles, eq(bankFiles.id, bankBatches.fileId))
      .where(eq(bankFiles.messageId, messageId));
    for (const { batchId } of batches) {
      await this.#try('bank-batch.withdraw', { batchId, because });
    }
  }

  #import({ content }: BankReport): Promise<void> {
    return this.#try('bank.import', { content: Buffer.from(content).toString('base64') });
  }

  /**
   * Decides as careful staff do. A credit that differs from its batch means that the report on refused debits was not
   * imported yet; a report about an earlier file, or about what is changed by hand, concerns nothing here.
   */
  async #decideEntries(): Promise<void> {
    const entries = await this.context.db
      .select()
      .from(bankEntries)
      .where(and(eq(bankEntries.studioId, this.studio.id), eq(bankEntries.status, 'OPEN')));
    for (const { id, problem, isCredit } of entries) {
      const isShortCredit = problem === 'AMOUNT' && isCredit;
      // A file was handed in twice, or the payer's account has changed in a way that has no effect.
      if (!isShortCredit && problem !== 'DUPLICATE' && problem !== 'CHANGE') {
        this.findings.push({
          kind: 'wrong',
          what: `entry ${id} of the bank could not be assigned: ${problem}`,
        });
      }
      await this.#try('bank-entry.decide', { entryId: id, decision: isShortCredit ? 'BOOK' : 'DISMISS' });
    }
  }

  /** Lets one clerk work, or two at once. */
  async #together(areTwo: boolean, work: () => Promise<void>): Promise<void> {
    await Promise.all(areTwo ? [work(), work()] : [work()]);
  }

  /** Performs an action that may be refused, because another clerk was faster or there is nothing to do. */
  async #try(name: string, input: object): Promise<void> {
    try {
      await this.#perform(name, input);
      this.#count(name);
    } catch (error) {
      if (!(error instanceof StaffError)) throw error;
      const isExpected = /No debit of studio|imported before|has an outcome|already|no batch that waits/.test(
        error.message,
      );
      if (!isExpected) this.findings.push({ kind: 'wrong', what: `${name} was refused: ${error.message}` });
      this.#count(`${name} refused`);
    }
  }

  async #perform(name: string, input: object): Promise<void> {
    const studioId = this.studio.id;
    await performStaffAction(this.context, { name, studioId, actor: 'chaos', input, traceId: 'chaos' });
  }

  #count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }
}

interface WrittenFile {
  readonly messageId: string;
  readonly method: BankMethod;
}

function behaviourBy(random: Random, refusesFiles: boolean): BankBehaviour {
  return {
    ...(refusesFiles && { refuseFiles: 'AM10' }),
    returnAfterDays: random.chance(0.3) ? random.between(4, MOST_DAYS_OF_RETURN) : random.between(1, 3),
    repeatReports: random.chance(0.3),
    lateByDays: random.between(0, 2),
    reportReturnsTwice: random.chance(0.3),
  };
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
