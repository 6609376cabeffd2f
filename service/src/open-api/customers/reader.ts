import type { FastifyRequest } from 'fastify';
import type { Reader } from '../../customer-records/reader.js';
import { studioOf } from '../../http/api-key.js';

/** Who reads customers with the key of a request. */
export function readerOf(request: FastifyRequest): Reader {
  return { studio: studioOf(request), grants: null };
}
