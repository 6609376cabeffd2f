import type { FastifyInstance } from 'fastify';
import { requestLanguage } from './request-meta.js';

/** Routes that return nothing answer without a byte: neither `null` as JSON nor a content type (details, Answers). */
export function emptyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload !== 'null') return payload;
    reply.removeHeader('content-type');
    return null;
  });
}

/** Forbids caches to keep answers, which hold tokens and personal data (RFC 9111, section 5.2.2.5). */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

/**
 * Names the language of the words in every JSON answer of the routes that are registered after it (RFC 9110, section
 * 8.5). An answer without a body has no words; errors name theirs themselves, wherever they are thrown.
 */
export function setContentLanguage(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || payload === undefined || payload === null || payload === '') return;
    if (!reply.hasHeader('content-language')) reply.header('content-language', requestLanguage(request));
  });
}
