import { and, eq } from 'drizzle-orm';
import type { Alert } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { refunds } from './refunds.tables.js';

type Refund = typeof refunds.$inferSelect;

/** Returns the refunds of a transaction that were paid out. */
export async function refundsDone(tx: Database, transactionId: number): Promise<Refund[]> {
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.transactionId, transactionId), eq(refunds.status, 'DONE')));
}

/**
 * Describes that a payment was refunded and its bank has returned it as well, so that the member has the money twice.
 * The claim of the refund is open then, and no payment run charges it.
 */
export function returnAfterRefund(
  { id, customerId, transactionId }: Refund,
  { studioId, traceId }: Pick<Alert, 'studioId' | 'traceId'>,
): Alert {
  const detail = `transaction ${transactionId} of customer ${customerId} was returned after refund ${id}`;
  return { kind: 'RETURNED_AFTER_REFUND', studioId, traceId, detail };
}
