import { readFile } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { StaffError, staffRefusal } from '../../core/errors/staff-error.js';
import { negotiateLanguage } from '../../core/http/languages.js';
import { withoutVariant } from '../../core/i18n/languages.js';
import { requireInput, type StaffAction } from '../../modules/studios/staff/staff-action.js';
import { inputFromText, performStaffAction, STAFF_ACTIONS } from '../staff-actions.js';
import {
  BACK_FIELD,
  CONFIRMED_FIELD,
  confirmPage,
  formPage,
  secretsPage,
  STUDIO_FIELD,
  type Texts,
} from './action-pages.js';
import { subjectsOf } from './action-subjects.js';
import { bankTab, fileToDownload } from './bank-tab.js';
import { contractsTab } from './contracts-tab.js';
import { findCustomers } from './customer-search.js';
import { pathOf, readFilter, type Tab, TABS, UUID, wholeNumber } from './filter.js';
import { actionWords, type Frame, PAGE_LANGUAGES, type PageLanguage, wordsIn } from './frame.js';
import { integrationsTab } from './integrations-tab.js';
import { tabPage } from './page.js';
import { paymentsTab } from './payments-tab.js';
import { knownStudios } from './queries.js';
import { readSearch, searchAddress } from './search-address.js';
import { doneNotice, staffTab } from './staff-tab.js';
import { studioTab } from './studio-tab.js';
import { readUpload } from './uploads.js';

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
  const { db, keys } = context;
  return async (app) => {
    const hide = { schema: { hide: true } };
    const form = { ...hide, bodyLimit: FORM_LIMIT };
    await app.register(multipart, { throwFileSizeLimit: false });

    app.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request)) {
        throw notHere(request.method);
      }
      reply.headers({
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        // With `no-referrer`, browsers would send `Origin: null` with the forms, and all of them would be refused.
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    });

    const send = (reply: FastifyReply, page: string, status = 200) =>
      reply.status(status).type('text/html; charset=utf-8').send(page);
    const frameOf = async (
      request: FastifyRequest,
      reply: FastifyReply,
      tab: Tab,
      search?: string | null,
    ) => {
      const language = languageOf(request, reply);
      const words = wordsIn(language);
      const query = request.query as Query;
      const read = readFilter({ ...query, q: search }, tab, words);
      const sealedSearch = query.q !== search && typeof query.q === 'string' ? query.q : null;
      const studios = await knownStudios(db);
      const filter = { ...read.filter, sealedSearch };
      return { frame: { language, words, studios, filter }, problems: read.problems };
    };

    for (const tab of TABS) {
      app.post(pathOf(tab), form, async (request, reply) => {
        if (!isOwnForm(request)) throw notHere('POST');
        const given = textsOf((request.body ?? {}) as Query);
        return reply.redirect(searchAddress(keys, pathOf(tab), given), 303);
      });
      app.get(pathOf(tab), hide, async (request, reply) => {
        const given = textsOf(request.query as Query);
        // The demo's pages use `trace`.
        const inAddress = (given.q || given.trace || '').trim();
        const search = readSearch(keys, inAddress);
        if (search === undefined) return reply.redirect(searchAddress(keys, pathOf(tab), given), 303);
        const { frame, ...read } = await frameOf(request, reply, tab, search);
        const isLost = search === null && inAddress !== '';
        const problems = [...(isLost ? [frame.words.problems.search] : []), ...read.problems];
        const { studioId } = frame.filter;
        const isFine = problems.length === 0;
        const found = isFine && search !== null ? await findCustomers(db, search, studioId) : null;
        const content = isFine
          ? await {
              payments: () => paymentsTab(context, frame),
              contracts: () => contractsTab(context, frame, found),
              studio: () => studioTab(context, frame, found),
              bank: () => bankTab(context, frame),
              integrations: () => integrationsTab(context, frame),
              staff: () => staffTab(context, frame),
            }[tab]()
          : null;
        const recordId = wholeNumber(given.done ?? '');
        const done = recordId === null ? null : await doneNotice(db, frame, recordId);
        return send(reply, tabPage(frame, { content, found, problems, done, demoUrl }), isFine ? 200 : 400);
      });
    }

    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
      const form = new URLSearchParams(String(body));
      done(null, Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name).join('\n')])));
    });

    app.get<{ Params: { id: string } }>(`${pathOf('bank')}/files/:id`, hide, async (request, reply) => {
      const { id } = request.params;
      const file = UUID.test(id) ? await fileToDownload(context, { id, traceId: request.id }) : null;
      if (file === null) throw notHere(request.method);
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.content);
    });

    for (const action of STAFF_ACTIONS) {
      const path = `/studio/actions/${action.name}`;
      app.get(path, hide, async (request, reply) => {
        const { frame } = await frameOf(request, reply, 'staff');
        const { [BACK_FIELD]: back, ...texts } = textsOf(request.query as Query);
        return send(reply, formPage(frame, { action, texts, back: ownAddress(back), refusal: null }));
      });
      app.post<{ Body: Record<string, string> }>(path, form, async (request, reply) => {
        if (!isOwnForm(request)) throw notHere('POST');
        const { frame } = await frameOf(request, reply, 'staff');
        const { texts: fields, fault } = request.isMultipart()
          ? await readUpload(request, action)
          : { texts: request.body ?? {}, fault: null };
        const { [BACK_FIELD]: given, [CONFIRMED_FIELD]: confirmed, ...texts } = fields;
        const back = ownAddress(given);
        try {
          if (fault !== null) throw fault;
          return await act(
            { frame, action, texts, back, confirmed: confirmed !== undefined, traceId: request.id },
            reply,
          );
        } catch (error) {
          const refusal = staffRefusal(error, frame.language);
          if (refusal === null) throw error;
          const field = error instanceof ApiError ? error.reference : undefined;
          const language = error instanceof StaffError ? 'en' : frame.language;
          return send(
            reply,
            formPage(frame, { action, texts, back, refusal: { message: refusal.message, language, field } }),
            refusal.status,
          );
        }
      });
    }

    interface Act {
      readonly frame: Frame;
      readonly action: StaffAction;
      readonly texts: Texts;
      readonly back: string;
      readonly confirmed: boolean;
      readonly traceId: string;
    }

    const act = async ({ frame, action, texts, back, confirmed, traceId }: Act, reply: FastifyReply) => {
      const { [STUDIO_FIELD]: studio, ...fields } = texts;
      const studioId = Number(studio);
      const input = inputFromText(action.input, withChoices(action, fields));
      requireInput(action.input, input);
      if (!confirmed && actionWords(frame, action.name).confirm) {
        const subjects = await subjectsOf(db, frame, { action: action.name, studioId, texts });
        return send(reply, confirmPage(frame, { action, texts, back, subjects }));
      }
      const {
        shownOnce,
        qrCode = null,
        recordId,
      } = await performStaffAction(context, {
        ...{ name: action.name, studioId, input, traceId },
        actor: 'studio page',
      });
      if (shownOnce) return send(reply, secretsPage(frame, { action, secrets: shownOnce, qrCode, back }));
      return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}done=${recordId}`, 303);
    };

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

type Query = Readonly<Record<string, unknown>>;

function textsOf(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/**
 * Returns the texts of a form with ticked choices as JSON, as on the command line. Nothing ticked is an empty list where
 * a list is required, and a missing field elsewhere.
 */
function withChoices({ input }: StaffAction, texts: Texts): Texts {
  const properties = input.properties as Readonly<Record<string, { items?: { enum?: unknown } }>>;
  const required = (input.required as readonly string[] | undefined) ?? [];
  const lists = Object.entries(properties).flatMap(([name, { items }]) => {
    const ticked = Object.hasOwn(texts, name) ? texts[name]?.split('\n').filter(Boolean) : undefined;
    if (!items?.enum || (ticked === undefined && !required.includes(name))) return [];
    return [[name, JSON.stringify(ticked ?? [])] as const];
  });
  return { ...texts, ...Object.fromEntries(lists) };
}

/** Returns an address of this page; that of the staff's tab for any other. */
function ownAddress(address: string | undefined): string {
  return address !== undefined && /^\/studio(\/[a-z]+)?(\?[^#\\\s]*)?$/.test(address)
    ? address
    : pathOf('staff');
}

/** Returns the language that was chosen with a link, which a cookie keeps; otherwise that of the browser. */
function languageOf({ headers, query }: FastifyRequest, reply: FastifyReply): PageLanguage {
  const find = (wanted: unknown) => PAGE_LANGUAGES.find((each) => each === wanted);
  const asked = find((query as Query).lang);
  if (asked)
    void reply.header('set-cookie', `studio-language=${asked}; Path=/studio; SameSite=Lax; HttpOnly`);
  const [, kept] = /(?:^|; )studio-language=(\w+)/.exec(headers.cookie ?? '') ?? [];
  const browsers = withoutVariant(negotiateLanguage(headers['accept-language'], 'en'));
  return asked ?? find(kept) ?? find(browsers) ?? 'en';
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
