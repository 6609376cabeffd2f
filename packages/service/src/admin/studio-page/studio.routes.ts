import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { staffRefusal } from '../../core/errors/staff-error.js';
import { documentLink } from '../../modules/documents/documents.js';
import { contractLink } from '../../modules/memberships/contracts/documents/contract-link.js';
import { mandateLink } from '../../modules/payments/mandates/mandate-link.js';
import type { StaffResult } from '../../modules/studios/staff/staff-action.js';
import { inputFromText, performStaffAction, STAFF_ACTIONS } from '../staff-actions.js';
import { refusedPage, secretsPage } from './action-pages.js';
import { newestRuns } from './collection-runs.js';
import { contractStories } from './contract-stories.js';
import { loadInbox } from './inbox.js';
import { studioPage } from './page.js';
import {
  newestAuditRecords,
  refusals,
  sessionPage,
  studioAlerts,
  studioEvents,
  studioNames,
} from './queries.js';
import { isWhole, readSessionFilter } from './session-filter.js';
import { sessionTotals } from './session-totals.js';

const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that proxies add to a request that they forward (RFC 7239, and older ones). */
const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+|(true|fastly|cf)-(client|connecting)-ip)$/;
/** Maximum bytes of a form; some fields contain JSON. */
const FORM_LIMIT = 512 * 1024;
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * Serves the studio page. It shows the data of studios, so it exists only in a test environment and only for requests
 * from this machine.
 *
 * @param demoUrl address of the demo's pages, to which the page links
 */
export function studioRoutes(context: Context, demoUrl: string | null): FastifyPluginAsync {
  const { db, clock } = context;
  return async (app) => {
    const hide = { schema: { hide: true } };
    const form = { ...hide, bodyLimit: FORM_LIMIT };

    app.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request)) {
        throw notHere(request.method);
      }
      reply.headers({
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    });

    app.get('/studio', hide, async (request, reply) => {
      const { filter, problems } = readSessionFilter(request.query as Readonly<Record<string, unknown>>);
      const isFine = problems.length === 0;
      const isFirst = isFine && isWhole(filter);
      // A request without a session can be found only by its trace id.
      const isTraced = isFine && filter.search !== null;
      const page = studioPage({
        filter,
        problems,
        sessions: isFine ? await sessionPage(db, filter) : { stories: [], hasMore: false },
        totals: isFine ? await sessionTotals(db, filter) : { sessions: 0, attempts: [], paid: [] },
        refusals: isFirst || isTraced ? await refusals(db, filter.search) : [],
        studioEvents: isFirst || isTraced ? await studioEvents(db, filter.search) : [],
        alerts: isFirst ? await studioAlerts(db) : [],
        inbox: isFirst ? await loadInbox(context) : null,
        studios: await studioNames(db),
        contracts:
          isFirst || (isFine && filter.customerId !== null)
            ? await contractStories(db, filter.customerId)
            : [],
        auditRecords: isFirst ? await newestAuditRecords(db) : [],
        collectionRuns: isFirst ? await newestRuns(db) : [],
        mandateLink: (id) => mandateLink(context, id, clock.now()),
        documentLink: (id) => documentLink(context, id),
        contractLink: (id) => contractLink(context, { kind: 'signed', id, language: 'en' }),
        demoUrl,
      });
      return reply
        .status(isFine ? 200 : 400)
        .type('text/html; charset=utf-8')
        .send(page);
    });

    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    for (const { name, input } of STAFF_ACTIONS) {
      app.post<{ Body: Record<string, string> }>(`/studio/actions/${name}`, form, async (request, reply) => {
        if (!isOwnForm(request)) throw notHere('POST');
        const { studio, ...texts } = request.body;
        let shownOnce: StaffResult['shownOnce'];
        try {
          ({ shownOnce } = await performStaffAction(context, {
            name,
            studioId: Number(studio),
            actor: 'studio page',
            input: inputFromText(input, texts),
            traceId: request.id,
          }));
        } catch (error) {
          const refusal = staffRefusal(error);
          if (refusal === null) throw error;
          const page = refusedPage(name, refusal.message);
          return reply.status(refusal.status).type('text/html; charset=utf-8').send(page);
        }
        if (!shownOnce) return reply.redirect('/studio', 303);
        return reply.type('text/html; charset=utf-8').send(secretsPage(name, shownOnce));
      });
    }

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

function notHere(method: string): ApiError {
  return new ApiError('errormessage.not.found', undefined, { method, path: '/studio' });
}

/**
 * Returns whether this page itself sends a form. Another site can also send a form here, but browsers state its origin.
 */
function isOwnForm({ headers, protocol }: FastifyRequest): boolean {
  return headers.origin === `${protocol}://${headers.host}`;
}

/**
 * Returns whether a request comes from this machine. It looks at the connection itself, whatever proxies are trusted,
 * because a forwarded request comes from elsewhere. It also looks at the requested host name, because another site must
 * not rebind its name to this machine.
 */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return (
    !isForwarded && LOOPBACK.includes(socket.remoteAddress ?? '') && ['localhost', ...LOOPBACK].includes(name)
  );
}
