import type { Schemas } from '@upc/contract/gateway';
import type { CalendarDate } from '../../../../core/calendar.js';
import type { BankMethod } from '../../../studios/studios.stored.js';
import type { BatchType } from './collection.js';

/** A file that can be imported: what a bank reports, or a file written here that is missing after a restore. */
export type BankResponse = StatusReport | AccountReport | SentCollection;

/** The bank's status of a file that it received (pain.002). */
export interface StatusReport {
  readonly kind: 'STATUS_REPORT';
  /** Such as `pain.002.001.10`. */
  readonly messageType: string;
  readonly messageId: string;
  readonly original: {
    readonly messageId: string;
    /** Number of debits and total in minor units of the original file, if the bank repeats them. */
    readonly count: number | null;
    readonly total: number | null;
    readonly line: number;
  };
  /** Status of the whole file; null if the bank reports only parts of it. */
  readonly status: BankStatus | null;
  readonly reason: string | null;
  readonly batches: readonly BatchStatus[];
}

/** RECEIVED: ACTC, ACCP, ACSP, ACSC, ACWC, RCVD or PDNG. PARTLY: PART, in which only the named debits are refused. */
export type BankStatus = 'RECEIVED' | 'PARTLY' | 'REFUSED';

export interface BatchStatus {
  /** Null if the bank names no batch for these debits. */
  readonly batchId: string | null;
  readonly line: number;
  readonly status: BankStatus | null;
  readonly reason: string | null;
  readonly debits: readonly DebitReport[];
}

/** Entries of accounts (camt.053 and camt.054), or returns and notifications of change (Nacha). */
export interface AccountReport {
  readonly kind: 'ACCOUNT_REPORT';
  readonly messageType: string;
  readonly messageId: string;
  readonly statements: readonly AccountStatement[];
}

export interface AccountStatement {
  readonly statementId: string;
  /** See `accountOf`: an IBAN, or the id of the company. */
  readonly account: string;
  readonly line: number;
  /** Booked entries that concern direct debits. Pending ones are left out. */
  readonly entries: readonly AccountEntry[];
  /** Number of entries that concern anything else. */
  readonly others: number;
}

/** One entry: the credit of a batch or of one debit, or what was taken back. */
export interface AccountEntry {
  readonly line: number;
  readonly isCredit: boolean;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly bookedOn: CalendarDate;
  /** The batch that is credited as a whole (PmtInfId). */
  readonly batchId: string | null;
  /** The bank's own reference, if any. */
  readonly bankReference: string | null;
  readonly debits: readonly DebitReport[];
}

/** What a bank reports about one debit. */
export interface DebitReport {
  readonly line: number;
  readonly endToEndId: string | null;
  readonly mandateReference: string | null;
  /** Minor units; null if the bank does not say. In an entry without debits, this is the entry's own amount. */
  readonly amount: number | null;
  /**
   * CHANGED: nothing was booked; the bank only reports that the account has changed. DISPUTED: banks argue about an
   * earlier report, so that staff must decide.
   */
  readonly status: 'ACCEPTED' | 'REFUSED' | 'RETURNED' | 'CHANGED' | 'DISPUTED';
  /** ISO external code, such as AM04, or Nacha's, such as R01 or C01; null for what is accepted. */
  readonly reason: string | null;
  /** What has changed of the payer's account, if the bank reports that (SMNDA; notification of change). */
  readonly newAccount: NewAccount | null;
}

/** Parts of a payer's account, as the payment details contain them. */
export type NewAccount = Pick<
  Schemas['PaymentDetails'],
  'iban' | 'bankLocationId' | 'accountNumber' | 'accountType'
>;

/** A file of debits that this service wrote and the bank has received (pain.008 or Nacha). */
export interface SentCollection {
  readonly kind: 'COLLECTION';
  readonly messageType: string;
  readonly messageId: string;
  readonly line: number;
  readonly method: BankMethod;
  /** The account that is credited; see `accountOf`. */
  readonly account: string;
  readonly batches: readonly {
    readonly id: string;
    readonly line: number;
    readonly executionOn: CalendarDate;
    readonly type: BatchType | null;
    readonly debits: readonly (Pick<DebitReport, 'line'> & {
      readonly endToEndId: string;
      /** Null in formats that do not name it. */
      readonly mandateReference: string | null;
      readonly amount: number;
    })[];
  }[];
}
