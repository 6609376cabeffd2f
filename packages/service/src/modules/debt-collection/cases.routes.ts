import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { Done, Int64, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { searchCases } from './case-search.js';
import { toClient, toDebtorCases } from './cases.answers.js';
import {
  AgencyCaseId,
  CollectionCaseId,
  Configuration,
  DebtorCases,
  DebtorId,
  Update,
} from './debt-collection.schema.js';
import { collectionHolder } from './grants.js';
import { collectionSettings } from './partnerships.js';
import type { ReportedCase } from './plan-update.js';
import { takeUpdate } from './update.js';

const tags = ['Finance'];
const MOST_IDS = 50;
const many = <T extends TSchema>(item: T) => Type.Optional(Type.Array(item, { maxItems: MOST_IDS }));

/** Receives a partner's reports about its cases and serves their state. */
export function collectionCaseRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/debt-collection/update',
      {
        config: { operation: 'updateDebtCollection', scope: 'DEBT_COLLECTION_WRITE' },
        schema: {
          operationId: 'updateDebtCollection',
          tags,
          summary:
            'Replaces the state of cases. Each time, send all collectionCaseIds and all debts of a case, with amounts as ' +
            'running totals; an omitted block is removed. The service accepts the whole update or rejects all of it. ' +
            'Repeating a requestId changes nothing. Scope DEBT_COLLECTION_WRITE.',
          body: Update,
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request, reply) => {
        const holder = await collectionHolder(context.db, request);
        const { requestId, debtors } = request.body;
        const reported = debtors.map((debtor) => ({
          ...debtor,
          agencyCollectionCases: debtor.agencyCollectionCases.map(withWholeOptions),
        }));
        await takeUpdate(context, holder, { requestId, debtors: reported }, keyedRequest(context, request));
        return reply.status(200).send(null);
      },
    );

    app.get(
      '/v1/debt-collection/cases',
      {
        config: { operation: 'getDebtCollectionCases', scope: 'DEBT_COLLECTION_READ' },
        schema: {
          operationId: 'getDebtCollectionCases',
          tags,
          summary:
            'Returns the state of the cases that match all given parameters, or of all cases if no parameter is given. Scope DEBT_COLLECTION_READ.',
          querystring: Type.Object(
            {
              debtorId: many(DebtorId),
              collectionCaseId: many(CollectionCaseId),
              agencyCollectionCaseId: many(AgencyCaseId),
              caseAdjustmentRequestId: many(Int64),
            },
            NO_OTHER_FILTERS,
          ),
          response: { 200: Type.Array(DebtorCases) },
        },
      },
      async (request) => {
        const holder = await collectionHolder(context.db, request);
        const files = await searchCases(context.db, holder, request.query);
        return files.map(({ customer, cases, block }) =>
          toDebtorCases({ customerId: customer.id, block }, cases, holder.studio.currency),
        );
      },
    );

    app.get(
      '/v1/debt-collection/configuration',
      {
        config: { operation: 'getDebtCollectionConfiguration', scope: 'DEBT_COLLECTION_READ' },
        schema: {
          operationId: 'getDebtCollectionConfiguration',
          tags,
          summary:
            'Returns the data of the studio and its debt collection settings. Scope DEBT_COLLECTION_READ.',
          response: { 200: Configuration },
        },
      },
      async (request) => {
        const { studio } = await collectionHolder(context.db, request);
        const {
          collectionType,
          dunningAfterDays: _,
          ...settings
        } = await collectionSettings(context.db, studio.id);
        const client = toClient(studio, requestLanguage(request));
        return { client, debtCollectionType: collectionType, ...settings };
      },
    );
  };
}

type BodyCase = Static<typeof Update>['debtors'][number]['agencyCollectionCases'][number];

/** Converts closure options that were sent as plain text to objects. */
function withWholeOptions({ closure, ...rest }: BodyCase): ReportedCase {
  if (!closure) return rest;
  const { options, ...how } = closure;
  const whole = options?.map((option) => (typeof option === 'string' ? { key: option, value: '' } : option));
  return { ...rest, closure: { ...how, ...(whole && { options: whole }) } };
}
