import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { DetachedView, IntentView } from '@upc/contract/simulator-api';
import type { SimulatorContext } from '../context.js';
import { Refusal } from '../refusal.js';
import { presentIntent } from '../present.js';
import { chargeInstrument } from '../rules/charge-instrument.js';
import { confirmIntent } from '../rules/confirm-intent.js';
import { createIntent } from '../rules/create-intent.js';
import { cancelIntent, captureIntent, refundIntent } from '../rules/money-moves.js';
import { AmountBody, ConfirmBody, CreateBody, EmptyBody, IntentParams } from './intent-bodies.js';
import { accountOf, intentOf, once, type Done } from './requests.js';

/** Registers the routes that a backend calls with the secret key, each for one account. */
export function intentRoutes(server: FastifyInstance, context: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { ledger, clock, secrets, publicUrl } = context;
  const view = ({ intent, at }: Done): IntentView =>
    presentIntent(intent, at, { secrets, publicUrl: publicUrl() });

  app.post('/v1/intents', { schema: { body: CreateBody } }, async (request, reply) => {
    const account = accountOf(context, request);
    const { instrument, ...terms } = request.body;
    if (instrument !== undefined) await context.bank();
    const done = once(context, request, account.publicKey, (now) =>
      instrument === undefined
        ? createIntent(account, terms)
        : chargeInstrument(context, account, { ...terms, instrument }, now),
    );
    return reply.status(201).send(view(done));
  });

  app.post(
    '/v1/instruments/:id/detach',
    { schema: { params: IntentParams, body: EmptyBody } },
    async (request): Promise<Static<typeof DetachedView>> => {
      const account = accountOf(context, request);
      const { id } = request.params;
      if (ledger.instrument(id)?.intent.account !== account.publicKey)
        throw Refusal.missing('instrument', 'id');
      await context.bank();
      if (!ledger.isDetached(id)) {
        const events = [{ type: 'instrument.detached', instrument: id } as const];
        ledger.record({ at: clock.now().toISOString(), events });
      }
      return { id, detached: true };
    },
  );

  app.get('/v1/intents/:id', { schema: { params: IntentParams } }, (request, reply) => {
    const intent = intentOf(context, accountOf(context, request), request.params.id);
    return reply.send(view({ intent, at: clock.now() }));
  });

  app.post(
    '/v1/intents/:id/confirm',
    { schema: { params: IntentParams, body: ConfirmBody } },
    async (request) => {
      const account = accountOf(context, request);
      await context.bank();
      return view(
        once(context, request, account.publicKey, (now) =>
          confirmIntent(intentOf(context, account, request.params.id), request.body, context, now),
        ),
      );
    },
  );

  const moves = { capture: captureIntent, refund: refundIntent };
  for (const [name, move] of Object.entries(moves)) {
    app.post(
      `/v1/intents/:id/${name}`,
      { schema: { params: IntentParams, body: AmountBody } },
      async (request) => {
        const account = accountOf(context, request);
        await context.bank();
        return view(
          once(context, request, account.publicKey, (now) =>
            move(intentOf(context, account, request.params.id), request.body.amount, now),
          ),
        );
      },
    );
  }

  app.post(
    '/v1/intents/:id/cancel',
    { schema: { params: IntentParams, body: EmptyBody } },
    async (request) => {
      const account = accountOf(context, request);
      await context.bank();
      return view(
        once(context, request, account.publicKey, (now) =>
          cancelIntent(intentOf(context, account, request.params.id), now),
        ),
      );
    },
  );
}
