import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import {
  bookCustomerPayment,
  OpenApiError,
  updateCustomerPaymentInstrument,
  userSession,
  type UserSessionData,
} from 'upc-open-api';
import { BadRequest } from './bad-request.js';
import { answerMember } from './member.js';
import { connectTo } from './open-api.js';
import { SignupRoutes } from './signup/routes.js';
import { findStudio, memberOf, studios } from './studios.js';

export interface DemoOptions {
  /** Address of the service, such as `http://localhost:4010`. */
  readonly serviceUrl: string;
  /** Origin of the frames with secured fields. Without it, the pages allow no such frames. */
  readonly providerUrl?: string | undefined;
  /** Whether cards go through Stripe, whose script and frames the pages then allow. Default false. */
  readonly allowsStripe?: boolean;
  readonly pages: string;
  /** Returns the time, which pages learn from each answer; that of this machine if absent. */
  readonly now?: () => Date;
}

type Body = Readonly<Record<string, unknown>>;

interface Posted {
  readonly Body: Body;
}

interface Action extends Posted {
  readonly Params: { readonly action: string };
}

/** Page for addresses that do not exist. */
const NOT_FOUND = 'not-found.html';

const json = { schema: { body: { type: 'object' } } } as const;

/** Creates the partner's server, which serves the pages and is the backend that holds the API keys. */
export function createDemo(options: DemoOptions): FastifyInstance {
  const { serviceUrl, pages, now = () => new Date() } = options;
  const connect = connectTo(serviceUrl);
  const signup = new SignupRoutes(connect, now);
  const app = Fastify({
    bodyLimit: 16_384,
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false } },
  });
  // JSON is the only remaining content type. A form on another page cannot send JSON, so no other page can use a
  // member's browser to pay.
  app.removeContentTypeParser('text/plain');

  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    reply.headers({
      date: now().toUTCString(),
      'content-security-policy': contentSecurityPolicy(options, showsItsOwnPages.includes(route)),
      'cache-control': route.startsWith('/api/') ? 'no-store' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
  app.setNotFoundHandler(async ({ url, headers }, reply) => {
    const [address = ''] = url.split('?');
    reply.status(404);
    const wantsPage = !address.startsWith('/api/') && headers.accept?.includes('text/html');
    return wantsPage ? sendPage(reply, NOT_FOUND) : reply.send({ message: `${address} does not exist.` });
  });
  app.setErrorHandler((error: FastifyError | OpenApiError, _request, reply) => {
    if (error instanceof OpenApiError) {
      const { status, errorCode, message, reference, traceId } = error;
      return reply.status(status).send({ errorCode, message, reference, traceId });
    }
    const { statusCode = 502, message } = error;
    return statusCode < 500
      ? reply.status(statusCode).send({ message })
      : reply.status(502).send({ message: `The service at ${serviceUrl} does not respond.` });
  });

  app.get('/api/studios', async () => studios.map(({ apiKey: _secret, ...open }) => open));
  app.post<Posted>('/api/session', json, async ({ body, headers }, reply) => {
    const client = connect(findStudio(body.studio), headers['accept-language']);
    // The service checks the fields.
    const request = pick(body, sessionFields) as UserSessionData['body'];
    return send(reply, await userSession({ client, body: request }));
  });
  app.post<Posted>('/api/payment-instrument', json, async ({ body, headers }, reply) => {
    const { client, path } = memberIn(body, headers);
    const paymentRequestToken = text(body, 'paymentRequestToken');
    await updateCustomerPaymentInstrument({ client, path, body: { paymentRequestToken } });
    return send(reply, null);
  });
  app.post<Posted>('/api/pay', json, async ({ body, headers }, reply) => {
    const { client, path, studio } = memberIn(body, headers);
    const paymentRequestToken = text(body, 'paymentRequestToken');
    const amount = { amount: number(body, 'amount'), currency: studio.currency };
    return send(reply, await bookCustomerPayment({ client, path, body: { paymentRequestToken, amount } }));
  });
  // The service accepts documents of up to 5 MiB. In base64 they are a third larger.
  const withDocument = { ...json, bodyLimit: 7 * 1024 * 1024 };
  app.post<Action>('/api/member/:action', withDocument, async ({ params, body, headers }, reply) => {
    const { client, path } = memberIn(body, headers);
    return send(reply, await answerMember(params.action, client, path.customerId, body));
  });
  const withSignature = { ...json, bodyLimit: 262_144 };
  app.post<Action>('/api/signup/:action', withSignature, async ({ params, body, headers }, reply) => {
    const answer = await signup.answer(params.action, body, headers);
    if (answer?.cookie !== undefined) reply.header('set-cookie', answer.cookie);
    return send(reply, answer?.body);
  });

  /** Finds the member that a page names, and connects to the Open API for the member's studio. */
  function memberIn(body: Body, headers: IncomingHttpHeaders) {
    const studio = findStudio(body.studio);
    const { customerId } = memberOf(studio, body.customerId);
    return { studio, client: connect(studio, headers['accept-language']), path: { customerId } };
  }

  const sendPage = async (reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const page = await readFile(path.join(pages, file), 'utf8');
    return reply.type('text/html; charset=utf-8').send(page.replaceAll('{{serviceUrl}}', serviceUrl));
  };
  for (const file of readdirSync(pages).filter((name) => name.endsWith('.html') && name !== NOT_FOUND)) {
    const name = path.basename(file, '.html');
    app.get(name === 'index' ? '/' : `/${name}`, async (_request, reply) => sendPage(reply, file));
  }
  app.register(fastifyStatic, {
    root: pages,
    // The routes above serve the HTML pages, because they insert the service's address. Tests and types are not served.
    allowedPath: (name) => /\.(css|js|svg)$/.test(name),
    cacheControl: false,
    decorateReply: false,
    index: false,
  });
  return app;
}

/** Sends a value as JSON, even `null`. If it is undefined, the path is unknown and the response is 404. */
function send(reply: FastifyReply, value: unknown): FastifyReply {
  if (value === undefined) {
    reply.callNotFound();
    return reply;
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}

/** Routes that show pages of the demo in frames: the gallery of the styling page, and the states in it. */
const showsItsOwnPages = ['/styling', '/styling-state'];

/**
 * Returns the strictest policy that a partner can have. `docs/content-security.md` describes it, with and without
 * Stripe.
 */
function contentSecurityPolicy(
  { serviceUrl, providerUrl, allowsStripe = false }: DemoOptions,
  framesItself: boolean,
): string {
  const forStripe = (sources: string): string => (allowsStripe ? ` ${sources}` : '');
  const stripe = forStripe('https://js.stripe.com https://*.js.stripe.com');
  return [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}${stripe}`,
    "style-src 'self'",
    `connect-src 'self' ${serviceUrl}${forStripe('https://api.stripe.com')}`,
    `frame-src ${framesItself ? "'self' " : ''}${providerUrl ?? (allowsStripe || framesItself ? '' : "'none'")}${stripe}${forStripe('https://hooks.stripe.com')}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types lit-html upc-widget${forStripe('upc-stripe')} 'allow-duplicates'`,
  ].join('; ');
}

const sessionFields = [
  'amount',
  'scope',
  'customerId',
  'permittedPaymentChoices',
  'referenceText',
  'requireDirectDebitSignature',
  'showExistingPaymentInstruments',
  'savePaymentInstrument',
  'prefetch',
];

function pick(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new BadRequest(`${name} must be a string.`);
  return value;
}

function number(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number') throw new BadRequest(`${name} must be a number.`);
  return value;
}
