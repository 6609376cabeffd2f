import type { Context, Studio } from '../../context.js';
import { settingsOf } from '../../domain/studio-settings.js';
import { agree, findReason, keptDocument, lacksDocument } from './agree.js';
import { changeFreezes } from './change.js';
import { keepDocument, missingDocument, type FreezeSent } from './create.js';
import { findLive, type IdlePeriod } from './idle-periods.js';
import { situationOf } from './situation.js';
import { writeFreeze } from './write.js';

/**
 * Changes a freeze: at once, or when the studio has agreed; until then what was agreed before applies. What was handed in
 * for the reason stays, unless something else is.
 *
 * @throws ApiError as `createFreeze`, and 404 when there is no such freeze.
 */
export async function updateFreeze(
  context: Context,
  studio: Studio,
  { contractId, request, document, idlePeriodId }: FreezeSent & { readonly idlePeriodId: number },
  traceId: string,
): Promise<IdlePeriod> {
  return changeFreezes(context, { studio, contractId }, async (tx, freezes) => {
    const current = findLive(freezes, idlePeriodId);
    const situation = situationOf(freezes, current);
    const reason = findReason(request.reasonId, situation, current);
    if (!document && lacksDocument(reason, current)) throw missingDocument();
    const documentId =
      (await keepDocument(context, tx, freezes, document)) ?? keptDocument(current, reason.id);
    const agreed = agree(freezes, { request, documentId }, situation, current);
    const isPending = settingsOf(studio).idlePeriods.creationStatus === 'CHANGES_REQUIRE_VERIFICATION';
    const { id, version } = current;
    return writeFreeze(
      { context, tx, traceId },
      freezes,
      isPending
        ? { id, version, asked: agreed, state: 'PENDING_VERIFICATION' }
        : { id, version, asked: agreed, inForce: agreed },
      'UPDATED',
    );
  });
}
