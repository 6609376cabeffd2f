import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { FilePart, MULTIPART_ONLY, uploadedFile } from '../../core/http/multipart.js';
import { CustomerPath, Int64, Line } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { textPart } from '../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { findCustomer } from '../customers/customers.js';
import { findReadable, readerOf } from '../customers/reader.js';
import { studioOf } from '../integrations/api-key.js';
import { type CustomerDocument, findDocument, listDocuments, uploadDocument } from './customer-documents.js';
import { documentLink } from './documents.js';

const tags = ['Customers'];
const SIZES = { least: 1, most: 50, usual: 10 };
const FILE = 'file';

const DocumentSchema = Type.Object(
  {
    url: Type.Optional(Type.String({ description: 'Link to the document, valid for 15 minutes.' })),
    id: Type.Optional(Int64),
    fileName: Type.Optional(Type.String({ examples: ['contract.pdf'] })),
    description: Type.Optional(Type.String({ examples: ['Member contract'] })),
  },
  { title: 'Document' },
);

/** Serves the operations for a customer's documents. */
export function documentsOfCustomerRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/:customerId/documents',
      {
        config: { operation: 'getDocuments', scope: 'CUSTOMER_DOCUMENT_READ' },
        schema: {
          operationId: 'getDocuments',
          tags,
          summary: 'Lists the documents of a customer, oldest first. Scope CUSTOMER_DOCUMENT_READ.',
          params: CustomerPath,
          querystring: Type.Object(sliceQuery(SIZES)),
          response: { 200: sliceOf(DocumentSchema) },
        },
      },
      async (request) => {
        const { customerId } = request.params;
        await findReadable(context.db, readerOf(request), customerId);
        const slice = await listDocuments(context.db, customerId, requestedSlice(request.query, SIZES));
        return { ...slice, result: slice.result.map((document) => toDocument(context, document)) };
      },
    );

    app.get(
      '/v1/customers/:customerId/documents/:id',
      {
        config: { operation: 'getDocumentById', scope: 'CUSTOMER_DOCUMENT_READ' },
        schema: {
          operationId: 'getDocumentById',
          tags,
          summary: 'Returns a document of a customer. Scope CUSTOMER_DOCUMENT_READ.',
          params: Type.Object({ customerId: Int64, id: Int64 }),
          response: { 200: DocumentSchema },
        },
      },
      async (request) => {
        const { customerId, id } = request.params;
        await findReadable(context.db, readerOf(request), customerId);
        return toDocument(context, await findDocument(context.db, customerId, id));
      },
    );

    app.post(
      '/v1/customers/:customerId/documents',
      {
        config: { operation: 'uploadDocument', scope: 'CUSTOMER_DOCUMENT_WRITE' },
        schema: {
          operationId: 'uploadDocument',
          tags,
          summary: 'Uploads a PDF, JPEG or PNG of at most 5 MiB. Scope CUSTOMER_DOCUMENT_WRITE.',
          ...MULTIPART_ONLY,
          params: CustomerPath,
          querystring: Type.Object({ description: Type.Optional(Line(500, ['Member contract'])) }),
          body: Type.Object({ [FILE]: FilePart() }),
          headers: IdempotencyHeaders,
          response: { 200: Type.Object({ id: Type.Optional(Int64) }) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { customerId } = request.params;
        const { description } = request.query;
        await findCustomer(context.db, studio.id, customerId, 'customerId');
        const file = uploadedFile(request, FILE);
        if (!file) {
          throw new ApiError('errormessage.request.invalid', FILE, {
            problem: textPart('problem.schema.required', { field: FILE }),
          });
        }
        const upload = { customerId, file, reference: FILE, ...(description && { description }) };
        return { id: await uploadDocument(context, studio, upload, keyedRequest(context, request)) };
      },
    );
  };
}

function toDocument(
  context: Context,
  { id, fileName, description }: CustomerDocument,
): Static<typeof DocumentSchema> {
  const url = documentLink(context, id);
  return { url, id, fileName, ...(description !== null && { description }) };
}
