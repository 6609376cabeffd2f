import type { operations } from '@upc/contract/gateway-types';
import { isIban, normalizeIban } from '@upc/contract/iban';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { clip } from '../../../core/errors/fault-message.js';
import { setContentLanguage, forbidCaching } from '../../../core/http/answers.js';
import type { RateLimit } from '../../../core/http/rate-limit.js';
import { type RequestMeta, requestMeta } from '../../../core/http/request-meta.js';
import { textPart } from '../../../core/i18n/translate.js';
import { IDEMPOTENCY_KEY, keyedRequest, type RequestWithKey } from '../../../core/idempotency/idempotency.js';
import type { OriginRules } from '../../studios/origins.js';
import { startPayment } from '../attempts/attempt.js';
import { authenticatePayment, pollPayment } from '../attempts/authentication.js';
import { cancelPayment } from '../attempts/cancellation.js';
import { bankOfIban } from '../bank-details/bank-of-iban.js';
import { removeInstrument } from '../instruments/instrument-removal.js';
import { paymentLinks } from '../links/links.tables.js';
import { describePayment } from '../payments.js';
import { sessionFinder, type Shown, shownSessionFinder } from '../sessions/session-finder.js';
import { requireReadable, requireValid, type SessionOfStudio } from '../sessions/sessions.js';
import type { GatewaySchemas } from './gateway-schemas.js';
import { describeSession } from './session-answer.js';

/**
 * Checks that a redirect leads back to a page of the studio.
 *
 * @throws ApiError 400 naming `returnUrl`.
 */
function requireReturnUrl(returnUrl: string | undefined, isOfStudio: (origin: string) => boolean): void {
  if (returnUrl === undefined) return;
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : null;
  if (url && !url.username && !url.password && isOfStudio(url.origin)) return;
  throw new ApiError('errormessage.payment.return.url.invalid', 'returnUrl', {
    origin: url?.origin ?? 'none',
  });
}

/**
 * Refuses a new payment in the session of a payment link that has ended while its page was open. The page opens the link
 * again, which says so.
 *
 * @throws ApiError 401
 */
async function requireOpenLink(db: Database, { linkId }: SessionOfStudio['session']): Promise<void> {
  if (linkId === null) return;
  const [link] = await db.select().from(paymentLinks).where(eq(paymentLinks.id, linkId));
  if (link?.status !== 'OPEN') throw new ApiError('errormessage.payment.session.expired');
}

interface FoundByToken extends SessionOfStudio {
  /** Origins that the studio has registered. */
  readonly origins: readonly string[];
  readonly shown: Shown | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session whose token the request carries. It is set before the gateway handlers run. */
    paymentSession: FoundByToken | null;
  }
}

/**
 * Maximum size in bytes of a payment request with the longest signature that `gateway.yaml` allows and every other
 * field at its longest.
 */
const PAYMENT_LIMIT = 64 * 1024;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface GatewayParts {
  readonly context: Context;
  readonly schemas: GatewaySchemas;
  readonly origins: OriginRules;
  readonly rateLimit: RateLimit;
}

