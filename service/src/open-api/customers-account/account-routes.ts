import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.js';
import { accountBalance, accountClaims } from '../../customers/account.js';
import { collectionStatus } from '../../debt-collection/collection-status.js';
import { findCustomer } from '../../customers/customers.js';
import { studioOf } from '../../http/api-key.js';
import { todayAt } from '../../memberships/offers.js';
import { toMoney } from '../../domain/money.js';
import { CalendarDate, Int64, Money, refusals } from '../schemas.js';
import { sliceAsked, sliceOf, sliceQuery } from '../slices.js';

const CustomerPath = Type.Object({ customerId: Int64 });

const Transaction = Type.Object({
  id: Int64,
  dueDate: CalendarDate,
  description: Type.Optional(Type.String()),
  amount: Type.Optional(Money),
  openAmount: Type.Optional(Money),
  installmentPlan: Type.Boolean(),
});

/** Of the details, Slips. */
const SLICES = { least: 1, most: 50, usual: 10 };

/** Reading a customer's account. */
export function accountRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/:customerId/account/balances',
      {
        config: { operation: 'getCustomersAccountBalanceData', scope: 'CUSTOMER_ACCOUNT_READ' },
        schema: {
          operationId: 'getCustomersAccountBalanceData',
          tags: ['Customers Account'],
          summary: 'The balances of a customer; negative: they owe. Scope CUSTOMER_ACCOUNT_READ.',
          params: CustomerPath,
          response: {
            200: Type.Object({
              accountBalance: Type.Optional(Money),
              consumptionCredit: Type.Object(Money.properties, {
                description:
                  'The amount that may be consumed on credit: 0, as nothing can be sold in this way yet.',
              }),
              dunningLevel: Type.Optional(
                Type.String({
                  description: 'Of the claim that is overdue for longest: 0 for none, 1 for the first level.',
                  examples: ['0'],
                }),
              ),
              inDebtCollection: Type.Boolean(),
            }),
            ...refusals(400, 404),
          },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { customerId } = request.params;
        const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
        const today = todayAt(context, studio);
        const balance = await accountBalance(context.db, customerId, today);
        const { inDebtCollection, dunningLevel } = await collectionStatus(context.db, customer, today);
        return {
          accountBalance: toMoney(balance, studio.currency),
          consumptionCredit: toMoney(0, studio.currency),
          dunningLevel: String(dunningLevel),
          inDebtCollection,
        };
      },
    );

    for (const [when, path, operation] of [
      ['DUE', 'transactions', 'getCustomersAccountTransactionData'],
      ['UPCOMING', 'transactions/upcoming', 'getCustomersAccountUpcomingData'],
    ] as const) {
      app.get(
        `/v1/customers/:customerId/account/${path}`,
        {
          config: { operation, scope: 'CUSTOMER_ACCOUNT_READ' },
          schema: {
            operationId: operation,
            tags: ['Customers Account'],
            summary: `What ${when === 'DUE' ? 'is due by today' : 'falls due later'}, by due date. Scope CUSTOMER_ACCOUNT_READ.`,
            params: CustomerPath,
            querystring: Type.Object(sliceQuery(SLICES)),
            response: { 200: sliceOf(Transaction), ...refusals(400, 404) },
          },
        },
        async (request) => {
          const studio = studioOf(request);
          const { customerId } = request.params;
          await findCustomer(context.db, studio.id, customerId, 'customerId');
          const part = { when, today: todayAt(context, studio) };
          const range = sliceAsked(request.query, SLICES);
          const found = await accountClaims(context.db, customerId, part, range);
          const result = found.result.map(({ amount, openAmount, ...claim }) => ({
            ...claim,
            amount: toMoney(amount, studio.currency),
            openAmount: toMoney(openAmount, studio.currency),
            installmentPlan: false,
          }));
          return { ...found, result };
        },
      );
    }
  };
}
