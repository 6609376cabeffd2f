import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import type { Studio } from '../studios/studios.tables.js';
import { collectionRuns } from './debt-collection.tables.js';
import type { CollectionPartner } from './partnerships.js';

export type CollectionRun = typeof collectionRuns.$inferSelect;

/** The studio and the partner of a run. */
export interface RunHolder {
  readonly studio: Studio;
  readonly partner: CollectionPartner;
}

/**
 * Finds a run that was handed to a partner.
 *
 * @throws ApiError 404 if it does not exist; 403 if it belongs to another studio or partner.
 */
export async function findRun(
  db: Database,
  { studio, partner }: RunHolder,
  runId: number,
): Promise<CollectionRun> {
  const [run] = await db.select().from(collectionRuns).where(eq(collectionRuns.id, runId));
  if (!run) {
    throw new ApiError('errormessage.debt.collection.run.not.found', 'debtCollectionRunId', { runId });
  }
  if (run.studioId !== studio.id || run.partnerId !== partner.id) {
    throw new ApiError('errormessage.permission.denied', 'debtCollectionRunId', {
      problem: textPart('problem.debtCollection.otherRun'),
    });
  }
  return run;
}

/**
 * Records a partner's confirmation that it has fetched a run.
 *
 * @throws ApiError like `findRun`; 400 if the run is not waiting for confirmation.
 */
export async function confirmTransfer(
  context: Context,
  holder: RunHolder,
  runId: number,
  request: KeyedRequest,
): Promise<void> {
  await findRun(context.db, holder, runId);
  await context.db.transaction(async (tx) => {
    const isRun = eq(collectionRuns.id, runId);
    const [run] = await tx.select().from(collectionRuns).where(isRun).for('update');
    const id = crypto.randomUUID();
    if ((await keepResult(context, tx, request, id)) !== id) return;
    if (run?.status !== 'WAITING_FOR_CONFIRMATION') {
      throw new ApiError('errormessage.debt.collection.run.not.waiting', 'debtCollectionRunId', {
        runId,
        status: run?.status ?? '',
      });
    }
    await tx.update(collectionRuns).set({ status: 'COMPLETED' }).where(isRun);
  });
}
