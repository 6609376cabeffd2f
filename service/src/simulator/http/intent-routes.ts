import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { METHODS } from '../../providers/simulator/simulator-api.js';
import type { SimulatorContext } from '../context.js';
import { presentIntent } from '../present.js';
import { chargeInstrument } from '../rules/charge-instrument.js';
import { confirmIntent } from '../rules/confirm-intent.js';
import { createIntent } from '../rules/create-intent.js';
import { cancelIntent, captureIntent, refundIntent } from '../rules/money-moves.js';
import { accountOf, intentOf, once } from './requests.js';

const closed = { additionalProperties: false } as const;
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** Minor units. */
const Amount = (minimum: 0 | 1) => Type.Integer({ minimum, maximum: 99_999_999 });
const Params = Type.Object({ id: Text(64) });

const Address = Type.Object(
  {
    line1: Text(200),
    line2: Type.Optional(Type.String({ maxLength: 200 })),
    city: Text(100),
    postalCode: Text(20),
    state: Type.Optional(Type.String({ maxLength: 100 })),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  closed,
);

const CreateBody = Type.Object(
  {
    mode: Type.Enum(['setup', 'payment']),
    paymentMethod: Type.Enum(METHODS),
    amount: Amount(0),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    captureMethod: Type.Optional(Type.Enum(['automatic', 'manual'])),
    saveInstrument: Type.Optional(Type.Boolean()),
    customer: Text(100),
    statementText: Text(140),
    returnUrl: Type.Optional(Text(2000)),
    /** A stored instrument: it is charged at once, without the person. */
    instrument: Type.Optional(Text(64)),
  },
  closed,
);

const ConfirmBody = Type.Object(
  {
    details: Type.Optional(
      Type.Object(
        {
          accountHolder: Type.Optional(Text(70)),
          iban: Type.Optional(Text(64)),
          accountNumber: Type.Optional(Text(17)),
          bankLocationId: Type.Optional(Text(12)),
          accountType: Type.Optional(Type.Enum(['CHECKING', 'SAVINGS'])),
          holderType: Type.Optional(Type.Enum(['PERSONAL', 'BUSINESS'])),
          email: Type.Optional(Text(254)),
          address: Type.Optional(Address),
        },
        closed,
      ),
    ),
    mandate: Type.Optional(
      Type.Object(
        {
          reference: Text(35),
          acceptedAt: Type.String({ format: 'date-time' }),
          ip: Text(45),
          userAgent: Type.String({ maxLength: 1000 }),
        },
        closed,
      ),
    ),
  },
  closed,
);

const AmountBody = Type.Object({ amount: Amount(1) }, closed);
const EmptyBody = Type.Object({}, closed);

/** The calls a backend makes with the secret key, for one account each. */
export function intentRoutes(server: FastifyInstance, context: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { ledger, clock } = context;

  app.post('/v1/intents', { schema: { body: CreateBody } }, async (request, reply) => {
    const account = accountOf(context, request);
    const { instrument, ...terms } = request.body;
    if (instrument !== undefined) await context.bank();
    const view = once(context, request, account, (now) =>
      instrument === undefined
        ? createIntent(account, terms)
        : chargeInstrument(ledger, account, { ...terms, instrument }, now, context.settlementMs),
    );
    return reply.status(201).send(view);
  });

  app.get('/v1/intents/:id', { schema: { params: Params } }, (request, reply) => {
    const intent = intentOf(context, accountOf(context, request), request.params.id);
    const shown = { secrets: context.secrets, publicUrl: context.publicUrl() };
    return reply.send(presentIntent(intent, clock.now(), shown));
  });

  app.post('/v1/intents/:id/confirm', { schema: { params: Params, body: ConfirmBody } }, async (request) => {
    const account = accountOf(context, request);
    await context.bank();
    return once(context, request, account, (now) =>
      confirmIntent(intentOf(context, account, request.params.id), request.body, context, now),
    );
  });

  const moves = { capture: captureIntent, refund: refundIntent };
  for (const [name, move] of Object.entries(moves)) {
    app.post(`/v1/intents/:id/${name}`, { schema: { params: Params, body: AmountBody } }, async (request) => {
      const account = accountOf(context, request);
      await context.bank();
      return once(context, request, account, (now) =>
        move(intentOf(context, account, request.params.id), request.body.amount, now),
      );
    });
  }

  app.post('/v1/intents/:id/cancel', { schema: { params: Params, body: EmptyBody } }, async (request) => {
    const account = accountOf(context, request);
    await context.bank();
    return once(context, request, account, (now) =>
      cancelIntent(intentOf(context, account, request.params.id), now),
    );
  });
}
