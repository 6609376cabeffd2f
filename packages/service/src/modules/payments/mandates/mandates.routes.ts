import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { RateLimit } from '../../../core/http/rate-limit.js';
import { DrawnDocuments } from '../../documents/drawn-documents.js';
import { loadMandateDocument } from './load-mandate.js';
import { mandatePdf } from './mandate-document.js';
import { isSignedLink, requireMandateLink } from './mandate-link.js';

interface MandateParts {
  readonly context: Context;
  readonly rateLimit: RateLimit;
}

/**
 * Serves signed mandates as documents to anyone with the link. The link works without a header because browsers follow
 * it directly.
 */
export function mandateRoutes({ context, rateLimit }: MandateParts) {
  const drawn = new DrawnDocuments(mandatePdf);
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { file: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
      '/api/v1/mandates/:file',
      { config: { operation: 'getMandateDocument', isLink: true }, schema: { hide: true } },
      async (request, reply) => {
        const id = request.params.file.replace(/\.pdf$/, '');
        const isSigned = isSignedLink(context, id, request.query);
        // Valid links have a counter of their own, so that other clients at the same address cannot block their
        // holders.
        await rateLimit.consume(reply, `getMandateDocument:${isSigned ? id : request.ip}`);
        requireMandateLink(context, id, request.query);
        const found = await loadMandateDocument(context, id);
        if (!found) throw new ApiError('errormessage.payment.mandate.link.invalid');
        const pdf = await drawn.pdf(found);
        return reply
          .headers({
            'content-type': 'application/pdf',
            'content-language': found.document.language,
            'content-disposition': `attachment; filename="${found.fileName}"`,
            'cache-control': 'private, no-store',
            'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
            'referrer-policy': 'no-referrer',
            'x-content-type-options': 'nosniff',
          })
          .send(pdf);
      },
    );
  };
}
