import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { studioOf } from '../integrations/api-key.js';
import type { Studio } from '../studios/studios.tables.js';
import { type Customer, findCustomer, findCustomerOfStudio } from './customers.js';
import { customers } from './customers.tables.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The customers that a collection partner's key may read; null for other keys, undefined until looked up. */
    grants: Grants | null | undefined;
  }
}

/** The holder of a key, who reads customers of a studio. */
export interface Reader {
  readonly studio: Studio;
  /**
   * null gives access to all customers who have consented. Otherwise only customers with a grant are readable, whether
   * or not they have consented.
   */
  readonly grants: Grants | null;
}

/**
 * Gives a debt collection partner access to the customers whose data it may read (specification, authentication, 8).
 */
export interface Grants {
  /** Checks one customer. @throws ApiError 403 if there is no grant. */
  require(db: Database, customerId: number, reference: string): Promise<void>;
  /** Returns a condition on `customers`. */
  condition(db: Database): SQL;
}

/** Returns a condition on `customers` for those that a reader may read. */
export function readableBy(db: Database, { studio, grants }: Reader): SQL | undefined {
  const isOpen = grants ? grants.condition(db) : eq(customers.thirdPartyAccess, true);
  return and(eq(customers.studioId, studio.id), isNull(customers.erasedAt), isOpen);
}

/**
 * Finds a customer that a reader may read.
 *
 * @throws ApiError like `findCustomer`; 403 for a debt collection partner without a grant.
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

/** Returns the reader that holds the request's key. */
export function readerOf(request: FastifyRequest): Reader {
  const { grants } = request;
  if (grants === undefined) throw new Error("The key's grants have not been looked up yet.");
  return { studio: studioOf(request), grants };
}

/**
 * Returns the reader that holds the request's key.
 *
 * @throws ApiError 403 for a debt collection partner, who must see what is owed and nothing of a customer's training.
 */
export function refuseCollectionPartner(request: FastifyRequest): Reader {
  const reader = readerOf(request);
  if (!reader.grants) return reader;
  throw new ApiError('errormessage.permission.denied', undefined, {
    problem: textPart('problem.debtCollection.notForPartner'),
  });
}
