import type { FastifyInstance } from 'fastify';
import { requireGrant } from '../../debt-collection/grants.js';
import type { Database } from '../../store/database.js';

/**
 * Holds a collection partner's key to its debtors: every operation with a customer in its path is refused with 403 unless
 * a run has opened the customer's data (specification, authentication, 8). Keys of other integrations pass.
 */
export function requireGrants(app: FastifyInstance, db: Database): void {
  app.addHook('preHandler', async (request) => {
    const { customerId } = (request.params ?? {}) as { customerId?: unknown };
    const partnerId = request.integration?.collectionPartnerId ?? null;
    if (partnerId === null || typeof customerId !== 'number') return;
    await requireGrant(db, { partnerId, customerId }, 'customerId');
  });
}
