import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
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
          querystring: Type.Object({
            expires: Type.String({ pattern: '^\\d{1,12}$' }),
            signature: Type.String(),
          }),
        },
      },
      async (request, reply) => {
        const { expires, signature } = request.query;
        const id = Number(request.params.id);
        const [found] = isOpenLink(context, id, { expires: Number(expires), signature })
          ? await context.db.select().from(documents).where(eq(documents.id, id))
          : [];
        if (!found) throw new ApiError('errormessage.document.link.invalid');
        // The file is sent as a download in a sandbox, because it is an upload and must not act as part of this origin.
        return reply
          .type(found.contentType)
          .header('content-disposition', attachment(found.fileName))
          .header('cache-control', 'private, no-store')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('x-content-type-options', 'nosniff')
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
