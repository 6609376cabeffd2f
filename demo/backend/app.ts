import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BadRequest, jsonBody } from './json-body.js';
import { type Answer, OpenApi } from './open-api.js';
import { staticFile } from './static-files.js';
import { MemberRoutes } from './member.js';
import { SignupRoutes } from './signup/routes.js';
import { findStudio, memberOf, type Studio, studios } from './studios.js';

export interface DemoOptions {
  /** Address of the service, such as `http://localhost:4010`. */
  readonly serviceUrl: string;
  /** The origin of secured frames; without it the pages allow none. */
  readonly providerUrl?: string | undefined;
  /** Cards go through Stripe: its script and frames are let in. Default false. */
  readonly allowsStripe?: boolean;
  /** Folder of the pages. */
  readonly pages: string;
}

type Body = Readonly<Record<string, unknown>>;

/** The partner's server: hands out the pages and is the backend that holds the API keys. */
export function createDemo(options: DemoOptions): Server {
  const openApi = new OpenApi(options.serviceUrl);
  const signup = new SignupRoutes(openApi);
  const member = new MemberRoutes(openApi);
  const actions: Readonly<Record<string, (studio: Studio, body: Body) => Promise<Answer>>> = {
    '/api/session': (studio, body) => openApi.openSession(studio, pick(body, sessionFields)),
    '/api/payment-instrument': (studio, body) =>
      openApi.replacePaymentInstrument(
        studio,
        memberOf(studio, body.customerId).customerId,
        text(body, 'paymentRequestToken'),
      ),
    '/api/pay': (studio, body) =>
      openApi.payAccount(
        studio,
        memberOf(studio, body.customerId).customerId,
        text(body, 'paymentRequestToken'),
        number(body, 'amount'),
      ),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const action = actions[pathname];
    if (request.method === 'POST' && action !== undefined) {
      const body = await jsonBody(request);
      const { status, body: answered } = await action(findStudio(body.studio), body);
      sendJson(response, status, answered);
    } else if (request.method === 'POST' && pathname.startsWith('/api/member/')) {
      // A document of 5 MiB, the most that the service takes, is a third longer in base64.
      const body = await jsonBody(request, 7 * 1024 * 1024);
      const name = pathname.slice('/api/member/'.length);
      const answered = await member.answer(
        name,
        findStudio(body.studio),
        body,
        request.headers['accept-language'],
      );
      sendJson(
        response,
        answered?.status ?? 404,
        answered?.body ?? { message: `There is no ${pathname} here.` },
      );
    } else if (request.method === 'POST' && pathname.startsWith('/api/signup/')) {
      const action = pathname.slice('/api/signup/'.length);
      const answered = await signup.answer(action, await jsonBody(request, 262_144), request.headers);
      if (answered?.cookie !== undefined) response.setHeader('set-cookie', answered.cookie);
      sendJson(
        response,
        answered?.status ?? 404,
        answered?.body ?? { message: `There is no ${pathname} here.` },
      );
    } else if (request.method === 'GET' && pathname === '/api/studios') {
      sendJson(
        response,
        200,
        studios.map(({ apiKey: _secret, ...open }) => open),
      );
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      await sendPage(response, pathname);
    } else {
      sendJson(response, 405, { message: `${request.method ?? ''} is not allowed here.` });
    }
  }

  async function sendPage(response: ServerResponse, pathname: string): Promise<void> {
    const file = await staticFile(options.pages, pathname);
    if (file === undefined) {
      sendJson(response, 404, { message: `There is no ${pathname} here.` });
      return;
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-security-policy': contentSecurityPolicy(options, showsItsOwnPages.includes(pathname)),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    response.end(file.content.replaceAll('{{serviceUrl}}', options.serviceUrl));
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof BadRequest) sendJson(response, error.status, { message: error.message });
      else sendJson(response, 502, { message: `The service at ${options.serviceUrl} does not answer.` });
    });
  });
}

/** The gallery of the styling page, and the states in it, are pages in frames. */
const showsItsOwnPages = ['/styling', '/styling-state'];

/** The strictest policy that a partner can have; the README shows the same, with and without Stripe. */
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
    `trusted-types lit-html${forStripe('upc-stripe')} 'allow-duplicates'`,
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

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}
