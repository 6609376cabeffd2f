import type { Schemas } from '@upc/contract/gateway';
import type { CalendarDate } from '../../../../core/calendar.js';

/** SEPA Core rulebook: first, following, single and last collection under a mandate. */
export const SEQUENCE_TYPES = ['FRST', 'RCUR', 'OOFF', 'FNAL'] as const;
export type SequenceType = (typeof SEQUENCE_TYPES)[number];

/** A file with which a creditor asks its bank to collect debits. */
export interface Collection {
  /** At most 35 characters, unique at the bank. */
  readonly messageId: string;
  readonly createdAt: Date;
  readonly creditor: {
    readonly name: string;
    readonly address: Schemas['Address'];
    readonly identifier: string;
    /** Account that is credited, without spaces. */
    readonly iban: string;
    readonly bic: string | null;
  };
  readonly currency: string;
  readonly batches: readonly CollectionBatch[];
}

/** Debits that are executed on the same day and have the same sequence type. */
export interface CollectionBatch {
  /** At most 35 characters, unique within the creditor's files. */
  readonly id: string;
  readonly executionOn: CalendarDate;
  readonly sequenceType: SequenceType;
  readonly debits: readonly CollectionDebit[];
}

export interface CollectionDebit {
  /** At most 35 characters. */
  readonly endToEndId: string;
  /** Minor units. */
  readonly amount: number;
  readonly mandate: {
    readonly reference: string;
    readonly signedOn: CalendarDate;
    /** Whether the payer's account has changed since the last collection. */
    readonly hasNewAccount: boolean;
  };
  readonly payer: {
    readonly name: string;
    readonly iban: string;
    readonly address?: Schemas['Address'];
  };
  /** The text on the payer's bank statement. */
  readonly text: string;
}
