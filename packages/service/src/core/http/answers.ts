import type { FastifyInstance } from 'fastify';
import { requestLanguage } from './request-meta.js';

/**
 * Makes routes that return nothing send an empty body: neither `null` as JSON nor a content type (details, Answers).
 */
export function emptyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload !== 'null') return payload;
    reply.removeHeader('content-type');
    return null;
  });
}

/** Forbids caches to store responses, which contain tokens and personal data (RFC 9111, section 5.2.2.5). */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

/**
 * Sets the language of the texts in every JSON response of the routes that are registered after it (RFC 9110, section
 * 8.5). A response without a body has no texts; error responses set their language themselves, wherever the error was
 * thrown.
 */
export function setContentLanguage(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || payload === undefined || payload === null || payload === '') return;
    if (!reply.hasHeader('content-language')) reply.header('content-language', requestLanguage(request));
  });
}
