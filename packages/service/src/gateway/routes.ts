import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import { clip } from '../errors/clip.js';
import { nameLanguage } from '../http/content-language.js';
import { neverStored } from '../http/no-store.js';
import { textPart } from '../i18n/translate.js';
import { IDEMPOTENCY_KEY } from '../http/idempotency-key.js';
import { isRegistered, type OriginRules } from '../http/origins.js';
import type { RateLimit } from '../http/rate-limit.js';
import type { KeyedMeta } from '../domain/request-meta.js';
import { requestMeta } from '../http/request-meta.js';
import { bankOfIban } from '../payments/bank-data/bank-of-iban.js';
import { isIban, normalizeIban } from '../payments/bank-details/iban.js';
import { startPayment } from '../payments/attempt.js';
import { authenticatePayment, pollPayment } from '../payments/authentication.js';
import { cancelPayment } from '../payments/cancellation.js';
import { removeInstrument } from '../payments/instrument-removal.js';
import { describePayment } from '../payments/payments.js';
import { sessionFinder, shownSessionFinder, type Shown } from '../payments/session-finder.js';
import { requireReadable, requireValid, type SessionOfStudio } from '../payments/sessions.js';
import type { Contract } from './contract.js';
import type { operations } from '@upc/contract/gateway-types';
import { requireReturnUrl } from './return-url.js';
import { describeSession } from './session-answer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session whose token the request carries; set before the handlers of the gateway. */
    paymentSession: (SessionOfStudio & { readonly shown: Shown | null }) | null;
  }
}

/** Bytes of a payment with the longest signature that the contract allows, and everything else at its longest. */
const PAYMENT_LIMIT = 64 * 1024;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface GatewayParts {
  readonly context: Context;
  readonly contract: Contract;
  readonly origins: OriginRules;
  readonly rateLimit: RateLimit;
}

/** The routes the widget calls, as `gateway.yaml` describes them. */
export function gatewayRoutes({ context, contract, origins, rateLimit }: GatewayParts) {
  return async (app: FastifyInstance): Promise<void> => {
    neverStored(app);
    nameLanguage(app);
    app.setValidatorCompiler(contract.compileSchema);
    const find = { alone: sessionFinder(context), shown: shownSessionFinder(context) };
    /** Lets in who has a session, from a page of its studio. */
    const admit = async (request: FastifyRequest, reply: FastifyReply, token: unknown): Promise<void> => {
      const { operation } = request.routeOptions.config;
      const isShown = operation === 'getSession' || operation === 'readSession';
      // Two ways to read the same: whoever guesses tokens gets the attempts of one.
      const known = `${isShown ? 'getSession' : operation}:`;
      const counters = { known, unknown: `${known}${request.ip}` };
      // No session has the empty token.
      const asked = [typeof token === 'string' ? token : '', counters, rateLimit.moment()] as const;
      const { found, counted, shown } = isShown
        ? await find.shown(...asked)
        : { ...(await find.alone(...asked)), shown: null };
      request.paymentSession = found && { ...found, shown };
      request.language = found?.studio.language ?? 'en';
      rateLimit.settle(reply, found ? `${known}${found.session.id}` : counters.unknown, counted);
      if (!found) throw new ApiError('errormessage.payment.session.invalid');
      const { origin } = request.headers;
      if (origin !== undefined && !isRegistered(origin, origins.ofStudio(found.studio))) {
        throw new ApiError('errormessage.payment.origin.not.registered', undefined, {
          origin: clip(origin),
        });
      }
      if (operation === 'getPayment') await requireReadable(context, found.session);
      else requireValid(found.session, context.clock.now());
    };
    app.addHook('onRequest', async (request, reply) => {
      // The token of this one is in its body, which has not been read yet.
      if (request.routeOptions.config.operation === 'readSession') return;
      await admit(request, reply, request.headers['x-user-payment-session-token']);
    });

    const described = (operation: keyof operations) => ({
      config: { operation },
      schema: contract.routeSchema(operation),
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
        const meta = keyedMeta(request);
        const found = session(request);
        requireReturnUrl(request.body.returnUrl, origins.ofStudio(found.studio));
        const payment = await startPayment(context, found, request.body, meta);
        return reply.status(201).send(payment);
      },
    );

    app.put<Body<'authenticatePayment'>>(
      '/api/v1/payments/:id/authentication',
      described('authenticatePayment'),
      async (request) => {
        const meta = keyedMeta(request);
        const asked = { paymentId: paymentId(request), body: request.body };
        return authenticatePayment(context, session(request), asked, meta);
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

/** The body of an operation as the contract has it, for a route whose schema is the contract's. */
interface Body<Id extends 'lookUpBank' | 'createPayment' | 'authenticatePayment'> {
  Body: operations[Id]['requestBody']['content']['application/json'];
}

function session(request: FastifyRequest): SessionOfStudio {
  if (!request.paymentSession) throw new Error('The gateway ran a handler without a session.');
  return request.paymentSession;
}

function shown({ paymentSession }: FastifyRequest): Shown {
  if (!paymentSession?.shown) throw new Error('The gateway has not read what it is to show.');
  return paymentSession.shown;
}

function paymentId(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!UUID.test(id)) throw new ApiError('errormessage.payment.not.found', 'id');
  return id;
}

function keyedMeta(request: FastifyRequest): KeyedMeta {
  return { ...requestMeta(request), idempotencyKey: idempotencyKey(request) };
}

function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new ApiError('errormessage.request.invalid', 'Idempotency-Key', {
      problem: textPart('problem.idempotencyKey'),
    });
  }
  return key;
}
