import type { FastifyInstance } from 'fastify';

/** Answers hold tokens and personal data: nobody on the way keeps a copy (RFC 9111, section 5.2.2.5). */
export function neverStored(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store');
  });
}
