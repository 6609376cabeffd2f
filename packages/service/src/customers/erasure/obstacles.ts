import { and, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { collectionCases } from '../../store/debt-collection-tables.js';
import { contracts, sales } from '../../store/membership-tables.js';
import { charges, debtClaims, LIVE_STATUSES, payments, paymentSessions, usages } from '../../store/schema.js';
import { returnableDebits, type Day } from './returnable-debits.js';
import type { Subject } from './subject.js';

/**
 * Purposes for which the studio still needs a person's data (GDPR, article 17, 1a and 3e), each as a sentence; none: they can be
 * erased.
 */
export async function obstaclesOf(tx: Database, subject: Subject, day: Day): Promise<string[]> {
  const { customer, personIds } = subject;
  const ofThem = inArray(paymentSessions.paymentCustomerId, [...personIds]);
  const undecided = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(
      and(
        ofThem,
        or(
          // Of a session that is used, what its payment became is said by its usage.
          and(
            inArray(payments.status, [...LIVE_STATUSES]),
            inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING']),
          ),
          eq(payments.releaseStatus, 'DUE'),
        ),
      ),
    );
  const used = await tx
    .select({ id: usages.id })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(ofThem, eq(usages.status, 'RESERVED')));
  const sold = await tx
    .select({ id: sales.id })
    .from(sales)
    .where(and(inArray(sales.paymentCustomerId, [...personIds]), eq(sales.status, 'RESERVED')));
  const found = [
    ...undecided.map(({ id }) => `payment ${id} is undecided`),
    ...used.map(({ id }) => `usage ${id} of a payment is undecided`),
    ...sold.map(({ id }) => `sale ${id} is undecided`),
    ...(await returnableDebits(tx, subject, day)),
  ];
  return customer ? [...found, ...(await obstaclesOfCustomer(tx, customer.id, day.today))] : found;
}

async function obstaclesOfCustomer(tx: Database, customerId: number, today: CalendarDate): Promise<string[]> {
  const running = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.customerId, customerId),
        or(gte(contracts.endDate, today), isNotNull(contracts.nextChange)),
      ),
    );
  const open = await tx
    .select({ id: debtClaims.id })
    .from(debtClaims)
    .where(and(eq(debtClaims.customerId, customerId), eq(debtClaims.isSettled, false)));
  const collected = await tx
    .select({ id: collectionCases.id })
    .from(collectionCases)
    .where(and(eq(collectionCases.customerId, customerId), isNull(collectionCases.closure)));
  const charged = await tx
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.customerId, customerId), eq(charges.status, 'RESERVED')));
  return [
    ...running.map(({ id }) => `contract ${id} runs`),
    ...open.map(({ id }) => `claim ${id} is open`),
    ...collected.map(({ id }) => `debt collection case ${id} is open`),
    ...charged.map(({ id }) => `charge ${id} of a payment run is undecided`),
  ];
}
