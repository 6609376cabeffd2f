import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { givenQuery, SignedLinkQuery } from '../../../core/http/signed-links.js';
import { additionalModules } from '../additional-modules/additional-modules.tables.js';
import { drawImage, imageSecondsLeft, type Pictured } from './images.js';
import { membershipOffers } from './offers.tables.js';

const Id = Type.String({ pattern: '^\\d{1,15}$' });

/** Serves the images of offers and modules while their links are valid. */
export function imageRoutes(context: Context): FastifyPluginAsyncTypebox {
  const send = async (reply: FastifyReply, pictured: Pictured, query: Static<typeof SignedLinkQuery>) => {
    const seconds = imageSecondsLeft(context, pictured, givenQuery(query));
    const name = seconds > 0 ? await nameOf(context, pictured) : undefined;
    if (name === undefined) throw new ApiError('errormessage.image.link.invalid');
    return reply
      .type('image/svg+xml')
      .header('cache-control', `private, max-age=${seconds}`)
      .header('content-security-policy', "default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .send(drawImage(idOf(pictured), name));
  };
  return async (app) => {
    app.get(
      '/images/offers/:offerId.svg',
      { schema: { hide: true, params: Type.Object({ offerId: Id }), querystring: SignedLinkQuery } },
      async ({ params, query }, reply) => send(reply, { offerId: Number(params.offerId) }, query),
    );
    app.get(
      '/images/offers/:offerId/modules/:moduleId.svg',
      {
        schema: {
          hide: true,
          params: Type.Object({ offerId: Id, moduleId: Id }),
          querystring: SignedLinkQuery,
        },
      },
      async ({ params: { offerId, moduleId }, query }, reply) =>
        send(reply, { offerId: Number(offerId), moduleId: Number(moduleId) }, query),
    );
    app.get(
      '/images/additional-modules/:additionalModuleId.svg',
      {
        schema: { hide: true, params: Type.Object({ additionalModuleId: Id }), querystring: SignedLinkQuery },
      },
      async ({ params, query }, reply) =>
        send(reply, { additionalModuleId: Number(params.additionalModuleId) }, query),
    );
  };
}

function idOf(pictured: Pictured): number {
  if ('additionalModuleId' in pictured) return pictured.additionalModuleId;
  return pictured.moduleId ?? pictured.offerId;
}

async function nameOf({ db }: Context, pictured: Pictured): Promise<string | undefined> {
  if ('additionalModuleId' in pictured) {
    const [found] = await db
      .select({ module: additionalModules.definition })
      .from(additionalModules)
      .where(eq(additionalModules.id, pictured.additionalModuleId));
    return found?.module.name;
  }
  const { offerId, moduleId } = pictured;
  const [row] = await db
    .select({ offer: membershipOffers.definition })
    .from(membershipOffers)
    .where(eq(membershipOffers.id, offerId));
  if (!row) return undefined;
  const { name, includedModules, selectableModules, terms } = row.offer;
  if (moduleId === undefined) return name;
  const optionalModules = terms.flatMap((term) => term.optionalModules);
  return [...includedModules, ...selectableModules, ...optionalModules].find(({ id }) => id === moduleId)
    ?.name;
}
