import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context } from '../../../../core/context.js';
import { ApiError } from '../../../../core/errors/api-error.js';
import type { RateLimit } from '../../../../core/http/rate-limit.js';
import { givenQuery, SignedLinkQuery } from '../../../../core/http/signed-links.js';
import { customers } from '../../../customers/customers.tables.js';
import { type Drawable, DrawnDocuments } from '../../../documents/drawn-documents.js';
import { taggedPdf } from '../../../documents/pdf/pdf-layout.js';
import { drawCode } from '../../../payments/transfers/draw-code.js';
import { studios } from '../../../studios/studios.tables.js';
import { membershipOffers } from '../../offers/offers.tables.js';
import { sales } from '../../sales/sales.tables.js';
import { contracts } from '../contracts.tables.js';
import { type ContractDocument, offeredContract, signedContract } from './contract-document.js';
import { CONTRACT_KINDS, isOpenContractLink, type NamedContract } from './contract-link.js';

/** Draws a contract as a PDF. */
function contractPdf(contract: ContractDocument): Promise<Buffer> {
  const { language, heading, studioName: author, madeAt, note } = contract;
  return taggedPdf({ language, heading, author, madeAt }, (pen) => {
    if (note !== null) pen.note({ language, text: note });
    for (const part of contract.parts) {
      if (part.heading) pen.subheading(part.heading.text, part.heading.language);
      if (part.facts.length > 0) pen.facts(part.facts);
      if (part.passage) pen.passage(part.passage);
      if (part.code) drawCode(pen, part.code.content, part.code.label, language);
      if (part.signature === null) continue;
      const { label, svg } = part.signature;
      if (svg === null) pen.signatureLine(label);
      else pen.signature(label, svg);
    }
  });
}

/** Loads the document of a contract; null if the offer or contract does not exist. */
async function loadContract(
  context: Pick<Context, 'db' | 'clock' | 'publicUrl'>,
  named: NamedContract,
): Promise<Drawable<ContractDocument> | null> {
  const document = await (named.kind === 'offered' ? offered(context, named) : signed(context, named));
  if (document === null) return null;
  // The time of the request does not change the document, so the version leaves it out.
  const { madeAt: _, ...content } = document;
  return { document, version: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}

async function offered(
  { db, clock, publicUrl }: Pick<Context, 'db' | 'clock' | 'publicUrl'>,
  { id, language: asked }: NamedContract,
) {
  const [found] = await db
    .select({ offer: membershipOffers.definition, studio: studios })
    .from(membershipOffers)
    .innerJoin(studios, eq(studios.id, membershipOffers.studioId))
    .where(eq(membershipOffers.id, id));
  if (!found) return null;
  const { studio, offer } = found;
  return offeredContract({ studio, asked, publicUrl: publicUrl() }, offer, clock.now());
}

async function signed(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { id, language: asked }: NamedContract,
) {
  const [found] = await db
    .select({ contract: contracts, customer: customers, studio: studios })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    // Members can move to another studio; the document names the studio that signed.
    .innerJoin(sales, eq(sales.id, contracts.saleId))
    .innerJoin(studios, eq(studios.id, sales.studioId))
    .where(eq(contracts.id, id));
  return found ? signedContract({ studio: found.studio, asked, publicUrl: publicUrl() }, found) : null;
}

/** Serves contracts as PDFs while their links are valid. Browsers open the links without any authorisation header. */
export function contractDocumentRoutes(context: Context, rateLimit: RateLimit): FastifyPluginAsyncTypebox {
  const drawn = new DrawnDocuments(contractPdf);
  return async (app) => {
    app.get(
      '/contracts/:kind/:file',
      {
        config: { isLink: true },
        schema: {
          hide: true,
          params: Type.Object({
            kind: Type.Enum([...CONTRACT_KINDS], { type: 'string' }),
            file: Type.String({ pattern: '^\\d{1,15}\\.pdf$' }),
          }),
          querystring: Type.Object({
            language: Type.String({ maxLength: 10 }),
            ...SignedLinkQuery.properties,
          }),
        },
      },
      async (request, reply) => {
        const { kind, file } = request.params;
        const { language } = request.query;
        const named: NamedContract = { kind, id: Number(file.replace('.pdf', '')), language };
        const isOpen = isOpenContractLink(context, named, givenQuery(request.query));
        // Valid links are limited per contract. A caller without a link therefore cannot block a link holder who shares
        // the IP address.
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
