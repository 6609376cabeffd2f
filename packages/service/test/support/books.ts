import { and, eq, inArray } from 'drizzle-orm';
import { type Assertion, expect } from 'vitest';
import { accountTransactions } from '../../src/modules/payments/account/account.tables.js';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import type { Person, TwoServices } from './two-services.js';

/** A person's money in the database and at the provider, in minor units. */
export interface Books {
  /** Amount booked on the account by payments. */
  readonly booked: number;
  /** Amount that the provider has captured or has pending, less refunds. */
  readonly kept: number;
  /**
   * Amount that the provider holds authorised, neither captured nor released, for payments that can no longer be used.
   */
  readonly orphaned: number;
  /** Number of sessions with more than one usage that is done or under way. */
  readonly usedTwice: number;
}

/**
 * Compares books, or findings about them. The message begins differently from that of any other failure, so that such a
 * failure is never excused by a second run.
 */
export function expectBooks<T>(books: T): Assertion<T> {
  return expect(books, 'Books disagree');
}

export async function booksOf(
  { database: { db }, simulator }: TwoServices,
  { paymentCustomerId, customerId }: Person,
): Promise<Books> {
  const attempts = await db
    .select({ payment: payments, session: paymentSessions })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(eq(paymentSessions.paymentCustomerId, paymentCustomerId));
  const usable = attempts
    .filter(({ payment, session }) => {
      const isOpen = session.status === 'OPEN' || session.status === 'USING';
      return payment.releaseStatus === 'DUE' || (payment.status !== 'CANCELLED' && isOpen);
    })
    .map(({ payment }) => payment.providerReference);
  const ledger = simulator.ledger().filter(({ customer }) => customer === paymentCustomerId);
  const transactions = await db
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.customerId, customerId));
  const used = await db
    .select({ session: payments.sessionId })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(
      and(
        inArray(
          payments.id,
          attempts.map(({ payment }) => payment.id),
        ),
        inArray(usages.status, ['RESERVED', 'DONE']),
      ),
    );
  return {
    booked: sum(transactions.filter(({ usageId }) => usageId !== null).map(({ amount }) => amount)),
    kept: sum(
      ledger
        .filter(({ mode }) => mode === 'payment')
        .map(({ captured, pending, refunded, returned }) => captured + pending - refunded - returned),
    ),
    orphaned: sum(
      ledger
        .filter(({ intent }) => !usable.includes(intent))
        .map(({ authorized, captured, cancelled }) => authorized - captured - cancelled),
    ),
    usedTwice: used.length - new Set(used.map(({ session }) => session)).size,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
