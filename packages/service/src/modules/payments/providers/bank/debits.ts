import { and, eq, inArray, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Context } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { queueReturnChecksNow } from '../../returns/returns.job.js';
import { type BatchStatus, bankBatches, bankDebits, type DebitStatus } from './bank.tables.js';
import type { NamedDebit } from './end-to-end-id.js';

/*
 * Only this file changes the status of debits and batches, under the lock of the studio's files or by a statement that
 * checks the status before.
 */

export type Debit = typeof bankDebits.$inferSelect;
export type Batch = typeof bankBatches.$inferSelect;

/** Statuses that a debit can have before each status. */
const BEFORE: Readonly<Record<Exclude<DebitStatus, 'WAITING' | 'SENT'>, readonly DebitStatus[]>> = {
  COLLECTED: ['SENT'],
  REFUSED: ['WAITING', 'SENT'],
  RETURNED: ['SENT', 'COLLECTED'],
  CANCELLED: ['WAITING'],
};

/**
 * Changes the status of a debit, and closes its batch if no other debit of it has an open outcome.
 *
 * @returns false when its status does not allow that.
 */
export async function changeDebit(
  context: Pick<Context, 'clock'>,
  tx: Database,
  id: string,
  to: keyof typeof BEFORE,
  reason: string | null = null,
  from: readonly DebitStatus[] = BEFORE[to],
): Promise<boolean> {
  const [changed] = await tx
    .update(bankDebits)
    .set({ status: to, reason, updatedAt: context.clock.now() })
    .where(and(eq(bankDebits.id, id), inArray(bankDebits.status, [...from])))
    .returning({ batchId: bankDebits.batchId });
  if (!changed) return false;
  if (changed.batchId !== null) await closeDecidedBatch(context, tx, changed.batchId);
  return true;
}

async function closeDecidedBatch(
  context: Pick<Context, 'clock'>,
  tx: Database,
  batchId: string,
): Promise<void> {
  const isOfBatch = eq(bankDebits.batchId, batchId);
  if ((await tx.$count(bankDebits, and(isOfBatch, eq(bankDebits.status, 'SENT')))) > 0) return;
  const carriedOut = await tx.$count(
    bankDebits,
    and(isOfBatch, inArray(bankDebits.status, ['COLLECTED', 'RETURNED'])),
  );
  await closeBatch(context, tx, batchId, carriedOut > 0 ? 'BOOKED' : 'REFUSED', null);
}

/**
 * Records that the bank has collected a debit although it seemed refused, returned, cancelled or not sent.
 *
 * @param attempt the one that was collected, by which the bank names the debit from now on
 */
export async function collectNevertheless(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { id, attempt }: Pick<Debit, 'id' | 'attempt'>,
): Promise<boolean> {
  const from = ['WAITING', 'SENT', 'REFUSED', 'RETURNED', 'CANCELLED'] as const;
  if (!(await changeDebit(context, tx, id, 'COLLECTED', null, from))) return false;
  await tx.update(bankDebits).set({ attempt }).where(eq(bankDebits.id, id));
  return true;
}

/** Puts waiting debits into a batch. The caller holds the bank's lock. */
export async function sendDebits(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  ids: readonly string[],
  batchId: string,
): Promise<void> {
  const now = clock.now();
  const sent = await tx
    .update(bankDebits)
    .set({ status: 'SENT', batchId, sentAt: now, updatedAt: now })
    .where(and(inArray(bankDebits.id, [...ids]), eq(bankDebits.status, 'WAITING')))
    .returning({ id: bankDebits.id });
  if (sent.length !== ids.length) throw new Error('A debit was changed without the lock of its bank.');
}

/**
 * Puts a debit into the batch of a file that was written before the database was restored.
 *
 * @param debit as the file names it; earlier attempts were lost, too, or were imported before
 * @returns false when it neither waits nor is in an earlier file.
 */
export async function sendAgain(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  { which, attempt, amount }: NamedDebit & Pick<Debit, 'amount'>,
  batchId: string,
): Promise<boolean> {
  const now = clock.now();
  const { status, attempt: known } = bankDebits;
  const isOlder = or(
    and(eq(status, 'WAITING'), lte(known, attempt)),
    and(eq(status, 'SENT'), lt(known, attempt)),
  );
  const sent = await tx
    .update(bankDebits)
    .set({
      status: 'SENT',
      attempt,
      batchId,
      earlierBatchId: sql`coalesce(${bankDebits.batchId}, ${bankDebits.earlierBatchId})`,
      sentAt: now,
      updatedAt: now,
    })
    .where(and(which, eq(bankDebits.amount, amount), isOlder))
    .returning({ id: bankDebits.id });
  return sent.length > 0;
}

/** Queues the checks by which the payments of debits are reversed or booked again. Pre-notes belong to no payment. */
export async function checkPayments(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  debits: readonly Pick<Debit, 'id' | 'amount'>[],
): Promise<void> {
  const ids = debits.filter(({ amount }) => amount > 0).map(({ id }) => id);
  await queueReturnChecksNow(tx, ids, clock.now());
}

