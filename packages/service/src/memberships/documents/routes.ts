import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.js';
import { DrawnDocuments } from '../../documents/drawn-documents.js';
import { ApiError } from '../../errors/api-error.js';
import type { RateLimit } from '../../http/rate-limit.js';
import { CONTRACT_KINDS, isOpenContractLink, type NamedContract } from './contract-link.js';
import { contractPdf } from './contract-pdf.js';
import { loadContract } from './load-contract.js';

/** Contracts as documents, for as long as their addresses are good: a browser follows them without any header. */
export function contractDocumentRoutes(context: Context, rateLimit: RateLimit): FastifyPluginAsyncTypebox {
  const drawn = new DrawnDocuments(contractPdf);
  return async (app) => {
    app.get(
      '/contracts/:kind/:file',
      {
        schema: {
          hide: true,
          params: Type.Object({
            kind: Type.Enum([...CONTRACT_KINDS], { type: 'string' }),
            file: Type.String({ pattern: '^\\d{1,15}\\.pdf$' }),
          }),
          querystring: Type.Object({
            language: Type.String({ maxLength: 10 }),
            expires: Type.String({ pattern: '^\\d{1,12}$' }),
            signature: Type.String(),
          }),
        },
      },
      async (request, reply) => {
        const { kind, file } = request.params;
        const { language, expires, signature } = request.query;
        const named: NamedContract = { kind, id: Number(file.replace('.pdf', '')), language };
        const isOpen = isOpenContractLink(context, named, { expires: Number(expires), signature });
        // Apart: whoever has no link, and shares an address with somebody who has, cannot block that one.
        await rateLimit.consume(reply, `getContractDocument:${isOpen ? `${kind} ${named.id}` : request.ip}`);
        const found = isOpen ? await loadContract(context, named) : null;
        if (!found) throw new ApiError('errormessage.document.link.invalid');
        return reply
          .type('application/pdf')
          .headers({
            'content-language': found.document.language,
            'content-disposition': `attachment; filename="contract-${named.id}.pdf"`,
            'cache-control': 'private, no-store',
            'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
            'referrer-policy': 'no-referrer',
            'x-content-type-options': 'nosniff',
          })
          .send(await drawn.pdf(found));
      },
    );
  };
}
