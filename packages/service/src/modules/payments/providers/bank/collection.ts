import type { Schemas } from '@upc/contract/gateway';
import type { CalendarDate } from '../../../../core/calendar.js';
import type { BankMethod, StudioBank } from '../../../studios/studios.stored.js';
import type { BankCalendar } from './bank-days.js';

/** SEPA Core rulebook: first, following, single and last collection under a mandate. */
export const SEQUENCE_TYPES = ['FRST', 'RCUR', 'OOFF', 'FNAL'] as const;
export type SequenceType = (typeof SEQUENCE_TYPES)[number];

/** Nacha Operating Rules: authorised online, authorised in writing, and debited from a business. */
export const ENTRY_CLASSES = ['WEB', 'PPD', 'CCD'] as const;
export type EntryClass = (typeof ENTRY_CLASSES)[number];

/** What the debits of a batch have in common besides the day, in schemes that require it. */
export type BatchType = SequenceType | EntryClass;

/** A file with which a creditor asks its bank to collect debits. */
export interface Collection<M extends BankMethod = BankMethod> {
  /** At most 35 characters, unique at the bank. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** Time zone of the bank. */
  readonly timeZone: string;
  /** Number of the creditor's files with this account that were written before on this day. */
  readonly earlierToday: number;
  readonly creditor: Schemas['Creditor'];
  /** The account that is credited, and what the bank has agreed with the creditor. */
  readonly bank: Required<StudioBank>[M];
  readonly currency: string;
  readonly batches: readonly CollectionBatch[];
}

/** Debits that are executed on the same day and have the same type. */
export interface CollectionBatch {
  /** The file's message id, a hyphen and the number of the batch in the file, from 1. */
  readonly id: string;
  readonly executionOn: CalendarDate;
  /** Null in schemes without types. */
  readonly type: BatchType | null;
  readonly debits: readonly CollectionDebit[];
}

export interface CollectionDebit {
  /** See `BankFormat.endToEndId`. */
  readonly endToEndId: string;
  /** Minor units. 0: it only checks the account (ACH pre-note). */
  readonly amount: number;
  readonly mandate: {
    readonly reference: string;
    readonly signedOn: CalendarDate;
    readonly isRecurrent: boolean;
    /** Whether the payer's account has changed since the last collection. */
    readonly hasNewAccount: boolean;
  };
  readonly payer: Schemas['PaymentDetails'];
  /** The text on the payer's bank statement. */
  readonly text: string;
}

/** The file in which banks take the debits of a method, and the scheme's rules about it. */
export interface BankFormat<M extends BankMethod = BankMethod> {
  /** Such as `pain.008.001.08`. */
  readonly messageType: string;
  /** Extension of the file's name. */
  readonly extension: 'xml' | 'ach' | 'aba';
  readonly calendar: BankCalendar;
  /** Calendar days ahead for which banks take debits. */
  readonly mostDaysAhead: number;
  /** Months after which a mandate that was not used may not be used any more; null if the scheme has no such rule. */
  readonly mandateMonths: number | null;
  /**
   * Set in schemes whose banks report only what fails. A debit counts as collected once so many bank days have passed
   * since its execution.
   */
  readonly collectedAfterBankDays?: number;
  /**
   * Set in schemes in which a pre-note of 0 checks each new account. A debit is sent once the pre-note counts as
   * collected.
   */
  readonly hasPreNotes?: true;
  /** Set in formats in which all debits of a file are executed on the same day. */
  readonly hasOneDayPerFile?: true;

  /** Builds the reference by which the bank's reports name a debit; see `debitNamed`. */
  endToEndId(debit: { readonly id: string; readonly attempt: number }): string;

  /** Returns the type of the batch that a debit belongs to. */
  batchType(
    mandate: { readonly paymentType: Schemas['MandateOffer']['paymentType'] | null },
    place: { readonly isFirst: boolean; readonly isLast: boolean },
    payer: Schemas['PaymentDetails'],
    bank: Required<StudioBank>[M],
  ): BatchType | null;

  /** Returns why a bank would refuse a debit, or null. The text contains no personal data. */
  faultOf(debit: CollectionDebit, collection: Pick<Collection<M>, 'creditor' | 'bank'>): string | null;

  /**
   * Writes the file.
   *
   * @throws StaffError when a bank would refuse it.
   */
  write(collection: Collection<M>): string;
}
