import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { drawImage, type ImageKind, imageSecondsLeft } from './images.js';
import { membershipOffers } from './offers.tables.js';

/** Serves the images of offers and modules while their links are valid. */
export function imageRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/images/:kind/:file',
      {
        schema: {
          hide: true,
          params: Type.Object({
            kind: Type.Enum(['offers', 'modules'], { type: 'string' }),
            file: Type.String({ pattern: '^\\d{1,15}\\.svg$' }),
          }),
          querystring: Type.Object({
            expires: Type.String({ pattern: '^\\d{1,12}$' }),
            signature: Type.String(),
          }),
        },
      },
      async (request, reply) => {
        const { kind, file } = request.params;
        const id = Number(file.replace('.svg', ''));
        const { expires, signature } = request.query;
        const seconds = imageSecondsLeft(context, kind, id, { expires: Number(expires), signature });
        const name = seconds > 0 ? await nameOf(context, kind, id) : undefined;
        if (name === undefined) throw new ApiError('errormessage.image.link.invalid');
        return reply
          .type('image/svg+xml')
          .header('cache-control', `private, max-age=${seconds}`)
          .header('content-security-policy', "default-src 'none'")
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('x-content-type-options', 'nosniff')
          .send(drawImage(id, name));
      },
    );
  };
}

async function nameOf({ db }: Context, kind: ImageKind, id: number): Promise<string | undefined> {
  const rows = await db.select({ offer: membershipOffers.definition }).from(membershipOffers);
  const offers = rows.map(({ offer }) => offer);
  const named =
    kind === 'offers'
      ? offers
      : offers.flatMap(({ includedModules, selectableModules, terms }) => [
          ...includedModules,
          ...selectableModules,
          ...terms.flatMap(({ optionalModules }) => optionalModules),
        ]);
  return named.find((each) => each.id === id)?.name;
}
