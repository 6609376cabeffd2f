import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { blockedDebtors, blockedDebts } from './blocks.js';
import { BlockedDebtor, BlockedDebts, DebtId, DebtorId } from './debt-collection.schema.js';
import { toDebt } from './debtors.answers.js';
import { debtorIdOf } from './debtors.js';
import { collectionHolder } from './grants.js';
import { DEBTOR_SLICES } from './runs.routes.js';

const tags = ['Finance'];
const MOST_IDS = 50;

/** Lists debtors and debts whose collection is currently blocked. */
export function collectionBlockRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/debt-collection/blocked/debtors',
      {
        config: { operation: 'getDebtCollectionBlockedDebtors', scope: 'DEBT_COLLECTION_READ' },
        schema: {
          operationId: 'getDebtCollectionBlockedDebtors',
          tags,
          summary: 'Lists the debtors with an active block, sorted by debtor. Scope DEBT_COLLECTION_READ.',
          querystring: Type.Object(
            {
              debtorId: Type.Optional(Type.Array(DebtorId, { maxItems: MOST_IDS })),
              ...sliceQuery(DEBTOR_SLICES),
            },
            NO_OTHER_FILTERS,
          ),
          response: { 200: sliceOf(BlockedDebtor) },
        },
      },
      async (request) => {
        const holder = await collectionHolder(context.db, request);
        const { studio } = holder;
        const { offset, size } = requestedSlice(request.query, DEBTOR_SLICES);
        const on = { ...holder, today: todayAt(context, studio) };
        const files = await blockedDebtors(context.db, on, request.query.debtorId, {
          offset,
          size: size + 1,
        });
        const shown = files.slice(0, size);
        return {
          result: shown.map(({ customer, contracts, cases, block }) => ({
            debtorId: debtorIdOf(customer.id),
            block: block ?? { limitType: 'UNLIMITED' as const },
            debts: cases
              .filter(({ closure }) => closure === null)
              .flatMap(({ debts }) => debts.map((debt) => toDebt(debt, contracts, studio.currency))),
          })),
          offset: String(shown.at(-1)?.customer.id ?? offset),
          hasNext: files.length > size,
        };
      },
    );

    app.get(
      '/v1/debt-collection/blocked/debts',
      {
        config: { operation: 'getDebtCollectionBlockedDebts', scope: 'DEBT_COLLECTION_READ' },
        schema: {
          operationId: 'getDebtCollectionBlockedDebts',
          tags,
          summary:
            'Lists the debts in open cases that have an active block, either on the debt or on its case, by debtor. ' +
            'The size of a slice is a number of debts. Scope DEBT_COLLECTION_READ.',
          querystring: Type.Object(
            {
              debtId: Type.Optional(Type.Array(DebtId, { maxItems: MOST_IDS })),
              ...sliceQuery(DEBTOR_SLICES),
            },
            NO_OTHER_FILTERS,
          ),
          response: { 200: sliceOf(BlockedDebts) },
        },
      },
      async (request) => {
        const holder = await collectionHolder(context.db, request);
        const { studio } = holder;
        const { offset, size } = requestedSlice(request.query, DEBTOR_SLICES);
        const on = { ...holder, today: todayAt(context, studio) };
        const found = await blockedDebts(context.db, on, request.query.debtId, { offset, size: size + 1 });
        const shown = found.slice(0, size);
        return {
          result: [...new Set(shown.map(({ customerId }) => customerId))].map((debtor) => ({
            debtorId: debtorIdOf(debtor),
            debts: shown
              .filter(({ customerId }) => customerId === debtor)
              .map(({ debt, block, contracts }) => ({
                ...toDebt(debt, contracts, studio.currency),
                block,
              })),
          })),
          offset: String(offset + shown.length),
          hasNext: found.length > size,
        };
      },
    );
  };
}
