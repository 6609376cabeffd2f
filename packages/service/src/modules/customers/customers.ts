import type { PaymentMethod } from '@upc/contract/gateway';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { customers, paymentCustomers } from './customers.tables.js';
import { profileColumns } from './identity.js';
import type { PersonProfile } from './profile.js';

/** A customer as named in a request; `findCustomer` checks that the studio has the customer. */
export interface CustomerOfStudio {
  readonly studio: Studio;
  readonly customerId: number;
}

export type Customer = typeof customers.$inferSelect;

/**
 * Finds a customer of a studio, whether or not the customer has consented to access by third parties.
 *
 * @throws ApiError 404 if there is no such customer; 403 if the customer belongs to another studio.
 */
export async function findCustomerOfStudio(
  db: Database,
  studioId: number,
  customerId: number,
  reference?: string,
): Promise<Customer> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  if (!customer || customer.erasedAt)
    throw new ApiError('errormessage.customer.not.found', reference, { customerId });
  if (customer.studioId !== studioId) {
    throw new ApiError('errormessage.permission.denied', reference, {
      problem: textPart('problem.customer.otherStudio'),
    });
  }
  return customer;
}

/**
 * Finds a customer that a studio's key may work with.
 *
 * @throws ApiError 404 if there is no such customer; 403 if the customer belongs to another studio or has not
 * consented.
 */
export async function findCustomer(
  db: Database,
  studioId: number,
  customerId: number,
  reference?: string,
): Promise<Customer> {
  const customer = await findCustomerOfStudio(db, studioId, customerId, reference);
  if (!customer.thirdPartyAccess) {
    throw new ApiError('errormessage.third.party.customer.access.disabled', reference);
  }
  return customer;
}

/**
 * Finds a customer like `findCustomer`, with the person locked, before a decision about the person's money. A member
 * who has moved to another studio in the meantime belongs to that studio.
 *
 * @throws ApiError like `findCustomer`.
 */
export async function lockFoundCustomer(
  tx: Database,
  studioId: number,
  customerId: number,
  reference: string,
): Promise<Customer> {
  await lockCustomer(tx, customerId);
  return findCustomer(tx, studioId, customerId, reference);
}

/**
 * Finds a customer named in a request body instead of the path. A customer of another studio is reported as not found.
 * The specification requires the distinction only where an entity is accessed (Rules, 5); anywhere else it would reveal
 * which ids exist.
 *
 * @throws ApiError 404 if the studio has no such customer; 403 if the member has not consented.
 */
export async function findNamedCustomer(
  db: Database,
  studioId: number,
  customerId: number,
  reference: string,
): Promise<Customer> {
  return findCustomer(db, studioId, customerId, reference).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'errormessage.permission.denied') throw error;
    throw new ApiError('errormessage.customer.not.found', reference, { customerId });
  });
}

/** Finds a customer for the studio's staff, who need no consent. @throws ApiError 404 if there is no such customer. */
export async function customerOfStudio(
  db: Database,
  studioId: number,
  customerId: number,
): Promise<Customer> {
  const isTheirs = and(
    eq(customers.id, customerId),
    eq(customers.studioId, studioId),
    isNull(customers.erasedAt),
  );
  const [customer] = await db.select().from(customers).where(isTheirs);
  if (!customer) throw new ApiError('errormessage.customer.not.found', 'customerId', { customerId });
  return customer;
}

/** Sets the payment method for the customer's future payment runs, as agreed in a payment. */
export async function setPaymentMethod(
  tx: Database,
  customerId: number,
  {
    paymentMethod,
    instrumentId,
  }: {
    readonly paymentMethod: PaymentMethod;
    readonly instrumentId: string | null;
  },
): Promise<void> {
  await tx
    .update(customers)
    .set({ paymentMethod, paymentInstrumentId: instrumentId })
    .where(eq(customers.id, customerId));
}

/**
 * Locks a person until the transaction ends. Code that decides about a person's balance, credit or claims must hold
 * this lock and read them under it. Sessions are locked before the person, never after.
 */
export async function lockPerson(tx: Database, paymentCustomerId: string): Promise<void> {
  const isPerson = eq(paymentCustomers.id, paymentCustomerId);
  // This lock mode still lets other transactions insert sessions and instruments that refer to the person.
  await tx.select().from(paymentCustomers).where(isPerson).for('no key update');
}

