import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../core/database/database.js';
import { customers } from '../customers/customers.tables.js';
import { findOpenStudio } from '../integrations/cross-studio.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the request body names the customer that the operation is about. */
    customerInBody?: boolean;
    /** Whether a parameter of the query does. */
    customerInQuery?: boolean;
  }
}

/**
 * Adds cross-studio access (specification, Authentication, 5). An operation about one customer or contract works with
 * that person's studio if the studio has granted the integration access. It then behaves as with a key of that studio,
 * including offers, currency and time zone. Otherwise the operation is refused with 403, as are operations that do not
 * name a customer or contract. Debt collection partners have a separate key for each studio.
 */
export function allowCrossStudioAccess(app: FastifyInstance, db: Database): void {
  app.addHook('preHandler', async (request) => {
    const { integration, studio } = request;
    if (!integration || !studio || integration.collectionPartnerId !== null) return;
    const studioId = await studioOfPerson(db, request);
    if (studioId === null || studioId === studio.id) return;
    request.studio = (await findOpenStudio(db, integration.id, studioId)) ?? studio;
  });
}

async function studioOfPerson(db: Database, request: FastifyRequest): Promise<number | null> {
  const { customerId, contractId } = named(request);
  if (typeof customerId === 'number') {
    const [found] = await db
      .select({ studioId: customers.studioId })
      .from(customers)
      .where(eq(customers.id, customerId));
    return found?.studioId ?? null;
  }
  if (typeof contractId !== 'number') return null;
  const [found] = await db
    .select({ studioId: customers.studioId })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    .where(eq(contracts.id, contractId));
  return found?.studioId ?? null;
}

function named({ params, query, body, routeOptions }: FastifyRequest) {
  const { customerInBody, customerInQuery } = routeOptions.config;
  return ((customerInBody ? body : customerInQuery ? query : params) ?? {}) as {
    customerId?: unknown;
    contractId?: unknown;
  };
}
