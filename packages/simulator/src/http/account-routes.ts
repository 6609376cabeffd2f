import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { SimulatorContext } from '../context.js';
import { ORIGIN_PATTERN } from '../origins.js';

const Params = Type.Object({ publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{8,100}$' }) });
const Body = Type.Object(
  {
    merchantName: Type.String({ minLength: 1, maxLength: 100 }),
    origins: Type.Array(Type.String({ pattern: ORIGIN_PATTERN, maxLength: 255 }), { maxItems: 100 }),
  },
  { additionalProperties: false },
);

/** Registers the routes for accounts and the ledger, through which the provider's operator manages all studios. */
export function accountRoutes(server: FastifyInstance, { ledger, clock }: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put('/v1/accounts/:publicKey', { schema: { params: Params, body: Body } }, (request, reply) => {
    const account = { publicKey: request.params.publicKey, ...request.body };
    if (JSON.stringify(ledger.account(account.publicKey)) !== JSON.stringify(account)) {
      const events = [{ type: 'account.registered', account } as const];
      ledger.record({ at: clock.now().toISOString(), events });
    }
    return reply.send(account);
  });

  app.get('/v1/ledger', (request, reply) => {
    const header = request.headers['simulator-account'];
    const account = typeof header === 'string' ? header : undefined;
    return reply.send({ rows: ledger.rows(clock.now(), account), bank: ledger.bankRows(account) });
  });
}