/** Registers the routes that the widget calls, as described in `gateway.yaml`. */
export function gatewayRoutes({ context, schemas, origins, rateLimit }: GatewayParts) {
  return async (app: FastifyInstance): Promise<void> => {
    forbidCaching(app);
    setContentLanguage(app);
    app.setValidatorCompiler(schemas.compileSchema);
    const find = { alone: sessionFinder(context), shown: shownSessionFinder(context) };
    /** Admits requests that carry a session token and come from a page of its studio. */
    const admit = async (request: FastifyRequest, reply: FastifyReply, token: unknown): Promise<void> => {
      const { operation } = request.routeOptions.config;
      const isShown = operation === 'getSession' || operation === 'readSession';
      // Both operations read the session. They share one counter, so that guessing tokens gains no extra attempts.
      const known = `${isShown ? 'getSession' : operation}:`;
      const counters = { known, unknown: `${known}${request.ip}` };
      // No session has the empty token, so a missing token is refused like an unknown one.
      const asked = [typeof token === 'string' ? token : '', counters, rateLimit.moment()] as const;
      const {
        found,
        counted,
        origins: registered,
        shown,
      } = isShown ? await find.shown(...asked) : { ...(await find.alone(...asked)), shown: null };
      request.paymentSession = found && { ...found, origins: registered, shown };
      request.language = found?.studio.language ?? 'en';
      rateLimit.settle(reply, found ? `${known}${found.session.id}` : counters.unknown, counted);
      if (!found) throw new ApiError('errormessage.payment.session.invalid');
      const { origin } = request.headers;
      if (origin !== undefined && !origins.isOfStudio(origin, registered)) {
        throw new ApiError('errormessage.payment.origin.not.registered', undefined, {
          origin: clip(origin),
        });
      }
      if (operation === 'getPayment') await requireReadable(context, found.session);
      else requireValid(found.session, context.clock.now());
    };
    app.addHook('onRequest', async (request, reply) => {
      // This operation carries its token in the body, which has not been read yet.
      if (request.routeOptions.config.operation === 'readSession') return;
      await admit(request, reply, request.headers['x-user-payment-session-token']);
    });

    const described = (operation: keyof operations) => ({
      config: { operation },
      schema: schemas.routeSchema(operation),
    });

    app.get('/api/v1/session', described('getSession'), async (request) => {
      return describeSession(context, session(request), shown(request), requestMeta(request));
    });

    app.post(
      '/api/v1/session',
      {
        ...described('readSession'),
        bodyLimit: 1024,
        preValidation: async (request, reply) => admit(request, reply, request.body),
      },
      async (request) => describeSession(context, session(request), shown(request), requestMeta(request)),
    );

    app.post<Body<'lookUpBank'>>('/api/v1/bank-lookup', described('lookUpBank'), async (request) => {
      const iban = normalizeIban(request.body.iban);
      if (!isIban(iban)) throw new ApiError('errormessage.payment.iban.invalid', 'iban');
      return bankOfIban(iban);
    });

    app.post<Body<'createPayment'>>(
      '/api/v1/payments',
      { ...described('createPayment'), bodyLimit: PAYMENT_LIMIT },
      async (request, reply) => {
        const meta = keyedMeta(context, request);
        const found = session(request);
        requireReturnUrl(request.body.returnUrl, (origin) => origins.isOfStudio(origin, found.origins));
        await requireOpenLink(context.db, found.session);
        const payment = await startPayment(context, found, request.body, meta);
        return reply.status(201).send(payment);
      },
    );

    app.put<Body<'authenticatePayment'>>(
      '/api/v1/payments/:id/authentication',
      described('authenticatePayment'),
      async (request) => {
        const meta = keyedMeta(context, request);
        return authenticatePayment(context, session(request), paymentId(request), meta);
      },
    );

    app.get('/api/v1/payments/:id', described('getPayment'), async (request) => {
      return pollPayment(context, session(request), paymentId(request), requestMeta(request));
    });

    app.delete(
      '/api/v1/payment-instruments/:token',
      described('removePaymentInstrument'),
      async (request, reply) => {
        const { token } = request.params as { token: string };
        await removeInstrument(context, session(request), token, requestMeta(request));
        return reply.status(204).send();
      },
    );

    app.delete('/api/v1/payments/:id', described('cancelPayment'), async (request) => {
      const { traceId, language } = requestMeta(request);
      const { id } = session(request).session;
      const payment = await cancelPayment(context, id, paymentId(request), traceId);
      return describePayment(context, context.db, payment, language);
    });
  };
}

/** The request body of an operation in `gateway.yaml`, for a route with that schema. */
interface Body<Id extends 'lookUpBank' | 'createPayment' | 'authenticatePayment'> {
  Body: operations[Id]['requestBody']['content']['application/json'];
}

function session(request: FastifyRequest): FoundByToken {
  if (!request.paymentSession) throw new Error('The gateway ran a handler without a session.');
  return request.paymentSession;
}

function shown({ paymentSession }: FastifyRequest): Shown {
  if (!paymentSession?.shown) throw new Error('The gateway has not loaded the data of the session response.');
  return paymentSession.shown;
}

function paymentId(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!UUID.test(id)) throw new ApiError('errormessage.payment.not.found', 'id');
  return id;
}

/**
 * Returns the request's metadata with its idempotency key.
 *
 * @throws ApiError 400 without a valid Idempotency-Key.
 */
function keyedMeta(context: Context, request: FastifyRequest): RequestMeta & RequestWithKey {
  const keyed = keyedRequest(context, request, `session ${session(request).session.id}`);
  const { key } = keyed;
  if (key === null || !IDEMPOTENCY_KEY.test(key)) {
    throw new ApiError('errormessage.request.invalid', 'Idempotency-Key', {
      problem: textPart('problem.idempotencyKey'),
    });
  }
  return { ...requestMeta(request), ...keyed, key };
}
