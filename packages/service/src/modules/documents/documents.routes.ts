import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { givenQuery, privateFile, SignedLinkQuery } from '../../core/http/signed-links.js';
import { documentBytes, isOpenLink } from './documents.js';
import { documents } from './documents.tables.js';

/** Serves customers' documents while their links are valid. */
export function documentRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/documents/:id',
      {
        config: { isLink: true },
        schema: {
          hide: true,
          params: Type.Object({ id: Type.String({ pattern: '^\\d{1,15}$' }) }),
          querystring: SignedLinkQuery,
        },
      },
      async (request, reply) => {
        const id = Number(request.params.id);
        const [found] = isOpenLink(context, id, givenQuery(request.query))
          ? await context.db.select().from(documents).where(eq(documents.id, id))
          : [];
        if (!found) throw new ApiError('errormessage.document.link.invalid');
        return privateFile(reply, found.contentType)
          .header('content-disposition', attachment(found.fileName))
          .send(documentBytes(context, found));
      },
    );
  };
}

/** Builds a Content-Disposition header for a download with a file name in any language (RFC 6266, RFC 8187). */
function attachment(fileName: string): string {
  const name = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${name}`;
}
