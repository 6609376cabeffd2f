import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Schemas } from '@upc/contract/gateway';
import { instant, minorUnits } from '../../../../core/database/columns.js';
import type { BankMethod } from '../../../studios/studios.stored.js';
import { studioId } from '../../../studios/studios.tables.js';
import type { BatchType } from './collection.js';

/**
 * NEW: nobody has agreed yet. ACTIVE: may be debited. ENDED: may not be debited any more, because it was cancelled here
 * or the bank has reported that it cannot be used.
 */
export type MandateStatus = 'NEW' | 'ACTIVE' | 'ENDED';

/** Mandates under which the studio's own bank collects, as they are now. The signed documents are in `mandates`. */
export const bankMandates = pgTable(
  'bank_mandates',
  {
    /** The id of the payment that collected it; the provider's reference of intent and instrument. */
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    paymentMethod: text('payment_method').$type<BankMethod>().notNull(),
    status: text('status').$type<MandateStatus>().notNull(),
    reference: text('reference'),
    paymentType: text('payment_type').$type<Schemas['MandateOffer']['paymentType']>(),
    signedOn: date('signed_on'),
    /** The scheme's code of the reason for which the bank refuses further debits. */
    endReason: text('end_reason'),
    /** The payer's account, encrypted. Deleted when nothing can be collected or returned any more. */
    payerEncrypted: text('payer_encrypted'),
    /** Time at which the payer's account changed under the mandate; the next collection tells the bank. */
    accountChangedAt: instant('account_changed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('bank_mandates_ended')
      .on(table.id)
      .where(sql`status = 'ENDED' and payer_encrypted is not null`),
  ],
);

/**
 * WAITING: not in a file, or in one that the bank did not carry out. SENT: in a file. COLLECTED: the bank has credited
 * it. REFUSED: not carried out. RETURNED: taken back after it was sent. CANCELLED: not sent any more.
 */
export type DebitStatus = 'WAITING' | 'SENT' | 'COLLECTED' | 'REFUSED' | 'RETURNED' | 'CANCELLED';

/** Debits of the studios' own banks. */
export const bankDebits = pgTable(
  'bank_debits',
  {
    /** The id of the usage or charge: the movement's key and the provider's reference. A pre-note has an id of its own. */
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    mandateId: uuid('mandate_id')
      .notNull()
      .references(() => bankMandates.id),
    /** The mandate's. */
    paymentMethod: text('payment_method').$type<BankMethod>().notNull(),
    /** 0: a pre-note, which belongs to no payment. */
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    statementText: text('statement_text').notNull(),
    status: text('status').$type<DebitStatus>().notNull(),
    /** First day on which it may be collected, after the notice to the payer. */
    dueOn: date('due_on').notNull(),
    /** Number of the file that it is, or will be, part of. Each has another end-to-end id. */
    attempt: integer('attempt').notNull().default(1),
    batchId: text('batch_id'),
    /** The last batch that was not carried out with it. */
    earlierBatchId: text('earlier_batch_id'),
    sentAt: instant('sent_at'),
    /** The scheme's code of the reason for a refusal or return. */
    reason: text('reason'),
    /** Time at which partners were told the day of the debit; it is not sent before. */
    announcedAt: instant('announced_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('bank_debits_by_mandate').on(table.mandateId, table.status),
    index('bank_debits_by_batch').on(table.batchId),
    index('bank_debits_waiting')
      .on(table.studioId, table.paymentMethod, table.dueOn)
      .where(sql`status = 'WAITING'`),
    index('bank_debits_to_announce')
      .on(table.createdAt)
      .where(sql`announced_at is null`),
  ],
);

/** Files written for a bank (OUT) and received from it (IN). Their content never changes. */
export const bankFiles = pgTable(
  'bank_files',
  {
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    direction: text('direction').$type<'OUT' | 'IN'>().notNull(),
    /** Of a file written here: the method of its debits. */
    paymentMethod: text('payment_method').$type<BankMethod>(),
    /** The studio's account that the file concerns, see `accountOf`; null for a status report. */
    account: text('account'),
    /** Such as `pain.008.001.08` or `NACHA`. */
    messageType: text('message_type').notNull(),
    messageId: text('message_id').notNull(),
    sha256: text('sha256').notNull(),
    /** The file in base64, encrypted; null once its retention period has ended. */
    contentEncrypted: text('content_encrypted'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('bank_files_by_message').on(
      table.studioId,
      table.direction,
      table.messageType,
      table.messageId,
    ),
    index('bank_files_with_content')
      .on(table.createdAt)
      .where(sql`content_encrypted is not null`),
  ],
);

/**
 * SENT: in a file. RECEIVED: the bank has confirmed it. BOOKED: credited. REFUSED by the bank, or WITHDRAWN by staff:
 * its debits wait again.
 */
export type BatchStatus = 'SENT' | 'RECEIVED' | 'BOOKED' | 'REFUSED' | 'WITHDRAWN';

/** Debits of a file that are executed on one day and have one type. */
export const bankBatches = pgTable(
  'bank_batches',
  {
    id: text('id').primaryKey(),
    studioId: studioId(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => bankFiles.id),
    executionOn: date('execution_on').notNull(),
    /** The sequence type of SEPA, or the entry class of ACH; null in other schemes. */
    type: text('type').$type<BatchType>(),
    count: integer('count').notNull(),
    total: minorUnits('total').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    status: text('status').$type<BatchStatus>().notNull(),
    /** The scheme's code of the reason for a refusal, or what staff gave as the reason. */
    reason: text('reason'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('bank_batches_by_file').on(table.fileId),
    index('bank_batches_by_studio').on(table.studioId, table.executionOn),
    index('bank_batches_open')
      .on(table.executionOn)
      .where(sql`status in ('SENT', 'RECEIVED')`),
  ],
);

/** OPEN: staff must decide. ASSIGNED to the debit that was returned, or to the batch that was credited. DISMISSED: it concerns nothing here. */
export type EntryStatus = 'OPEN' | 'ASSIGNED' | 'DISMISSED';

/** What a bank has reported about debits that cannot be found here, or that contradicts what is known. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => bankFiles.id),
    line: integer('line').notNull(),
    status: text('status').$type<EntryStatus>().notNull(),
    /** Why it is listed. */
    problem: text('problem').$type<EntryProblem>().notNull(),
    isCredit: boolean('is_credit').notNull(),
    amount: minorUnits('amount'),
    reason: text('reason'),
    /** The bank's references, encrypted. */
    referencesEncrypted: text('references_encrypted').notNull(),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [index('bank_entries_by_studio').on(table.studioId, table.status, table.createdAt)],
);

/**
 * UNKNOWN: no such debit or batch. AMOUNT: another amount than was sent. ENDED: it concerns a debit or batch that was
 * refused, withdrawn or cancelled, so that the bank may have collected it nevertheless. DUPLICATE: the bank refuses a
 * file, batch or debit because it has had it before, so that the first may have been carried out. CHANGE: the payer's
 * account has changed in a way that only staff can enter.
 */
export type EntryProblem = 'UNKNOWN' | 'AMOUNT' | 'ENDED' | 'DUPLICATE' | 'CHANGE';
