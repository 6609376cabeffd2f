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

/** Runs that a partner fetches, and its confirmation that it has. */
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
            'The debtors of a run with what each owes, by debtor: those whose data the partner may read. ' +
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
          summary: 'Of which studio a run is, and how far its transfer has come. Scope DEBT_COLLECTION_READ.',
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
            'Says that a run was fetched; its status must be WAITING_FOR_CONFIRMATION. Scope DEBT_COLLECTION_WRITE.',
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

/** Slices of debtors and debts (details, slips of the specification). */
export const DEBTOR_SLICES = { least: 1, most: 50, usual: 10 } as const;
