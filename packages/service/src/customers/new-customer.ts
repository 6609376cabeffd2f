import type { Context } from '../context.js';
import type { PersonProfile } from '../domain/customer-profile.js';
import type { Database } from '../store/database.js';
import { customers, paymentCustomers } from '../store/schema.js';
import { emit } from '../webhooks/outbox.js';
import { profileColumns } from './identity.js';

type Needs = Pick<Context, 'keys' | 'clock'>;

/** The record of a customer of whom the payment service knows already; partners are told. @returns its id. */
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

/** The same of somebody of whom the payment service does not know yet, such as who comes for a trial. @returns its id. */
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