/** Cancels the pre-notes of mandates that wait for a file although no debit waits for them. */
export async function cancelPreNotes(tx: Database, mandateIds: readonly string[], now: Date): Promise<void> {
  const isNeeded = sql`exists (select 1 from ${bankDebits} debits where debits.mandate_id = ${bankDebits.mandateId}
    and debits.amount > 0 and debits.status = 'WAITING')`;
  await tx
    .update(bankDebits)
    .set({ status: 'CANCELLED', updatedAt: now })
    .where(
      and(
        inArray(bankDebits.mandateId, [...mandateIds]),
        eq(bankDebits.amount, 0),
        eq(bankDebits.status, 'WAITING'),
        not(isNeeded),
      ),
    );
}

/** Statuses of batches whose outcome is not known yet. */
export const OPEN_STATUSES: readonly BatchStatus[] = ['SENT', 'RECEIVED'];

/** Returns whether the bank can still credit or refuse a batch, or staff withdraw it. */
export const isOpen = ({ status }: Pick<Batch, 'status'>): boolean => OPEN_STATUSES.includes(status);

/** Records that the bank has confirmed a batch. */
export async function confirmBatch(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  id: string,
): Promise<void> {
  await tx
    .update(bankBatches)
    .set({ status: 'RECEIVED', updatedAt: clock.now() })
    .where(and(eq(bankBatches.id, id), eq(bankBatches.status, 'SENT')));
}

/** Closes a batch: credited, refused by the bank, or withdrawn by staff. @returns false when it was closed before. */
async function closeBatch(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  id: string,
  status: BatchStatus,
  reason: string | null,
): Promise<boolean> {
  const closed = await tx
    .update(bankBatches)
    .set({ status, reason, updatedAt: clock.now() })
    .where(and(eq(bankBatches.id, id), inArray(bankBatches.status, [...OPEN_STATUSES])))
    .returning({ id: bankBatches.id });
  return closed.length > 0;
}

/** Records that the bank has credited a batch: its debits are collected, except those that were taken back before. */
export async function bookBatch(context: Pick<Context, 'clock'>, tx: Database, id: string): Promise<boolean> {
  if (!(await closeBatch(context, tx, id, 'BOOKED', null))) return false;
  await tx
    .update(bankDebits)
    .set({ status: 'COLLECTED', updatedAt: context.clock.now() })
    .where(and(eq(bankDebits.batchId, id), eq(bankDebits.status, 'SENT')));
  return true;
}

/**
 * Records that the bank has carried out a batch that was refused or withdrawn here. Its debits, which wait, are collected,
 * and have the end-to-end ids of that batch again.
 *
 * @returns false when one of them has changed since, so that it is not clear what was collected.
 */
export async function bookFreedBatch(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  { id, count }: Pick<Batch, 'id' | 'count'>,
): Promise<boolean> {
  const isFreed = and(eq(bankDebits.earlierBatchId, id), eq(bankDebits.status, 'WAITING'));
  const freed = await tx.$count(bankDebits, isFreed);
  const decidedBefore = await tx.$count(bankDebits, eq(bankDebits.batchId, id));
  if (freed + decidedBefore !== count) return false;
  const now = clock.now();
  await tx
    .update(bankDebits)
    .set({ status: 'COLLECTED', batchId: id, attempt: sql`${bankDebits.attempt} - 1`, updatedAt: now })
    .where(isFreed);
  await tx.update(bankBatches).set({ status: 'BOOKED', updatedAt: now }).where(eq(bankBatches.id, id));
  return true;
}

/**
 * Records that nothing is known of a batch whose debits count as collected only because the bank has returned none.
 *
 * @returns false when one was returned, so that the bank has carried it out.
 */
export async function reopenBatch(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  id: string,
): Promise<boolean> {
  const isOfBatch = eq(bankDebits.batchId, id);
  if ((await tx.$count(bankDebits, and(isOfBatch, eq(bankDebits.status, 'RETURNED')))) > 0) return false;
  const now = clock.now();
  await tx
    .update(bankBatches)
    .set({ status: 'SENT', updatedAt: now })
    .where(and(eq(bankBatches.id, id), eq(bankBatches.status, 'BOOKED')));
  await tx
    .update(bankDebits)
    .set({ status: 'SENT', updatedAt: now })
    .where(and(isOfBatch, eq(bankDebits.status, 'COLLECTED')));
  return true;
}

/**
 * Lets the debits of a batch wait for the next file, because the bank has not carried it out. Each of them gets another
 * end-to-end id, so that a late report about this batch is not taken for one about the next.
 *
 * @returns false when the batch was closed before, so that its debits are freed once.
 */
export async function freeBatch(
  context: Pick<Context, 'clock'>,
  tx: Database,
  id: string,
  status: 'REFUSED' | 'WITHDRAWN',
  reason: string | null,
): Promise<boolean> {
  if (!(await closeBatch(context, tx, id, status, reason))) return false;
  await tx
    .update(bankDebits)
    .set({
      status: 'WAITING',
      batchId: null,
      earlierBatchId: id,
      sentAt: null,
      attempt: sql`${bankDebits.attempt} + 1`,
      updatedAt: context.clock.now(),
    })
    .where(and(eq(bankDebits.batchId, id), eq(bankDebits.status, 'SENT')));
  return true;
}
