import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../../../core/context.js';
import { ApiError } from '../../../../../core/errors/api-error.js';
import { pageHeaders } from '../../../../../core/http/page.js';
import type { RateLimit } from '../../../../../core/http/rate-limit.js';
import { requestMeta } from '../../../../../core/http/request-meta.js';
import { resolvePayment } from '../../../attempts/resolution.js';
import { becs, BECS_FIELDS, type BecsField } from '../../../bank-details/becs.js';
import {
  cancelRequest,
  type DirectDebitRequest,
  findRequest,
  hashOfText,
  offerOf,
  signRequest,
  stateOf,
} from './direct-debit-request.js';
import { isRequestAddress, REQUEST_PATH } from './request-address.js';
import { endedPage, type Entered, type FieldName, requestPage } from './request-page.js';

const FORM = 'application/x-www-form-urlencoded';
const FORM_LIMIT = 8 * 1024;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Body = Entered & { readonly read?: string; readonly cancel?: string };
type PageRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: { signature?: unknown };
  Body: Body | undefined;
}>;

/**
 * Serves the page on which payers of BECS give their account and sign the Direct Debit Request. Whoever has its address
 * may act on it, once; the page needs no script.
 */
export function directDebitRequestRoutes(context: Context, rateLimit: RateLimit): FastifyPluginAsync {
  /** @throws ApiError 403 for an address that the service has not made. */
  const open = async (request: PageRequest, reply: FastifyReply): Promise<DirectDebitRequest> => {
    const { id } = request.params;
    const isSigned = UUID.test(id) && isRequestAddress(context, id, request.query.signature);
    // Those who have the address have a counter of their own, so that others at their network cannot block them.
    await rateLimit.consume(reply, `directDebitRequest:${isSigned ? id : request.ip}`);
    const found = isSigned ? await findRequest(context.db, id) : null;
    if (!found) throw new ApiError('errormessage.payment.mandate.link.invalid');
    request.language = found.studio.language;
    return found;
  };

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    const config = { isLink: true };

    app.get(REQUEST_PATH, { config, schema: { hide: true } }, async (request: PageRequest, reply) => {
      const found = await open(request, reply);
      return show(reply, found);
    });

    app.post(
      REQUEST_PATH,
      { config, schema: { hide: true, consumes: [FORM] }, bodyLimit: FORM_LIMIT },
      async (request: PageRequest, reply) => {
        const found = await open(request, reply);
        const { read = '', cancel, ...entered } = request.body ?? {};
        if (cancel !== undefined) {
          await cancelRequest(context, found);
          return leave(reply, found);
        }
        const state = stateOf(found, context.clock.now());
        if (state === 'CLOSED') return show(reply, found);
        if (state === 'SIGNED') return leave(reply, found);
        const problems = problemsOf(entered);
        if (problems.size > 0) return show(reply, found, { entered, problems });
        const signing = { details: becs.check(entered), readHash: read };
        const result = await signRequest(context, found, signing, requestMeta(request));
        return result === 'SIGNED'
          ? leave(reply, found)
          : show(reply, await again(found), { entered, hasChanged: result === 'CHANGED' });
      },
    );
  };

  /** Stores the outcome, as a provider's event does, and sends the person back to the page that they came from. */
  async function leave(reply: FastifyReply, { payment }: DirectDebitRequest): Promise<FastifyReply> {
    await resolvePayment(context, payment.id, payment.traceId);
    const found = await again({ payment });
    if (found.payment.returnUrl === null) return show(reply, found);
    return reply.headers(pageHeaders()).redirect(found.payment.returnUrl, 303);
  }

  async function again({ payment }: Pick<DirectDebitRequest, 'payment'>): Promise<DirectDebitRequest> {
    const found = await findRequest(context.db, payment.id);
    if (!found) throw new ApiError('errormessage.payment.mandate.link.invalid');
    return found;
  }

  function show(
    reply: FastifyReply,
    found: DirectDebitRequest,
    {
      entered = {},
      problems = new Set(),
      hasChanged = false,
    }: {
      readonly entered?: Entered;
      readonly problems?: ReadonlySet<FieldName>;
      readonly hasChanged?: boolean;
    } = {},
  ): FastifyReply {
    const { returnUrl } = found.payment;
    const state = stateOf(found, context.clock.now());
    const page =
      state === 'OPEN'
        ? requestPage({
            ...{ request: found, offer: offerOf(context, found), hash: hashOfText(context, found) },
            ...{ entered, problems, hasChanged },
          })
        : endedPage(found, state);
    const status = state === 'CLOSED' ? 410 : problems.size > 0 ? 400 : hasChanged ? 409 : 200;
    return reply
      .status(status)
      .headers({
        // Browsers check the redirect after the form against `form-action` too.
        ...pageHeaders(returnUrl === null ? [] : [new URL(returnUrl).origin]),
        'content-language': 'en',
      })
      .send(page);
  }
}

/** Returns the fields that cannot be accepted as they were entered. */
function problemsOf(entered: Entered): Set<FieldName> {
  const problems = new Set<FieldName>();
  for (const [name, check] of Object.entries(BECS_FIELDS) as [BecsField, (value?: string) => string][]) {
    try {
      check(entered[name]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.add(name);
    }
  }
  if (entered.accepted === undefined) problems.add('accepted');
  return problems;
}