/**
 * Locks the person of a customer. The loop is needed because a customer who moves to another studio becomes another
 * person.
 */
export async function lockCustomer(tx: Database, customerId: number): Promise<void> {
  const personOf = async () => {
    const [found] = await tx
      .select({ id: customers.paymentCustomerId })
      .from(customers)
      .where(eq(customers.id, customerId));
    return found?.id;
  };
  for (let person = await personOf(), locked: string | undefined; person && person !== locked;) {
    await lockPerson(tx, person);
    locked = person;
    person = await personOf();
  }
}

/**
 * Locks the record of a customer until the transaction ends. Code that changes the record must read it under this lock.
 * Money is guarded by another lock, `lockPerson`, which must be taken first if both are needed.
 *
 * @throws ApiError 404 if the customer was erased in the meantime; Error if the record does not exist, which
 * `findCustomer` has ruled out.
 */
export async function lockCustomerRecord(tx: Database, customerId: number): Promise<Customer> {
  const [customer] = await tx
    .select()
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update');
  if (!customer) throw new Error('The record of the customer no longer exists.');
  if (customer.erasedAt) throw new ApiError('errormessage.customer.not.found', 'customerId', { customerId });
  return customer;
}

/**
 * Finds a customer like `findCustomer`, with the record locked, so that neither studio nor consent changes meanwhile.
 *
 * @throws ApiError like `findCustomer`.
 */
export async function lockFoundRecord(
  tx: Database,
  { studio, customerId }: CustomerOfStudio,
): Promise<Customer> {
  await findCustomer(tx, studio.id, customerId, 'customerId');
  await lockCustomerRecord(tx, customerId);
  return findCustomer(tx, studio.id, customerId, 'customerId');
}

type Needs = Pick<Context, 'keys' | 'clock'>;

/**
 * Inserts a customer for an existing person of the payment service and notifies partners. @returns the customer's id.
 */
export async function insertCustomer(
  context: Needs,
  tx: Database,
  { studioId, paymentCustomerId }: { readonly studioId: number; readonly paymentCustomerId: string },
  profile: PersonProfile,
): Promise<number> {
  const { firstName, lastName } = profile;
  const columns = profileColumns(context.keys, paymentCustomerId, profile);
  const [made] = await tx
    .insert(customers)
    .values({ studioId, paymentCustomerId, firstName, lastName, createdAt: context.clock.now(), ...columns })
    .returning({ id: customers.id });
  if (!made) throw new Error('The customer was not inserted.');
  await emit(context, tx, studioId, { type: 'CUSTOMER_CREATED', entityId: made.id });
  return made.id;
}

/** Inserts a customer and a new person of the payment service, for example for a trial. @returns the customer's id. */
export async function insertPerson(
  context: Needs,
  tx: Database,
  person: { readonly studioId: number; readonly paymentCustomerId: string },
  profile: PersonProfile,
): Promise<number> {
  const { studioId, paymentCustomerId: id } = person;
  await tx.insert(paymentCustomers).values({ id, studioId, createdAt: context.clock.now() });
  return insertCustomer(context, tx, person, profile);
}

/**
 * Stores whether a member consents to access by third parties (specification, authentication, 7; events, data privacy
 * change). If that changes, partners are notified that they have lost or regained access.
 *
 * @returns whether it has changed.
 * @throws ApiError 404 if there is no such customer; 403 if the customer belongs to another studio.
 */
export async function setThirdPartyAccess(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studio, customerId }: CustomerOfStudio,
  isAllowed: boolean,
): Promise<boolean> {
  await findCustomerOfStudio(tx, studio.id, customerId, 'customerId');
  const { thirdPartyAccess } = await lockCustomerRecord(tx, customerId);
  if (thirdPartyAccess === isAllowed) return false;
  await tx.update(customers).set({ thirdPartyAccess: isAllowed }).where(eq(customers.id, customerId));
  const type = isAllowed ? 'CUSTOMER_UPDATED' : 'CUSTOMER_ACCESS_DISABLED';
  await emit(context, tx, studio.id, { type, entityId: customerId });
  return true;
}
