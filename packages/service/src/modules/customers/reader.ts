import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../core/database/database.js';
import { studioOf } from '../integrations/api-key.js';
import type { Studio } from '../studios/studios.tables.js';
import { type Customer, findCustomer, findCustomerOfStudio } from './customers.js';
import { customers } from './customers.tables.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the key of a debt collection partner opens; null for other keys, undefined before it was looked up. */
    grants: Grants | null | undefined;
  }
}

/** The holder of a key, reading customers of a studio. */
export interface Reader {
  readonly studio: Studio;
  /** null: everybody who has consented; else those alone whom a grant opens, whether they have consented or not. */
  readonly grants: Grants | null;
}

/** The customers whose data a debt collection partner may read (specification, authentication, 8). */
export interface Grants {
  /** @throws ApiError 403 when there is no grant. */
  require(db: Database, customerId: number, reference: string): Promise<void>;
  /** As a condition on `customers`. */
  condition(db: Database): SQL;
}

/** The customers whom a reader may read, as a condition on `customers`. */
export function readableBy(db: Database, { studio, grants }: Reader): SQL | undefined {
  const isOpen = grants ? grants.condition(db) : eq(customers.thirdPartyAccess, true);
  return and(eq(customers.studioId, studio.id), isNull(customers.erasedAt), isOpen);
}

/**
 * A customer whom a reader may read.
 *
 * @throws ApiError as `findCustomer`; 403 for a debt collection partner without a grant.
 */
export async function findReadable(
  db: Database,
  { studio, grants }: Reader,
  customerId: number,
  reference = 'customerId',
): Promise<Customer> {
  if (!grants) return findCustomer(db, studio.id, customerId, reference);
  const customer = await findCustomerOfStudio(db, studio.id, customerId, reference);
  await grants.require(db, customerId, reference);
  return customer;
}

/** The reader of customers: the key of the request. */
export function readerOf(request: FastifyRequest): Reader {
  const { grants } = request;
  if (grants === undefined) throw new Error('A reader of customers came before the grants of its key.');
  return { studio: studioOf(request), grants };
}
