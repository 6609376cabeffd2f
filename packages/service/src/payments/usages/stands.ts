import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { isTakenBack } from '../../customers/reversals.js';
import type { Database } from '../../store/database.js';
import { accountTransactions, customers, paymentInstruments, payments, usages } from '../../store/schema.js';

/**
 * Whether what came of a usage that is done still is so: its money has not come back, and the payment runs still collect with
 * the instrument that it brought, which its provider can charge.
 */
export async function stands(db: Database, usageId: string): Promise<boolean> {
  const [found] = await db
    .select({
      kind: usages.kind,
      customerId: usages.customerId,
      payment: payments,
      booked: accountTransactions.id,
    })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .leftJoin(accountTransactions, eq(accountTransactions.usageId, usages.id))
    .where(eq(usages.id, usageId));
  if (!found) throw new Error('A usage that was just there is gone.');
  const { kind, customerId, payment, booked } = found;
  if (booked !== null && (await isTakenBack(db, booked))) return false;
  if (kind !== 'PAYMENT_INSTRUMENT') return true;
  const [standing] = await db
    .select({ method: customers.paymentMethod, instrument: customers.paymentInstrumentId })
    .from(customers)
    .leftJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
    .where(
      and(
        eq(customers.id, customerId ?? 0),
        or(isNull(paymentInstruments.id), ne(paymentInstruments.status, 'DISCARDED')),
      ),
    );
  return standing?.method === payment.paymentMethod && standing.instrument === payment.instrumentId;
}
