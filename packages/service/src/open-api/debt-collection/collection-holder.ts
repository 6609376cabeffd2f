import type { FastifyRequest } from 'fastify';
import { requirePartner } from '../../debt-collection/partnerships.js';
import type { RunHolder } from '../../debt-collection/runs.js';
import { integrationOf, studioOf } from '../../http/api-key.js';
import type { Database } from '../../store/database.js';

/**
 * The partner whose key a request carries, and the studio that the key is for.
 *
 * @throws ApiError 403 for the key of another integration.
 */
export async function collectionHolder(db: Database, request: FastifyRequest): Promise<RunHolder> {
  return {
    studio: studioOf(request),
    partner: await requirePartner(db, integrationOf(request).collectionPartnerId),
  };
}
