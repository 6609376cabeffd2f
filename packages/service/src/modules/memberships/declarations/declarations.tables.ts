import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { customers } from '../../customers/customers.tables.js';
import { studioId } from '../../studios/studios.tables.js';
import { contracts } from '../contracts/contracts.tables.js';

export const CANCELATION_KINDS = ['ORDINARY_CANCELATION', 'EXTRAORDINARY_CANCELATION'] as const;
export type DeclarationKind = (typeof CANCELATION_KINDS)[number] | 'WITHDRAWAL';

/**
 * RECEIVED: the queue has not looked for its contract yet. OPEN: staff have to decide. DONE: carried out. CLOSED: staff
 * have decided that nothing is to be done.
 */
export type DeclarationStatus = 'RECEIVED' | 'OPEN' | 'DONE' | 'CLOSED';

/**
 * Why staff have to decide. NOT_MATCHED: no contract has this number, name and e-mail address. EXTRAORDINARY: the
 * reason has to be judged. NOT_POSSIBLE: the contract is already cancelled or has ended, cannot end on that day,
 * or can no longer be withdrawn from.
 */
export type DeclarationProblem = 'NOT_MATCHED' | 'EXTRAORDINARY' | 'NOT_POSSIBLE';

/** What members have declared on a public page, without an account. */
export const declarations = pgTable(
  'declarations',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 810001 }),
    /**
     * Made from the form and its content, so that a form sent twice is one declaration. Only the sender's page knows it.
     * The content is bound to it.
     */
    key: uuid('key').notNull().unique(),
    studioId: studioId(),
    kind: text('kind').$type<DeclarationKind>().notNull(),
    status: text('status').$type<DeclarationStatus>().notNull(),
    /** null unless the status is OPEN. */
    problem: text('problem').$type<DeclarationProblem>(),
    /** What the member wrote and the acknowledgement that they were given, as JSON encrypted with AES-256-GCM. */
    contentEncrypted: text('content_encrypted').notNull(),
    /** The contract and its customer, once they are known. */
    contractId: id64('contract_id').references(() => contracts.id),
    customerId: id64('customer_id').references(() => customers.id),
    receivedAt: instant('received_at').notNull(),
    /** Time at which it was done or closed. */
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('declarations_received')
      .on(table.receivedAt)
      .where(sql`status = 'RECEIVED'`),
    index('declarations_open')
      .on(table.studioId, table.id)
      .where(sql`status = 'OPEN'`),
    index('declarations_by_customer').on(table.customerId),
    index('declarations_closed')
      .on(table.closedAt)
      .where(sql`customer_id is null`),
  ],
);
