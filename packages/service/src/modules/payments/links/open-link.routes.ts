import { eq, and, inArray } from 'drizzle-orm';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import type { EnvironmentName } from '../../../core/environment-name.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { errorMessage } from '../../../core/errors/error-message.js';
import { setContentLanguage, forbidCaching } from '../../../core/http/answers.js';
import { createRateLimit } from '../../../core/http/rate-limit.js';
import { requestMeta } from '../../../core/http/request-meta.js';
import { fromMinorUnits } from '../../../core/money.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { sessionPrefetch } from '../sessions/session-prefetch.js';
import { type PaymentLink } from './links.js';
import { paymentLinks } from './links.tables.js';
import { openLink } from './open-link.js';

/** Requests of one link's page. It asks again while a payment is in progress. */
const LINK_LIMIT = { limit: 120, seconds: 600 };
/** Requests with unknown tokens from one address, which several members of a studio can share. */
const UNKNOWN_LIMIT = { limit: 30, seconds: 600 };

const BODY_LIMIT = 1024;

interface OpenLinkParts {
  readonly context: Context;
  readonly environment: EnvironmentName;
}

/**
 * Opens a payment link for its page. The token arrives in the body, so that no address and no log contains it.
 */
export function openLinkRoutes({ context, environment }: OpenLinkParts): FastifyPluginAsyncTypebox {
  const prefetch = sessionPrefetch(context);
  const linkLimit = createRateLimit(context, LINK_LIMIT);
  const unknownLimit = createRateLimit(context, UNKNOWN_LIMIT);

  /** Finds the link of a token, and counts the request. */
  const admit = async (
    reply: FastifyReply,
    token: string,
    ip: string,
  ): Promise<{ readonly link: PaymentLink; readonly studio: Studio }> => {
    const [found] = await context.db
      .select({ link: paymentLinks, studio: studios })
      .from(paymentLinks)
      .innerJoin(studios, eq(studios.id, paymentLinks.studioId))
      .where(
        and(
          eq(paymentLinks.tokenHash, hashToken(token)),
          inArray(paymentLinks.tokenKeyId, [...context.keys.ids]),
        ),
      );
    if (found) {
      await linkLimit.consume(reply, `paymentLink:${found.link.id}`);
      return found;
    }
    await unknownLimit.consume(reply, `unknownPaymentLink:${ip}`);
    throw new ApiError('errormessage.payment.link.invalid');
  };

  return async (app) => {
    forbidCaching(app);
    setContentLanguage(app);
    app.post(
      '/pay',
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          hide: true,
          body: Type.Object({
            token: Type.String({ minLength: 1, maxLength: 100 }),
            locale: Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$' }),
          }),
        },
      },
      async (request, reply) => {
        const { token, locale } = request.body;
        const { link, studio } = await admit(reply, token, request.ip);
        const opened = await openLink(context, { link, studio }, request.id);
        const shown = { studio: { name: studio.name }, theme: settingsOf(studio).paymentPage };
        if (opened.status === 'PENDING') return { status: opened.status, ...shown };
        const { purpose, number, claims, amount, refusal } = opened;
        const meta = requestMeta(request, locale);
        const amounts = new Intl.NumberFormat(meta.locale, { style: 'currency', currency: studio.currency });
        const days = new Intl.DateTimeFormat(meta.locale, { dateStyle: 'medium', timeZone: 'UTC' });
        const session = await prefetch(opened.token, locale, request);
        // Describing the session has asked the provider about a payment that was left for another page. The widget
        // would not learn why it has ended.
        const failure = session?.pendingPayment?.failure?.message ?? null;
        const inWords = (minor: number) => amounts.format(fromMinorUnits(minor, studio.currency));
        return {
          status: opened.status,
          ...shown,
          environment,
          region: studio.region,
          countryCode: studio.creditor.address.country,
          step: { purpose, number, count: link.purposes.length },
          amount: amount > 0 ? inWords(amount) : null,
          claims: claims.map(({ description, dueDate, open }) => ({
            description,
            dueOn: days.format(new Date(dueDate)),
            amount: inWords(open),
          })),
          problem: refusal ? errorMessage(refusal, meta.language) : failure,
          token: opened.token,
          session,
        };
      },
    );
  };
}
