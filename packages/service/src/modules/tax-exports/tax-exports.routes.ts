import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { CalendarDate, Int64 } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { givenQuery, privateFile, SignedLinkQuery } from '../../core/http/signed-links.js';
import { studioOf } from '../integrations/api-key.js';
import { createExport, exportBytes, exportLink, findReadyExport, isOpenExportLink } from './tax-exports.js';
import {
  EXPORT_FORMATS,
  EXPORT_LOCALES,
  FILE_FORMATS,
  type FileFormat,
  taxExports,
} from './tax-exports.tables.js';

const tags = ['Finance'];

const fields = {
  fromDate: CalendarDate,
  toDate: { ...CalendarDate, description: 'Inclusive.' },
  exportFormat: Type.Enum(EXPORT_FORMATS, {
    type: 'string',
    description: 'SINGLE has a line for each booking, AGGREGATED one for each day and kind of booking.',
  }),
  exportFileFormat: Type.Enum(FILE_FORMATS, { type: 'string' }),
  exportLocale: Type.Optional(
    Type.Enum(EXPORT_LOCALES, {
      type: 'string',
      description:
        'Language of the headings. German CSV has semicolons, and commas in amounts. Default: the language of the ' +
        'studio if it is one of the two, otherwise English.',
    }),
  ),
};

/** Creates exports of a studio's bookings for its tax advisor. */
export function taxExportRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/taxadvisor/exports/create',
      {
        config: { operation: 'createExport', scope: 'TAX_ADVISOR_EXPORT_WRITE' },
        schema: {
          operationId: 'createExport',
          tags,
          summary: 'Creates a list of bookings for the tax advisor. Scope TAX_ADVISOR_EXPORT_WRITE.',
          description:
            'The bookings are CLAIM (a fee that fell due), PAYMENT (to the studio or a collection partner), CREDIT (given ' +
            'back, granted, given up, or paid before the studio moved to this service), REVERSAL (taken back) and REFUND ' +
            '(paid back to the member, as a negative amount). ' +
            'A booking belongs to the studio of its customer at the time, even if the customer has moved since. ' +
            'Claims are as they are when the file is written: a freeze that is granted later can move them. ' +
            'The service does not know tax rates. Customers are named by their numbers only. ' +
            'The period lasts up to 90 days and ends yesterday at the latest. The file is written in the background; the event ' +
            'TAX_ADVISOR_EXPORT_CREATED says that it is ready. By default, it is deleted after 30 days.',
          body: Type.Object(fields),
          headers: IdempotencyHeaders,
          response: { 200: Type.Object({ exportId: Type.Optional(Int64) }) },
        },
      },
      async (request) => {
        const { fromDate, toDate, exportFormat, exportFileFormat, exportLocale } = request.body;
        const asked = {
          fromDate,
          toDate,
          format: exportFormat,
          fileFormat: exportFileFormat,
          ...(exportLocale && { locale: exportLocale }),
        };
        const exportId = await createExport(
          context,
          studioOf(request),
          asked,
          keyedRequest(context, request),
        );
        return { exportId };
      },
    );

    app.get(
      '/v1/taxadvisor/exports/:exportId',
      {
        config: { operation: 'getExport', scope: 'TAX_ADVISOR_EXPORT_READ' },
        schema: {
          operationId: 'getExport',
          tags,
          summary: 'Returns an export and a link to its file. Scope TAX_ADVISOR_EXPORT_READ.',
          description: 'Until the file is ready, the response is 409.',
          params: Type.Object({ exportId: Int64 }),
          response: {
            200: Type.Object(
              {
                ...fields,
                downloadUrl: Type.String({ description: 'Valid for 15 minutes.' }),
              },
              { title: 'TaxExport' },
            ),
          },
        },
      },
      async (request) => {
        const found = await findReadyExport(context.db, studioOf(request), request.params.exportId);
        const { id, fromDate, toDate, format, fileFormat, locale } = found;
        return {
          fromDate,
          toDate,
          exportFormat: format,
          exportFileFormat: fileFormat,
          exportLocale: locale,
          downloadUrl: exportLink(context, id),
        };
      },
    );
  };
}

const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  JSON: 'application/json; charset=utf-8',
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Serves the files of exports while their links are valid. */
export function taxExportFileRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/tax-exports/:id',
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
        const [found] = isOpenExportLink(context, id, givenQuery(request.query))
          ? await context.db.select().from(taxExports).where(eq(taxExports.id, id))
          : [];
        if (!found) throw new ApiError('errormessage.document.link.invalid');
        const { fromDate, toDate, fileFormat } = found;
        const name = `tax-export-${fromDate}-${toDate}.${fileFormat.toLowerCase()}`;
        return privateFile(reply, CONTENT_TYPES[fileFormat])
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(Readable.from(exportBytes(context, id)));
      },
    );
  };
}
