import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { SimulatorContext } from '../context.js';
import { statusOf, type Intent, type IntentOfAccount } from '../ledger/intent.js';
import type { IntentEvent } from '../ledger/events.js';
import { bankPage, type PageState, type PageView } from '../pages/bank-page.js';
import { sendPage } from '../pages/headers.js';
import { pageTexts } from '../pages/texts.js';
import { Refusal } from '../refusal.js';
import { answerChallenge, OUTCOMES } from '../rules/answer-challenge.js';
import { requireOwnPage } from './browser-routes.js';

const Params = Type.Object({ challenge: Type.String({ maxLength: 64 }) });
const Query = Type.Object({ locale: Type.Optional(Type.String({ maxLength: 35 })) });
const Detail = Type.Optional(Type.String({ maxLength: 254 }));
const Body = Type.Object(
  {
    outcome: Type.Enum(OUTCOMES),
    framed: Type.Optional(Type.Literal('yes')),
    accountHolder: Detail,
    bankLocationId: Detail,
    accountNumber: Detail,
    email: Detail,
  },
  { additionalProperties: false },
);

/** Registers the pages of the bank. A caller who has the address of a challenge may act on it, once. */
export function pageRoutes(server: FastifyInstance, context: SimulatorContext): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get('/pages/:challenge', { schema: { params: Params, querystring: Query } }, (request, reply) => {
    const found = waiting(context, request.params.challenge);
    const open = statusOf(found.intent, context.clock.now()) === 'requires_action';
    return show(reply, request, found, open ? 'choice' : 'over');
  });

  app.post(
    '/pages/:challenge',
    { schema: { params: Params, querystring: Query, body: Body } },
    async (request, reply) => {
      requireOwnPage(request);
      await context.bank();
      // The status is checked after the bank's delay, because the payment may have been cancelled meanwhile.
      const found = waiting(context, request.params.challenge);
      const now = context.clock.now();
      const isOpen = statusOf(found.intent, now) === 'requires_action';
      if (isOpen) {
        const { outcome, framed: _, ...typed } = request.body;
        const answer = { outcome, details: typed };
        const result = orWrong(() => answerChallenge(found.intent, answer, context, now));
        if (result.kind === 'WRONG') {
          return show(reply, request, { ...found, typed, wrong: result.detail }, 'choice');
        }
        const { event } = result;
        if (event === null) return show(reply, request, found, 'waiting');
        context.ledger.record({ at: now.toISOString(), events: [event] });
      }
      // A late or second press also leads back: the merchant has the state of the payment.
      const returnUrl = returnUrlOf(found.intent);
      if (!isFramed(request) && returnUrl !== undefined) return reply.redirect(returnUrl, 303);
      return show(reply, request, found, isOpen ? 'done' : 'over');
    },
  );

  function show(reply: FastifyReply, request: FastifyRequest, found: Shown, state: PageState): FastifyReply {
    const { locale } = request.query as { locale?: string };
    const returnUrl = isFramed(request) ? undefined : returnUrlOf(found.intent);
    const texts = pageTexts(locale ?? request.headers['accept-language'] ?? 'en');
    const address = new URL(`/pages/${found.intent.challenge?.id ?? ''}`, context.publicUrl()).href;
    const page = bankPage({ ...found, state, texts, address, ...(returnUrl !== undefined && { returnUrl }) });
    const { origins } = found.account;
    // Browsers check the redirect after the form against `form-action` too.
    return sendPage(reply, 200, page, { frameAncestors: origins, formTargets: origins });
  }
}

type Shown = IntentOfAccount & Pick<PageView, 'typed' | 'wrong'>;

type Answered =
  | { readonly kind: 'ANSWERED'; readonly event: IntentEvent | null }
  /** The page must ask for this detail again. */
  | { readonly kind: 'WRONG'; readonly detail: string };

/** Returns the event that results from an answer, or the detail that was refused. */
function orWrong(answer: () => IntentEvent | null): Answered {
  try {
    return { kind: 'ANSWERED', event: answer() };
  } catch (error) {
    const param = error instanceof Refusal ? error.param : undefined;
    if (param?.startsWith('details.') !== true) throw error;
    return { kind: 'WRONG', detail: param.slice('details.'.length) };
  }
}

function waiting({ ledger }: SimulatorContext, challenge: string): IntentOfAccount {
  const intent = ledger.intentOfChallenge(challenge);
  const account = intent && ledger.account(intent.account);
  if (intent === undefined || account === undefined) throw Refusal.missing('page', 'challenge');
  return { intent, account };
}

const returnUrlOf = ({ challenge, returnUrl }: Intent): string | undefined =>
  challenge?.returnUrl ?? returnUrl;

/**
 * Returns whether the page is in a modal frame, so that the payer does not leave the merchant's page. In old browsers,
 * the page's script reports it.
 */
function isFramed(request: FastifyRequest): boolean {
  const { framed } = (request.body ?? {}) as { framed?: string };
  return request.headers['sec-fetch-dest'] === 'iframe' || framed === 'yes';
}
