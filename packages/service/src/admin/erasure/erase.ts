import { eq, inArray } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { accountTransactions, debtClaims } from '../../modules/payments/account/account.tables.js';
import { freeCredit } from '../../modules/payments/account/credit.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import type { Studio } from '../../modules/studios/studios.tables.js';
import { emit } from '../../modules/webhooks/webhook-events.js';
import { erasePayments } from './erase-payments.js';
import { eraseRecord } from './erase-record.js';
import { obstaclesOf } from './obstacles.js';
import { lockSubject, type NamedSubject, type Subject } from './subject.js';

/** Number of rows by kind; kinds without rows are left out. */
export type Counts = Readonly<Record<string, number>>;

export interface Erasure {
  /** Subject for the audit record, such as `customer 2001`. */
  readonly entity: string;
  /** Rows that were deleted or cleared of personal details; all 0 if the person was erased before. */
  readonly erased: Counts;
  /** Rows kept by law until the jobs delete them (docs/data-protection.md). */
  readonly kept: Counts;
  /** Minor units that the operator paid out beforehand; the service itself pays nothing out. */
  readonly creditPaidOut: number;
}

/** Operator's statement about remaining credit. Unless the credit was paid out, it prevents the erasure. */
export interface CreditStatement {
  readonly isCreditPaidOut?: boolean;
}

/**
 * Erases a person's data within the law (GDPR, article 17). Data that no law requires is deleted now, and the remaining
 * data is stripped of details that are not needed. From then on the customer cannot be found, and partners receive
 * CUSTOMER_DELETED. If the customer was erased before, this erases only what a concurrent request has written since.
 *
 * @throws StaffError when the studio has no such customer or person, or still needs their data; the message lists all
 * reasons.
 */
export async function erasePerson(
  context: Pick<Context, 'clock' | 'memberships'>,
  tx: Database,
  studio: Studio,
  named: NamedSubject & CreditStatement,
): Promise<Erasure> {
  const subject = await lockSubject(tx, studio, named);
  const { customer, personIds } = subject;
  const entity = customer ? `customer ${customer.id}` : `person ${personIds.join()}`;
  const now = context.clock.now();
  const isErased = customer?.erasedAt !== undefined && customer.erasedAt !== null;
  const credit = customer && !isErased ? await freeCredit(context, tx, customer.id) : 0;
  const { timeZone } = studio;
  const obstacles = isErased
    ? []
    : await obstaclesOf(tx, subject, { today: calendarDateIn(now, timeZone), timeZone });
  if (credit > 0 && named.isCreditPaidOut !== true) {
    obstacles.push(
      `credit of ${credit} minor units is left (pay it out, then confirm that with --credit-paid-out)`,
    );
  }
  if (obstacles.length > 0) {
    throw new StaffError(`The data of ${entity} is still needed: ${obstacles.join(', ')}.`);
  }
  const ofPayments = await erasePayments(tx, personIds, now);
  const ofRecord = customer ? await eraseRecord(tx, customer) : {};
  const kept = await keptOf(tx, subject);
  if (customer && !customer.erasedAt) {
    const isNamedNowhere = kept.contracts === 0 && kept.claims === 0 && kept.bookings === 0;
    await tx
      .update(customers)
      .set({ erasedAt: now, ...(isNamedNowhere && { firstName: '', lastName: '' }) })
      .where(eq(customers.id, customer.id));
    for (const studioId of await studiosOf(tx, subject)) {
      await emit(context, tx, studioId, { type: 'CUSTOMER_DELETED', entityId: customer.id });
    }
  }
  return { entity, erased: { ...ofPayments, ...ofRecord }, kept, creditPaidOut: credit };
}

/**
 * Returns the ids of the customer's current studio and of earlier ones. Partners of an earlier studio still store the
 * data that they received there.
 */
async function studiosOf(tx: Database, { personIds }: Subject): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: paymentCustomers.studioId })
    .from(paymentCustomers)
    .where(inArray(paymentCustomers.id, [...personIds]));
  return rows.map(({ id }) => id);
}

async function keptOf(tx: Database, { customer, personIds }: Subject) {
  const id = customer?.id ?? 0;
  const persons = inArray(paymentSessions.paymentCustomerId, [...personIds]);
  const mandated = await tx
    .select({ id: mandates.id })
    .from(mandates)
    .innerJoin(payments, eq(payments.id, mandates.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(persons);
  return {
    contracts: await tx.$count(contracts, eq(contracts.customerId, id)),
    claims: await tx.$count(debtClaims, eq(debtClaims.customerId, id)),
    bookings: await tx.$count(accountTransactions, eq(accountTransactions.customerId, id)),
    mandates: mandated.length,
    sessions: await tx.$count(paymentSessions, persons),
  };
}
