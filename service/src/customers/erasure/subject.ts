import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Studio } from '../../context.js';
import { StaffError } from '../../errors/staff-error.js';
import type { Database } from '../../store/database.js';
import { sales } from '../../store/membership-tables.js';
import {
  charges,
  customers,
  paymentCustomers,
  paymentInstruments,
  payments,
  paymentSessions,
  usages,
} from '../../store/schema.js';
import { type Customer, lockPerson } from '../customers.js';

/** The person that an operator names: a customer by number, or a person of the payment service, who may not be one. */
export interface NamedSubject {
  readonly customerId?: number;
  readonly personId?: string;
}

/** Everything that one human being is here, locked. */
export interface Subject {
  /** null: a person who has only begun to pay. */
  readonly customer: Customer | null;
  /** Persons of the payment service: several of who has moved from another studio. */
  readonly personIds: readonly string[];
}

/**
 * Locks their sessions, then the persons, then the record, in the order of everybody who locks several.
 *
 * @throws StaffError when the studio has no such customer or person.
 */
export async function lockSubject(tx: Database, studio: Studio, named: NamedSubject): Promise<Subject> {
  const customer = await findNamed(tx, studio, named);
  const personIds = customer ? await personsOf(tx, customer) : await onlyPerson(tx, studio, named);
  const ofThem = inArray(paymentSessions.paymentCustomerId, personIds);
  const sessions = await tx
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(ofThem)
    .orderBy(paymentSessions.id)
    .for('update');
  for (const id of personIds) await lockPerson(tx, id);
  // Making a session locks the person: from now on there are no more, but one may have come meanwhile.
  if ((await tx.$count(paymentSessions, ofThem)) > sessions.length) {
    throw new StaffError('A payment session of theirs was made at this moment; try again.');
  }
  if (!customer) {
    // Read before the lock, so it may be old: they may have become a customer meanwhile.
    if (await findNamed(tx, studio, named))
      throw new StaffError('They have just become a customer; try again.');
    return { customer, personIds };
  }
  const [locked] = await tx.select().from(customers).where(eq(customers.id, customer.id)).for('update');
  if (locked?.paymentCustomerId === customer.paymentCustomerId) return { customer: locked, personIds };
  throw new StaffError(`Customer ${customer.id} has just moved to another studio.`);
}

async function findNamed(
  tx: Database,
  studio: Studio,
  { customerId, personId }: NamedSubject,
): Promise<Customer | null> {
  const isNamed = and(
    customerId === undefined ? undefined : eq(customers.id, customerId),
    personId === undefined ? undefined : eq(customers.paymentCustomerId, personId),
    eq(customers.studioId, studio.id),
  );
  const [found] = await tx.select().from(customers).where(isNamed);
  if (found) return found;
  if (customerId === undefined) return null;
  const both = personId === undefined ? '' : ` who is the person ${personId}`;
  throw new StaffError(`Studio ${studio.id} has no customer ${customerId}${both}.`);
}

async function onlyPerson(tx: Database, studio: Studio, { personId = '' }: NamedSubject): Promise<string[]> {
  const isTheirs = and(eq(paymentCustomers.id, personId), eq(paymentCustomers.studioId, studio.id));
  const rows = await tx.select({ id: paymentCustomers.id }).from(paymentCustomers).where(isTheirs);
  if (rows.length === 0) throw new StaffError(`Studio ${studio.id} has no person ${personId}.`);
  return [personId];
}

/** A move to another studio gives a customer another person; payments of before name the first one. */
async function personsOf(tx: Database, { id, paymentCustomerId }: Customer): Promise<string[]> {
  const paid = await tx
    .selectDistinct({ id: paymentSessions.paymentCustomerId })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(eq(usages.customerId, id));
  const charged = await tx
    .selectDistinct({ id: paymentInstruments.paymentCustomerId })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .where(eq(charges.customerId, id));
  const sold = await tx
    .selectDistinct({ id: sales.paymentCustomerId })
    .from(sales)
    .where(and(eq(sales.customerId, id), isNotNull(sales.paymentCustomerId)));
  const ids = [paymentCustomerId, ...[...paid, ...charged, ...sold].map((person) => person.id)];
  return [...new Set(ids)].sort();
}
