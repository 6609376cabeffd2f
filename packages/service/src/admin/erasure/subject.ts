import { and, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import type { Customer } from '../../modules/customers/customers.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { lockPersonsWithSessions } from '../../modules/payments/sessions/lock-persons.js';
import type { Studio } from '../../modules/studios/studios.tables.js';

/**
 * Person named by an operator: a customer by number, or a person of the payment service, who need not be a customer.
 */
export interface NamedSubject {
  readonly customerId?: number;
  readonly personId?: string;
}

/** All records of one human being, locked. */
export interface Subject {
  /** null for a person who has only begun to pay. */
  readonly customer: Customer | null;
  /** Persons of the payment service; several if the customer has moved from another studio. */
  readonly personIds: readonly string[];
}

/**
 * Finds a person and locks their sessions, then the persons, then the customer.
 *
 * @throws StaffError when the studio has no such customer or person.
 */
export async function lockSubject(tx: Database, studio: Studio, named: NamedSubject): Promise<Subject> {
  const customer = await findNamed(tx, studio, named);
  const personIds = customer ? await personsOf(tx, customer) : await onlyPerson(tx, studio, named);
  await lockPersonsWithSessions(tx, personIds);
  if (!customer) {
    // The first lookup preceded the lock: the person may have become a customer since.
    if (await findNamed(tx, studio, named))
      throw new StaffError('The person has just become a customer. Try again.');
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

/**
 * Returns the id of a person who is not a customer.
 *
 * @throws StaffError when the person has moved: the operator must erase the customer, which includes the data of this
 * studio.
 */
async function onlyPerson(tx: Database, studio: Studio, { personId = '' }: NamedSubject): Promise<string[]> {
  const [found] = await tx
    .select({ customerId: customers.id, studioId: customers.studioId })
    .from(paymentCustomers)
    .leftJoin(customers, eq(customers.id, paymentCustomers.movedCustomerId))
    .where(and(eq(paymentCustomers.id, personId), eq(paymentCustomers.studioId, studio.id)));
  if (!found) throw new StaffError(`Studio ${studio.id} has no person ${personId}.`);
  const { customerId, studioId } = found;
  if (customerId === null) return [personId];
  throw new StaffError(
    `Person ${personId} is customer ${customerId} of studio ${studioId} now; erase that customer instead.`,
  );
}

/**
 * Returns all persons of a customer. A move to another studio gives a customer another person; earlier payments refer
 * to the former one.
 */
async function personsOf(tx: Database, { id, paymentCustomerId }: Customer): Promise<string[]> {
  const earlier = await tx
    .select({ id: paymentCustomers.id })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.movedCustomerId, id));
  return [paymentCustomerId, ...earlier.map((person) => person.id)];
}
