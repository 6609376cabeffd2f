import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../core/calendar.js';
import type { Database } from '../core/database/database.js';
import { formatOf } from '../modules/payments/providers/bank/bank-format.js';
import { bankDebits } from '../modules/payments/providers/bank/bank.tables.js';
import { BANK_METHODS, type BankMethod } from '../modules/studios/studios.stored.js';

/** Debits of a studio and method that wait for a file and are due on one day. */
export interface WaitingDebits {
  readonly studioId: number;
  readonly method: BankMethod;
  readonly dueOn: CalendarDate;
  /** Number of debits, without pre-notes. */
  readonly debits: number;
  /** Minor units. */
  readonly total: number;
  readonly preNotes: number;
  /** Debits of which partners do not know yet; no file contains them before. */
  readonly notAnnounced: number;
  /** Debits that are not sent before their account is checked by a pre-note. */
  readonly notChecked: number;
}

/** Counts the debits that wait, by studio, method and day. */
export async function waitingDebits(db: Database, studioIds: readonly number[]): Promise<WaitingDebits[]> {
  const { studioId, mandateId, paymentMethod, dueOn, amount, announcedAt, status } = bankDebits;
  const isDebit = sql`${amount} > 0`;
  const checked = BANK_METHODS.filter((method) => formatOf(method).hasPreNotes);
  const isUnchecked = sql`${inArray(paymentMethod, checked)} and not exists (
    select 1 from ${bankDebits} pre where pre.mandate_id = ${mandateId} and pre.amount = 0
      and pre.status not in ('WAITING', 'SENT'))`;
  const count = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number);
  return db
    .select({
      ...{ studioId, method: paymentMethod, dueOn },
      debits: count(isDebit),
      total: sql`sum(${amount})`.mapWith(Number),
      preNotes: count(sql`${amount} = 0`),
      notAnnounced: count(sql`${announcedAt} is null`),
      notChecked: count(sql`${isDebit} and ${isUnchecked}`),
    })
    .from(bankDebits)
    .where(and(eq(status, 'WAITING'), inArray(studioId, [...studioIds])))
    .groupBy(studioId, paymentMethod, dueOn)
    .orderBy(asc(studioId), asc(paymentMethod), asc(dueOn));
}
