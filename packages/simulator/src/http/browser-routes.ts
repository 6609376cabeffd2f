import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { WALLETS } from '@upc/contract/frame-protocol';
import type { BrowserIntentView } from '@upc/contract/simulator-api';
import { WALLET_CARDS } from '../bank/wallets.js';
import type { SimulatorContext } from '../context.js';
import type { Account } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { presentToBrowser } from '../present.js';
import { Refusal } from '../refusal.js';
import { type CardConfirmation, confirmCard } from '../rules/confirm-card.js';
import { Amount, closed, IntentParams, Text } from './intent-bodies.js';
import { accountOf, intentOf, once, type Done } from './requests.js';

const Card = Type.Object(
  {
    number: Text(32),
    expiry: Text(10),
    cvc: Text(4),
    holder: Type.Optional(Type.String({ maxLength: 70 })),
  },
  closed,
);
const Wallet = Type.Object(
  {
    name: Type.Enum(WALLETS),
    card: Type.Enum(WALLET_CARDS),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    recurring: Type.Boolean(),
  },
  closed,
);
const ConfirmBody = Type.Object(
  {
    card: Type.Optional(Card),
    wallet: Type.Optional(Wallet),
    returnUrl: Type.Optional(Text(2000)),
    expected: Type.Optional(
      Type.Object({ amount: Amount(0), currency: Type.String({ pattern: '^[A-Z]{3}$' }) }, closed),
    ),
  },
  closed,
);

/**
 * Registers the routes for the provider's own frames. The client secret of an intent and the public key of its account
 * give access to that intent and nothing else. No other origin may call them: there is no CORS, and browsers state the
 * origin of a request.
 */
export function browserRoutes(server: FastifyInstance, context: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const view = ({ intent, at }: Done): BrowserIntentView => presentToBrowser(intent, at, context.publicUrl());

  app.post(
    '/v1/browser/intents/:id/confirm',
    { schema: { params: IntentParams, body: ConfirmBody } },
    async (request) => {
      const { account, intent } = opened(context, request, request.params.id);
      const { card, wallet, ...rest } = request.body;
      const source = sourceOf(card, wallet);
      await context.bank();
      const scope = `browser/${intent.id}`;
      const done = once(context, request, scope, (now) =>
        confirmCard(
          { intent: intentOf(context, account, intent.id), account },
          { source, ...rest },
          context,
          now,
        ),
      );
      return view(done);
    },
  );

  app.get('/v1/browser/intents/:id', { schema: { params: IntentParams } }, (request, reply) => {
    const { intent } = opened(context, request, request.params.id);
    return reply.send(view({ intent, at: context.clock.now() }));
  });
}

/** @throws Refusal unless there is exactly one of them */
function sourceOf(
  card: Static<typeof Card> | undefined,
  wallet: Static<typeof Wallet> | undefined,
): CardConfirmation['source'] {
  if (card !== undefined && wallet === undefined) return { card };
  if (wallet !== undefined && card === undefined) return { wallet };
  throw Refusal.invalid('parameter_invalid', 'Send either card or wallet.', 'card');
}

function opened(
  context: SimulatorContext,
  request: FastifyRequest,
  id: string,
): { account: Account; intent: Intent } {
  requireOwnPage(request);
  const account = accountOf(context, request);
  const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!context.secrets.isClientSecret(id, secret)) {
    throw Refusal.authentication(
      401,
      'client_secret_invalid',
      'Send the client secret of the intent: Authorization: Bearer <client secret>.',
    );
  }
  return { account, intent: intentOf(context, account, id) };
}

/**
 * Requires that a request does not come from another origin's page.
 *
 * @throws Refusal 403 when the browser reports another origin
 */
export function requireOwnPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') {
    throw Refusal.authentication(403, 'origin_refused', 'Only pages of the provider may ask this.');
  }
}
