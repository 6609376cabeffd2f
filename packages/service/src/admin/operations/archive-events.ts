import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { and, asc, getTableColumns, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { events } from '../../core/events.tables.js';
import { webhookDeliveries } from '../../modules/webhooks/webhooks.tables.js';

/** Rows per transaction; a small number, so that other transactions wait only briefly. */
const BATCH = 500;

/**
 * Deletes and returns at most `limit` finished rows of a table; the deletion takes effect when the transaction commits.
 */
type Take = (tx: Database, before: Date, limit: number) => Promise<object[]>;

/** Personal content is deleted, not archived. */
const { contentEncrypted: _, ...ARCHIVED } = getTableColumns(webhookDeliveries);

/** Functions that take the finished rows of a table, by the table name that is written to the file. */
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
      .returning(ARCHIVED); // prettier-ignore
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
 * Moves partner events that were delivered or given up, and events of the studio page, into a file with one line of
 * JSON for each. A batch is on disk before it is deleted here, so after a crash rows may exist in both places but are
 * never lost.
 *
 * @param before only events from before this instant are moved
 * @param file path of a file that must not exist yet; only its owner may read it
 * @returns the number of events; without any, no file is left.
 * @throws StaffError when the file cannot be made.
 */
export async function archiveEvents(db: Database, before: Date, file: string): Promise<number> {
  const opened = await open(file, 'wx', 0o600).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new StaffError(
      code === 'EEXIST' ? `${file} already exists.` : `${file} cannot be written (${String(code)}).`,
    );
  });
  let count = 0;
  try {
    await syncFolder(path.dirname(file));
    for (const [table, take] of Object.entries(FINISHED)) {
      for (let last = BATCH; last === BATCH; count += last) {
        last = await db.transaction(async (tx) => {
          const rows = await take(tx, before, BATCH);
          // `write` may write only a part without an error; this continues until everything is written, or throws.
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

/** Flushes the folder to disk. Otherwise a power failure may leave a file on the disk without a folder entry. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
