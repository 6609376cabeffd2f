import { and, asc, eq, gt, gte, inArray, isNotNull, lt, notExists, or } from 'drizzle-orm';
import type { CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { contracts } from '../../store/membership-tables.js';
import {
  accountTransactions,
  charges,
  claimPayments,
  customers,
  debtClaims,
  events,
  idempotencyKeys,
  mandates,
  paymentCustomers,
  payments,
  paymentSessions,
  usages,
} from '../../store/schema.js';
import { closedLedger } from './closed-ledger.js';

/**
 * Deletes, of a few customers, what was paid and owed before a time and is settled; see `closedLedger`. What a contract
 * costs stays until the contract has ended for so long.
 *
 * @param after the last customer of the batch before; 0 at first.
 * @param onFault is told why a customer's could not be deleted; those of the others are.
 * @returns the last customer of this batch; null when there are no more.
 */
export async function deleteOldLedgers(
  db: Database,
  cutoff: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
  onFault: (fault: unknown) => void,
): Promise<number | null> {
  const withOldTransactions = db
    .select({ id: accountTransactions.customerId })
    .from(accountTransactions)
    .where(lt(accountTransactions.bookedAt, cutoff));
  const batch = await db
    .select({ id: customers.id, person: customers.paymentCustomerId })
    .from(customers)
    .where(and(gt(customers.id, after), inArray(customers.id, withOldTransactions)))
    .orderBy(asc(customers.id))
    .limit(limit);
  for (const { id, person } of batch) await deleteOldLedger(db, cutoff, id, person).catch(onFault);
  return batch.at(-1)?.id ?? null;
}

async function deleteOldLedger(
  db: Database,
  cutoff: Date,
  customerId: number,
  person: string,
): Promise<void> {
  const isOldTransaction = and(
    eq(accountTransactions.customerId, customerId),
    lt(accountTransactions.bookedAt, cutoff),
  );
  const [old] = await db.select().from(accountTransactions).where(isOldTransaction).limit(1);
  if (!old) return;
  await db.transaction(async (tx) => {
    // A decision about balance and claims needs the lock of the person.
    await tx.select().from(paymentCustomers).where(eq(paymentCustomers.id, person)).for('no key update');
    const claims = await tx.select().from(debtClaims).where(eq(debtClaims.customerId, customerId));
    const transactions = await tx
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, customerId));
    const paid = await tx
      .select({
        claimId: claimPayments.claimId,
        transactionId: claimPayments.transactionId,
        amount: claimPayments.amount,
      })
      .from(claimPayments)
      .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
      .where(eq(accountTransactions.customerId, customerId));
    const cutoffDay = cutoff.toISOString().slice(0, 10);
    const live = await contractsSince(tx, customerId, cutoffDay);
    const closed = closedLedger({
      claims: claims.map((claim) => ({
        ...claim,
        isOld: claim.dueDate < cutoffDay && !live.includes(claim.contractId ?? 0),
      })),
      transactions: transactions.map((entry) => ({ ...entry, isOld: entry.bookedAt < cutoff })),
      payments: paid,
      credits: transactions.flatMap(({ id: transactionId, creditsClaimId: claimId }) =>
        claimId === null ? [] : [{ claimId, transactionId }],
      ),
    });
    const transactionIds = [...closed.transactionIds];
    const claimIds = [...closed.claimIds];
    if (claimIds.length > 0) {
      await tx.delete(claimPayments).where(inArray(claimPayments.claimId, claimIds));
      await tx.delete(debtClaims).where(inArray(debtClaims.id, claimIds));
    }
    if (transactionIds.length > 0) {
      await tx.delete(accountTransactions).where(inArray(accountTransactions.id, transactionIds));
    }
    const booked = tx
      .select({ id: accountTransactions.id })
      .from(accountTransactions)
      .where(eq(accountTransactions.chargeId, charges.id));
    await tx
      .delete(charges)
      .where(and(eq(charges.customerId, customerId), lt(charges.finishedAt, cutoff), notExists(booked)));
  });
}

/** Contracts that continue, or ended later than a day: by their claims, the jobs know which fees were written down. */
async function contractsSince(tx: Database, customerId: number, day: CalendarDate): Promise<number[]> {
  const goesOn = or(gte(contracts.endDate, day), isNotNull(contracts.nextChange));
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.customerId, customerId), goesOn));
  return rows.map(({ id }) => id);
}

/**
 * Deletes sessions that were made before a time, with their attempts and usages, unless the ledger or a mandate still
 * needs one of them.
 *
 * @returns how many there were.
 */
export async function deleteOldSessions(db: Database, cutoff: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const ofSession = eq(payments.sessionId, paymentSessions.id);
    const booked = tx
      .select({ id: accountTransactions.id })
      .from(accountTransactions)
      .innerJoin(usages, eq(usages.id, accountTransactions.usageId))
      .innerJoin(payments, eq(payments.id, usages.paymentId))
      .where(ofSession);
    const mandated = tx
      .select({ id: mandates.id })
      .from(mandates)
      .innerJoin(payments, eq(payments.id, mandates.paymentId))
      .where(ofSession);
    const inHand = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(ofSession, eq(payments.releaseStatus, 'DUE')));
    const rows = await tx
      .select({ id: paymentSessions.id })
      .from(paymentSessions)
      .where(
        and(
          lt(paymentSessions.createdAt, cutoff),
          inArray(paymentSessions.status, ['USED', 'EXPIRED']),
          notExists(booked),
          notExists(mandated),
          notExists(inHand),
        ),
      )
      .limit(limit);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const attempts = tx.select({ id: payments.id }).from(payments).where(inArray(payments.sessionId, ids));
    await tx.delete(usages).where(inArray(usages.paymentId, attempts));
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.sessionId, ids));
    await tx.delete(events).where(inArray(events.sessionId, ids));
    await tx.delete(payments).where(inArray(payments.sessionId, ids));
    await tx.delete(paymentSessions).where(inArray(paymentSessions.id, ids));
    return ids.length;
  });
}
