import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { FilePart, MULTIPART_ONLY, uploadedFile } from '../../../core/http/multipart.js';
import { CustomerPath } from '../../../core/http/schemas.js';
import { givenQuery, privateFile, SignedLinkQuery } from '../../../core/http/signed-links.js';
import { textPart } from '../../../core/i18n/translate.js';
import { studioOf } from '../../integrations/api-key.js';
import { findCustomer } from '../customers.js';
import { customerImageLink, openImage, setImage } from './images.js';
import { jpegsInTurn, MOST_MEGAPIXELS } from './jpeg.js';

const IMAGE = 'image';

/** Takes the image of a customer. */
export function customerImageRoutes(context: Context): FastifyPluginAsyncTypebox {
  const jpegOf = jpegsInTurn();
  return async (app) => {
    app.put(
      '/v1/customers/:customerId/images',
      {
        config: { operation: 'updateImage', scope: 'CUSTOMER_WRITE' },
        schema: {
          operationId: 'updateImage',
          tags: ['Customers'],
          summary:
            'Stores the image of a customer: a JPEG or PNG of at most 25 megapixels and 5 MiB. Scope CUSTOMER_WRITE.',
          description:
            'It replaces the earlier image and is kept as an upright JPEG of at most 1200 × 1200 pixels. Transparent ' +
            'parts become white. Data about a photograph, such as its place, is removed.',
          ...MULTIPART_ONLY,
          params: CustomerPath,
          body: Type.Object({ [IMAGE]: FilePart() }),
          response: {
            200: Type.Object(
              {
                imageUrl: Type.Optional(
                  Type.String({ description: 'Link to the image, valid for 15 minutes.' }),
                ),
              },
              { title: 'CustomerImage' },
            ),
          },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params };
        await findCustomer(context.db, of.studio.id, of.customerId, 'customerId');
        const file = uploadedFile(request, IMAGE);
        if (!file) {
          throw new ApiError('errormessage.request.invalid', IMAGE, {
            problem: textPart('problem.schema.required', { field: IMAGE }),
          });
        }
        const jpeg = await jpegOf(file.bytes);
        if (!jpeg) {
          throw new ApiError('errormessage.customer.image.invalid', IMAGE, { limit: MOST_MEGAPIXELS });
        }
        const contentKey = await context.db.transaction((tx) => setImage(context, tx, of, jpeg));
        return { imageUrl: customerImageLink(context, contentKey) };
      },
    );
  };
}

/** Serves the images of customers while their links are valid. */
export function customerImageLinkRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/images/customers/:contentKey',
      {
        config: { isLink: true },
        schema: {
          hide: true,
          params: Type.Object({ contentKey: Type.String({ format: 'uuid' }) }),
          querystring: SignedLinkQuery,
        },
      },
      async ({ params, query }, reply) => {
        const jpeg = await openImage(context, params.contentKey, givenQuery(query));
        if (!jpeg) throw new ApiError('errormessage.document.link.invalid');
        return privateFile(reply, 'image/jpeg')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(jpeg);
      },
    );
  };
}
