import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { RateLimit } from '../http/rate-limit.js';
import { loadMandateDocument } from '../payments/mandates/documents/load-mandate.js';
import { requireMandateLink } from '../payments/mandates/documents/mandate-link.js';
import { mandatePdf } from '../payments/mandates/documents/mandate-pdf.js';

interface MandateParts {
  readonly context: Context;
  readonly rateLimit: RateLimit;
}

/** The signed mandates as documents, for whoever has the link: a browser follows it without any header. */
export function mandateRoutes({ context, rateLimit }: MandateParts) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { file: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
      '/api/v1/mandates/:file',
      { config: { operation: 'getMandateDocument' }, schema: { hide: true } },
      async (request, reply) => {
        await rateLimit.consume(reply, `getMandateDocument:${request.ip}`);
        const id = request.params.file.replace(/\.pdf$/, '');
        requireMandateLink(context, id, request.query);
        const found = await loadMandateDocument(context, id);
        if (!found) throw new ApiError('errormessage.payment.mandate.link.invalid');
        const pdf = await mandatePdf(found.document);
        return reply
          .headers({
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="mandate-${found.reference}.pdf"`,
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
