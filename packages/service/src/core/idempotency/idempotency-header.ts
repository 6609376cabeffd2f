import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { PartnerMeta } from '../http/request-meta.js';

/** The form of the header Idempotency-Key in both APIs. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,128}$/;

/** The header of every operation that makes something. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: IDEMPOTENCY_KEY.source,
      description:
        'Optional. For 30 days the same request with the same key makes nothing again and gets the same answer; ' +
        'another request with it is refused with 409. A UUID will do.',
      examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
    }),
  ),
});

/** Keys are each caller's own: nobody meets the key of another integration, and who needs no API key that of none. */
export function partnerMeta(request: FastifyRequest): PartnerMeta {
  const { 'idempotency-key': key } = request.headers as Static<typeof IdempotencyHeaders>;
  const caller = request.integration === null ? 'public' : `integration ${request.integration.id}`;
  return { traceId: request.id, idempotencyKey: key === undefined ? null : `${caller} ${key}` };
}
