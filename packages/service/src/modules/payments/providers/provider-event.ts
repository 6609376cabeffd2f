import { and, eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { checkEndedPayment, resolvePayment } from '../attempts/resolution.js';
import { isLive, lockPayment } from '../payments.js';
import { payments } from '../payments.tables.js';
import { checkReturn, paidByReference } from '../returns/check-return.js';
import { confirmPayment } from '../state.js';
import { finishUsage } from '../usages/finish-usage.js';
import { usages } from '../usages/usages.tables.js';
import type { ProviderName } from './provider.js';

/**
 * Handles a provider's event about an intent. The event's content is never trusted: the intent is fetched again and
 * processed as when polling. Events are therefore harmless if they arrive early, late, twice or out of order.
 *
 * @param reference of the intent at the provider; an unknown one changes nothing
 */
export async function handleProviderEvent(
  context: Context,
  provider: ProviderName,
  reference: string,
  traceId: string,
): Promise<void> {
  const { db } = context;
  const found = await db
    .select({ id: payments.id, sessionId: payments.sessionId, status: payments.status })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerReference, reference)));
  for (const { id, sessionId, status } of found) {
    if (!isLive(status)) {
      await checkEndedPayment(context, id, traceId);
      continue;
    }
    await db.transaction(async (tx) => {
      // The person may have confirmed in the provider's frames without returning to report it.
      await confirmPayment({ context, tx, traceId }, await lockPayment(tx, sessionId, id));
    });
    await resolvePayment(context, id, traceId);
    const reserved = await db
      .select()
      .from(usages)
      .where(and(eq(usages.paymentId, id), eq(usages.status, 'RESERVED')));
    // A usage that is part of a sale is finished with its sale, by its queue.
    for (const usage of reserved) if (usage.saleId === null) await finishUsage(context, usage.id, traceId);
  }
  for (const id of await paidByReference(db, provider, reference)) await checkReturn(context, id, traceId);
}
