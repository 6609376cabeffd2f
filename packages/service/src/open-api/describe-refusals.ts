import type { FastifyInstance } from 'fastify';
import { ErrorBody } from './schemas.js';

/** What every operation may answer (specification, Endpoints). */
const ANY = [400, 401, 403, 404, 409, 429, 500, 503];
/** What one that reads a body may answer besides, described or not: a body too large, or of another media type. */
const OF_BODIES = [413, 415];

/** Adds to the description of every operation that is registered from now on how it may refuse. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema, method } = route;
    if (!schema || schema.hide) return;
    const statuses = method === 'GET' ? ANY : [...ANY, ...OF_BODIES];
    const refusals = Object.fromEntries(statuses.map((status) => [status, ErrorBody]));
    route.schema = { ...schema, response: { ...refusals, ...(schema.response as object) } };
  });
}
