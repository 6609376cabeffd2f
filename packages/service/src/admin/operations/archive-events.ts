import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { and, asc, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { events } from '../../core/events.tables.js';
import { webhookDeliveries } from '../../modules/webhooks/webhooks.tables.js';

/** Rows of one transaction: what others wait for behind it stays short. */
const BATCH = 500;

/** Takes at most `limit` rows that are at their end out of a table; they are gone when the transaction has ended. */
type Take = (tx: Database, before: Date, limit: number) => Promise<object[]>;

/** By the name of the table, as written to the file. */
const FINISHED: Readonly<Record<string, Take>> = {
  webhook_deliveries: async (tx, before, limit) => {
    const { id, status, occurredAt } = webhookDeliveries;
    const isFinished = and(inArray(status, ['DELIVERED', 'GIVEN_UP']), lt(occurredAt, before));
    const chosen = await tx
      .select({ id })
      .from(webhookDeliveries)
      .where(isFinished)
      .orderBy(asc(occurredAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    return tx
      .delete(webhookDeliveries)
      .where(inArray(id, chosen.map((row) => row.id)))
      .returning(); // prettier-ignore
  },
  events: async (tx, before, limit) => {
    const { id, createdAt } = events;
    const chosen = await tx
      .select({ id })
      .from(events)
      .where(lt(createdAt, before))
      .orderBy(asc(createdAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    return tx
      .delete(events)
      .where(inArray(id, chosen.map((row) => row.id)))
      .returning(); // prettier-ignore
  },
};

/**
 * Moves events for partners that were delivered or given up, and those of the studio page, into a file: a line of JSON for each.
 * A batch is on the disk before it is deleted here: what is cut off in between is in both, never in neither.
 *
 * @param before events from before this instant
 * @param file that must not be there yet, for its owner alone
 * @returns how many there were; without any, there is no file.
 * @throws StaffError when the file cannot be made.
 */
export async function archiveEvents(db: Database, before: Date, file: string): Promise<number> {
  const opened = await open(file, 'wx', 0o600).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new StaffError(
      code === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written (${String(code)}).`,
    );
  });
  let count = 0;
  try {
    await syncFolder(path.dirname(file));
    for (const [table, take] of Object.entries(FINISHED)) {
      for (let last = BATCH; last === BATCH; count += last) {
        last = await db.transaction(async (tx) => {
          const rows = await take(tx, before, BATCH);
          // Unlike `write`, which may take a part of it and say nothing, this continues until all is written, or throws.
          await opened.appendFile(rows.map((row) => `${JSON.stringify({ table, row })}\n`).join(''));
          await opened.sync();
          return rows.length;
        });
      }
    }
  } finally {
    await opened.close();
  }
  if (count === 0) await rm(file);
  return count;
}

/** Without it, a cut of the power may leave a file on the disk that no folder names. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
