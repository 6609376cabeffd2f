import type { FastifyInstance } from 'fastify';
import { requestLanguage } from './request-meta.js';

/**
 * Names the language of the words in every JSON answer of the routes that are registered after it (RFC 9110, section
 * 8.5). An answer without a body has no words; errors name theirs themselves, wherever they are thrown.
 */
export function nameLanguage(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || payload === undefined || payload === null || payload === '') return;
    if (!reply.hasHeader('content-language')) reply.header('content-language', requestLanguage(request));
  });
}
