import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { WALLETS } from '@upc/contract/frame-protocol';
import type { SimulatorContext } from '../context.js';
import { cardPage } from '../frames/card-page.js';
import { expressPage } from '../frames/express-page.js';
import { sheetPage } from '../frames/sheet-page.js';
import type { Account } from '../ledger/events.js';
import { sendPage } from '../pages/headers.js';
import { sheetTextsIn } from '../pages/sheet-texts.js';
import { Refusal } from '../refusal.js';
import { closed } from './intent-bodies.js';

const Key = Type.String({ maxLength: 100 });
const Nonce = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' });
const CardQuery = Type.Object(
  { key: Key, layout: Type.Enum(['combined', 'number', 'expiry', 'cvc']), nonce: Nonce },
  closed,
);
const ExpressQuery = Type.Object({ key: Key, nonce: Nonce, link: Type.Enum(['yes', 'no']) }, closed);
const SheetParams = Type.Object({ nonce: Nonce });
const SheetQuery = Type.Object(
  {
    key: Key,
    wallet: Type.Enum(WALLETS),
    amount: Type.String({ pattern: '^[0-9]{1,8}$' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    recurring: Type.Enum(['yes', 'no']),
    locale: Type.String({ maxLength: 35 }),
  },
  closed,
);

/** Milliseconds for which a payment sheet waits for the page, as Apple's does. */
const SHEET_PATIENCE_MS = 30_000;

/** Origins of the manifests that a browser reads to find out whether Google Pay is available. */
const GOOGLE_PAY = ['https://google.com', 'https://www.google.com', 'https://pay.google.com'];

/**
 * Registers the provider's frames: card fields, the buttons of wallets, and their payment sheet. Their address contains
 * the studio's public key, so that only that studio's pages may frame them.
 */
export function frameRoutes(server: FastifyInstance, { ledger }: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const accountOf = (key: string): Account => {
    const account = ledger.account(key);
    if (account === undefined) throw Refusal.missing('account', 'key');
    return account;
  };

  app.get('/frames/card', { schema: { querystring: CardQuery } }, (request, reply) => {
    const { key, layout, nonce } = request.query;
    const account = accountOf(key);
    return sendPage(reply, 200, cardPage(account, layout, nonce), { frameAncestors: account.origins });
  });

  app.get('/frames/express', { schema: { querystring: ExpressQuery } }, (request, reply) => {
    const { key, nonce, link } = request.query;
    const account = accountOf(key);
    const page = expressPage(account, nonce, link === 'yes');
    return sendPage(reply, 200, page, { frameAncestors: account.origins, connections: GOOGLE_PAY });
  });

  app.get(
    '/frames/sheet/:nonce',
    { schema: { params: SheetParams, querystring: SheetQuery } },
    (request, reply) => {
      const { key, amount, recurring, locale, ...query } = request.query;
      const account = accountOf(key);
      const page = sheetPage({
        ...query,
        account,
        nonce: request.params.nonce,
        amount: Number(amount),
        recurring: recurring === 'yes',
        patience: SHEET_PATIENCE_MS,
        texts: sheetTextsIn(locale),
      });
      return sendPage(reply, 200, page, { frameAncestors: account.origins });
    },
  );
}
