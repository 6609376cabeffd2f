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
 * The instrument of a mandate that no bank honours any more.
 *
 * @returns its reference at Stripe; null when the mandate is still valid, or Stripe knows none by that id
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

/** Events of intents, upon which the intent is read from Stripe; every other event is taken and left alone. */
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

/** Events of Stripe about money that a bank or a payer takes back, or has to give back; these name the intent. */
const DISPUTES: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'charge.failed',
];

/** Seconds that an event may be old: an older one may be a recorded one that is sent again. */
const TOLERANCE = 300;
const BODY_LIMIT = 256 * 1024;

/**
 * `POST /providers/stripe/webhook` for the account of all studios, with `/<studio id>` or `/<NAME>` for another. Events
 * are signed; the body is read as it came, because the signature is of its bytes.
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

/** The event, or null when nobody who knows the secret has signed it just now. */
function verify({ body, headers }: FastifyRequest, secret: string, now: Date): Stripe.Event | null {
  const signature = headers['stripe-signature'];
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return null;
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime());
  } catch {
    // The SDK's error holds the body; nothing of it is told or logged.
    return null;
  }
}
