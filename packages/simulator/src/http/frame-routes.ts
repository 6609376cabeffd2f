import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { SimulatorContext } from '../context.js';
import { cardPage } from '../frames/card-page.js';
import { sendPage } from '../pages/headers.js';
import { Refusal } from '../refusal.js';

const Query = Type.Object(
  {
    key: Type.String({ maxLength: 100 }),
    layout: Type.Enum(['combined', 'number', 'expiry', 'cvc']),
    nonce: Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' }),
  },
  { additionalProperties: false },
);

/**
 * Registers the secured card frames. Their address contains the studio's public key, so that only that studio's pages
 * may frame them.
 */
export function frameRoutes(server: FastifyInstance, { ledger }: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/frames/card', { schema: { querystring: Query } }, (request, reply) => {
    const { key, layout, nonce } = request.query;
    const account = ledger.account(key);
    if (account === undefined) throw Refusal.missing('account', 'key');
    return sendPage(reply, 200, cardPage(account, layout, nonce), { frameAncestors: account.origins });
  });
}
