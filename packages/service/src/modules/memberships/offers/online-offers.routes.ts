import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { Int64, Money } from '../../../core/http/schemas.js';
import { requestedSlice, sliceById, sliceOf, sliceQuery } from '../../../core/http/slices.js';
import { toMoney } from '../../../core/money.js';
import { studioOf } from '../../integrations/api-key.js';
import { purchasableOffers } from './online-offers.js';

const SLICES = { least: 10, most: 100, usual: 50 };

export function onlineOfferRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/online-offers/purchasable',
      {
        config: { operation: 'getPurchasableOnlineOffers', scope: 'ONLINE_OFFER_READ' },
        schema: {
          operationId: 'getPurchasableOnlineOffers',
          tags: ['Online offers'],
          summary:
            'Lists the offers other than memberships that can be bought online today. Scope ONLINE_OFFER_READ.',
          querystring: Type.Object(sliceQuery(SLICES)),
          response: {
            200: sliceOf(
              Type.Object(
                {
                  onlineOfferId: Type.Integer({ ...Int64, examples: [200001] }),
                  name: Type.String({ examples: ['Ten visits'] }),
                  price: Money,
                },
                { title: 'OnlineOffer' },
              ),
            ),
          },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const range = requestedSlice(request.query, SLICES);
        const found = await purchasableOffers(context, studio, range);
        return sliceById(found, range, ({ id, name, price }) => ({
          onlineOfferId: id,
          name,
          price: toMoney(price, studio.currency),
        }));
      },
    );
  };
}
