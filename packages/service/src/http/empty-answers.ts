import type { FastifyInstance } from 'fastify';

/** Routes that return nothing answer without a byte: neither `null` as JSON nor a content type (details, Answers). */
export function emptyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload !== 'null') return payload;
    reply.removeHeader('content-type');
    return null;
  });
}
