import { and, eq, gte, notExists } from 'drizzle-orm';
import type { Context } from '../../context.js';
import type { Database } from '../../store/database.js';
import { contracts } from '../../store/membership-tables.js';
import { claimPayments, debtClaims } from '../../store/schema.js';
import { emit } from '../../webhooks/outbox.js';
import { dayBefore, type CalendarDate } from '../../domain/calendar.js';

/** Ends a contract on the day before another takes its place; what would fall due from then on is dropped, unless it is paid. */
export async function endForSwitch(
  context: Context,
  tx: Database,
  studioId: number,
  contractId: number,
  switchDate: CalendarDate,
): Promise<void> {
  const [ended] = await tx
    .update(contracts)
    .set({ endDate: dayBefore(switchDate) })
    .where(eq(contracts.id, contractId))
    .returning({ customerId: contracts.customerId });
  if (!ended) throw new Error('The contract of a switch is gone.');
  const paid = tx.select().from(claimPayments).where(eq(claimPayments.claimId, debtClaims.id));
  await tx
    .delete(debtClaims)
    .where(and(eq(debtClaims.contractId, contractId), gte(debtClaims.dueDate, switchDate), notExists(paid)));
  const { customerId: entityId } = ended;
  await emit(context, tx, studioId, { type: 'CONTRACT_UPDATED', entityId, content: { contractId } });
}
