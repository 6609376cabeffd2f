import { and, eq, gte, inArray, isNotNull, notExists, or } from 'drizzle-orm';
import { instantBefore } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { readRow, unreadColumns } from '../../core/database/row-by-row.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import {
  collectionAdjustments,
  collectionCases,
  collectionDebts,
} from '../../modules/debt-collection/debt-collection.tables.js';
import { homeStudioMoves } from '../../modules/home-studio/home-studio.tables.js';
import { moduleContracts } from '../../modules/memberships/additional-modules/additional-modules.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { withdrawals } from '../../modules/memberships/withdrawals/withdrawals.tables.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import { accountTransactions, debtClaims } from '../../modules/payments/account/account.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { providerCustomers } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { erasePerson } from '../erasure/erase.js';

/** Time for which erasures are repeated; no request lasts as long. */
const LATE = { days: 1 };

/**
 * Erases recently erased customers again: a request that found a customer before the erasure may have written data
 * afterwards. Money needs no such repetition, because its rows are written under the person's lock.
 *
 * @param onFault called for each customer who could not be erased; the others still are.
 */
export async function repeatRecentErasures(
  context: Pick<Context, 'db' | 'clock' | 'memberships'>,
  onFault: (fault: unknown) => void,
): Promise<void> {
  const since = instantBefore(context.clock.now(), LATE);
  const lately = await context.db
    .select({ customerId: customers.id, studioId: customers.studioId })
    .from(customers)
    .where(gte(customers.erasedAt, since));
  for (const { customerId, studioId } of lately) {
    const erased = context.db.transaction(async (tx) => {
      const [row] = await tx.select(unreadColumns(studios)).from(studios).where(eq(studios.id, studioId));
      const studio = row && readRow(studios, row, onFault);
      if (studio) await erasePerson(context, tx, studio, { customerId });
    });
    await erased.catch(onFault);
  }
}

/**
 * Deletes the remaining data of erased customers, including signed contracts, once it is no longer needed by a booking,
 * a session, or a contract that ended after the cutoff.
 *
 * @returns the number of customers.
 */
export async function deleteErasedCustomers(db: Database, cutoff: Date, limit: number): Promise<number> {
  const { id } = customers;
  const stays = or(
    gte(contracts.endDate, cutoff.toISOString().slice(0, 10)),
    isNotNull(contracts.nextChange),
  );
  return db.transaction(async (tx) => {
    // Customers who moved from another studio also have earlier persons. The two conditions are separate so that each
    // uses its index.
    const isPerson = [
      eq(paymentCustomers.id, customers.paymentCustomerId),
      eq(paymentCustomers.movedCustomerId, id),
    ];
    const rows = await tx
      .select({ id, person: customers.paymentCustomerId })
      .from(customers)
      .where(
        and(
          isNotNull(customers.erasedAt),
          notExists(tx.select().from(accountTransactions).where(eq(accountTransactions.customerId, id))),
          notExists(tx.select().from(debtClaims).where(eq(debtClaims.customerId, id))),
          notExists(tx.select().from(charges).where(eq(charges.customerId, id))),
          notExists(tx.select().from(usages).where(eq(usages.customerId, id))),
          ...isPerson.flatMap((person) => [
            notExists(
              tx
                .select()
                .from(paymentCustomers)
                .innerJoin(paymentSessions, eq(paymentSessions.paymentCustomerId, paymentCustomers.id))
                .where(person),
            ),
            // The provider has to forget the instruments first.
            notExists(
              tx
                .select()
                .from(paymentCustomers)
                .innerJoin(paymentInstruments, eq(paymentInstruments.paymentCustomerId, paymentCustomers.id))
                .where(and(person, eq(paymentInstruments.detachStatus, 'DUE'))),
            ),
          ]),
          notExists(
            tx
              .select()
              .from(contracts)
              .where(and(eq(contracts.customerId, id), stays)),
          ),
        ),
      )
      .limit(limit)
      .for('update', { skipLocked: true });
    if (rows.length > 0) await deleteAll(tx, rows);
    return rows.length;
  });
}

async function deleteAll(
  tx: Database,
  rows: readonly { readonly id: number; readonly person: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const earlier = await tx
    .select({ person: paymentCustomers.id })
    .from(paymentCustomers)
    .where(inArray(paymentCustomers.movedCustomerId, ids));
  const persons = [...rows, ...earlier].map(({ person }) => person);
  const signed = tx.select({ id: contracts.id }).from(contracts).where(inArray(contracts.customerId, ids));
  const cases = tx
    .select({ id: collectionCases.id })
    .from(collectionCases)
    .where(inArray(collectionCases.customerId, ids));
  await tx.delete(collectionAdjustments).where(inArray(collectionAdjustments.caseId, cases));
  await tx.delete(collectionDebts).where(inArray(collectionDebts.caseId, cases));
  await tx.delete(collectionCases).where(inArray(collectionCases.customerId, ids));
  await tx.delete(idlePeriods).where(inArray(idlePeriods.contractId, signed));
  await tx.delete(moduleContracts).where(inArray(moduleContracts.contractId, signed));
  await tx.delete(withdrawals).where(inArray(withdrawals.contractId, signed));
  await tx.delete(contracts).where(inArray(contracts.customerId, ids));
  await tx.delete(sales).where(or(inArray(sales.customerId, ids), inArray(sales.paymentCustomerId, persons)));
  await tx.delete(homeStudioMoves).where(inArray(homeStudioMoves.customerId, ids));
  await tx.delete(customers).where(inArray(customers.id, ids));
  await tx.delete(paymentInstruments).where(inArray(paymentInstruments.paymentCustomerId, persons));
  await tx.delete(providerCustomers).where(inArray(providerCustomers.paymentCustomerId, persons));
  await tx.delete(paymentCustomers).where(inArray(paymentCustomers.id, persons));
}
