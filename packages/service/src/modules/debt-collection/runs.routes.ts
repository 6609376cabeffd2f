import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { Done, Int64, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { toClient } from './cases.answers.js';
import { Debtor, TransferDetails } from './debt-collection.schema.js';
import { collectionCases, collectionDebtors } from './debt-collection.tables.js';
import { findDebtorFiles } from './debtor-files.js';
import { toDebtor } from './debtors.answers.js';
import { collectionHolder } from './grants.js';
import { confirmTransfer, findRun } from './runs.js';

const tags = ['Finance'];
const RunPath = Type.Object({ debtCollectionRunId: Int64 });

/** Serves runs to a partner and accepts its confirmation that it has fetched them. */
export function collectionRunRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/debt-collection/:debtCollectionRunId/debtors',
      {
        config: { operation: 'getDebtors', scope: 'DEBT_COLLECTION_READ' },
        schema: {
          operationId: 'getDebtors',
          tags,
          summary:
            'Lists the debtors of a run whose data you may read, with the amounts they owe. ' +
            'Scope DEBT_COLLECTION_READ.',
          params: RunPath,
          querystring: Type.Object(sliceQuery(DEBTOR_SLICES), NO_OTHER_FILTERS),
          response: { 200: sliceOf(Debtor) },
        },
      },
      async (request) => {
        const holder = await collectionHolder(context.db, request);
        const run = await findRun(context.db, holder, request.params.debtCollectionRunId);
        const { offset, size } = requestedSlice(request.query, DEBTOR_SLICES);
        const files = await findDebtorFiles(context.db, {
          studio: holder.studio,
          partnerId: holder.partner.id,
          cases: eq(collectionCases.runId, run.id),
          debtors: eq(collectionDebtors.isGranted, true),
          after: offset,
          limit: size + 1,
        });
        const shown = files.slice(0, size);
        return {
          result: shown.map((file) => toDebtor(context, holder.studio, file, requestLanguage(request))),
          offset: String(shown.at(-1)?.customer.id ?? offset),
          hasNext: files.length > size,
        };
      },
    );

    app.get(
      '/v1/debt-collection/:debtCollectionRunId/details',
      {
        config: { operation: 'getTransferDetails', scope: 'DEBT_COLLECTION_READ' },
        schema: {
          operationId: 'getTransferDetails',
          tags,
          summary: 'Returns the studio of a run and the status of its transfer. Scope DEBT_COLLECTION_READ.',
          params: RunPath,
          response: { 200: TransferDetails },
        },
      },
      async (request) => {
        const holder = await collectionHolder(context.db, request);
        const { collectionDate, collectionType, status, origin } = await findRun(
          context.db,
          holder,
          request.params.debtCollectionRunId,
        );
        const client = toClient(holder.studio, requestLanguage(request));
        return { collectionDate, debtCollectionType: collectionType, client, status, origin };
      },
    );

    app.post(
      '/v1/debt-collection/:debtCollectionRunId/confirmTransfer',
      {
        config: { operation: 'confirmTransfer', scope: 'DEBT_COLLECTION_WRITE' },
        schema: {
          operationId: 'confirmTransfer',
          tags,
          summary:
            'Confirms that you have fetched a run. Its status must be WAITING_FOR_CONFIRMATION. Scope DEBT_COLLECTION_WRITE.',
          params: RunPath,
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request, reply) => {
        const holder = await collectionHolder(context.db, request);
        const { debtCollectionRunId: runId } = request.params;
        await confirmTransfer(context, holder, runId, keyedRequest(context, request));
        return reply.status(200).send(null);
      },
    );
  };
}

/** Sizes of slices of debtors and debts (details, slips of the specification). */
export const DEBTOR_SLICES = { least: 1, most: 50, usual: 10 } as const;
