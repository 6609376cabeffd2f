import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import type { Context } from '../../../../core/context.js';
import { discardInstrument } from '../../instruments/instruments.js';
import { handleProviderEvent } from '../provider-event.js';
import { ProviderRequestError } from '../provider.js';
import { toProviderError } from './errors.js';
import type { StripeKeys, StripeSettings } from './settings.js';
import { stripeClient } from './stripe-of-studio.js';

/**
 * Finds the instrument of a revoked mandate.
 *
 * @returns its reference at Stripe; null when the mandate is still valid, or Stripe has none with that id
 * @throws ProviderUnavailableError
 */
async function instrumentOfRevoked(stripe: Stripe, mandateId: string): Promise<string | null> {
  try {
    const { status, payment_method: method } = await stripe.mandates.retrieve(mandateId);
    if (status !== 'inactive') return null;
    return typeof method === 'string' ? method : method.id;
  } catch (error) {
    const providerError = toProviderError(error);
    if (providerError instanceof ProviderRequestError) return null;
    throw providerError;
  }
}

/** Events of intents, after which the intent is fetched from Stripe. Every other event is accepted and ignored. */
const EVENTS: readonly string[] = [
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'payment_intent.amount_capturable_updated',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
];

/** Stripe's events about money that a bank or a payer takes back or returns. They contain the intent's id. */
const DISPUTES: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'charge.failed',
];

/** Maximum age of an event in seconds; an older one may be a replay. */
const TOLERANCE = 300;
const BODY_LIMIT = 256 * 1024;

/**
 * Serves `POST /providers/stripe/webhook` for the account of all studios, and `/<studio id>` or `/<NAME>` below it for
 * the others. Events are signed. The body is read as raw bytes, because the signature covers them.
 */
export function stripeWebhookRoutes(context: Context, settings: StripeSettings) {
  const receive = async (
    request: FastifyRequest,
    reply: FastifyReply,
    keys: StripeKeys | null | undefined,
  ) => {
    const secret = keys?.webhookSecret;
    if (!keys || !secret) {
      reply.callNotFound();
      return reply;
    }
    const event = verify(request, secret, context.clock.now());
    if (event === null) return reply.status(400).send();
    const { id, payment_intent: disputed } = event.data.object as {
      readonly id?: unknown;
      readonly payment_intent?: unknown;
    };
    if (typeof id !== 'string') return reply.status(200).send();
    if (EVENTS.includes(event.type)) await handleProviderEvent(context, 'STRIPE', id, request.id);
    if (DISPUTES.includes(event.type) && typeof disputed === 'string') {
      await handleProviderEvent(context, 'STRIPE', disputed, request.id);
    }
    if (event.type === 'mandate.updated') {
      const revoked = await instrumentOfRevoked(stripeClient(keys, settings.apiUrl), id);
      if (revoked !== null) await discardInstrument(context, 'STRIPE', revoked);
    }
    return reply.status(200).send();
  };
  const options = { bodyLimit: BODY_LIMIT, schema: { hide: true } };
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.post('/providers/stripe/webhook', options, (request, reply) =>
      receive(request, reply, settings.common),
    );
    app.post('/providers/stripe/webhook/:account', options, (request, reply) => {
      const { account } = request.params as { account: string };
      return receive(request, reply, settings.named.get(account));
    });
  };
}

/** Returns the event, or null if it has no valid, recent signature. */
function verify({ body, headers }: FastifyRequest, secret: string, now: Date): Stripe.Event | null {
  const signature = headers['stripe-signature'];
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return null;
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime());
  } catch {
    // The SDK's error contains the body, so nothing of it is returned or logged.
    return null;
  }
}
