import type { FastifyRequest } from 'fastify';
import type { Reader } from '../../customer-records/reader.js';
import { grantsOf } from '../../debt-collection/grants.js';
import { integrationOf, studioOf } from '../../http/api-key.js';

/** The reader of customers: the key of the request. */
export function readerOf(request: FastifyRequest): Reader {
  const { collectionPartnerId } = integrationOf(request);
  return {
    studio: studioOf(request),
    grants: collectionPartnerId === null ? null : grantsOf(collectionPartnerId),
  };
}
