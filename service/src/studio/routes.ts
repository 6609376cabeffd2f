import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import { mandateLink } from '../payments/mandates/documents/mandate-link.js';
import { studioPage } from './page.js';
import { refusals, sessionStories, studioAlerts, webhookEvents } from './queries.js';

const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What proxies write about a request that they pass on (RFC 7239, and what was used before it). */
const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+|(true|fastly|cf)-(client|connecting)-ip)$/;
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** The studio page. It shows what a studio sees, so it is there in a test environment and on this machine only. */
export function studioRoutes(context: Context): FastifyPluginAsync {
  const { db, clock } = context;
  return async (app) => {
    const hide = { schema: { hide: true } };

    app.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request)) {
        throw new ApiError('errormessage.not.found', undefined, { method: request.method, path: '/studio' });
      }
      reply.headers({
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    });

    app.get<{ Querystring: { trace?: string } }>('/studio', hide, async (request, reply) => {
      const given = request.query.trace;
      const traceId = typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, 100) : null;
      const stories = await sessionStories(db, traceId);
      const page = studioPage({
        stories,
        refusals: await refusals(db, traceId),
        alerts: traceId === null ? await studioAlerts(db) : [],
        webhookEvents: traceId === null ? await webhookEvents(db) : [],
        traceId,
        mandateLink: (id) => mandateLink(context, id, clock.now()),
      });
      return reply.type('text/html; charset=utf-8').send(page);
    });

    for (const [file, type] of [
      ['studio.css', 'text/css'],
      ['studio.js', 'text/javascript'],
    ] as const) {
      app.get(`/studio/${file}`, hide, async (_, reply) => {
        const content = await readFile(new URL(file, import.meta.url), 'utf8');
        return reply.type(`${type}; charset=utf-8`).send(content);
      });
    }
  };
}

/**
 * The connection itself, whatever proxies are trusted: a request that was forwarded comes from elsewhere. And the name
 * that was asked for: a page elsewhere must not rebind its name.
 */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return (
    !isForwarded && LOOPBACK.includes(socket.remoteAddress ?? '') && ['localhost', ...LOOPBACK].includes(name)
  );
}
