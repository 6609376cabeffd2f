import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { CalendarDate, CustomerPath, Int64, Money } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { translate } from '../../core/i18n/translate.js';
import { toMoney } from '../../core/money.js';
import { findCustomer } from '../customers/customers.js';
import { collectionStatus } from '../debt-collection/collection-status.js';
import { studioOf } from '../integrations/api-key.js';
import { chargeType, paidPeriod, toCharge } from '../memberships/contracts/charges.schema.js';
import { claimPlansOf } from '../memberships/contracts/claim-plans.js';
import {
  accountBalance,
  type AccountEntry,
  dueEntries,
  upcomingEntries,
} from '../payments/account/account.js';

const Transaction = Type.Object(
  {
    id: Type.Integer({
      ...Int64,
      description:
        'The id of a claim can be sent to account/payment. Ids of 10^15 and more belong to credit.',
    }),
    dueDate: Type.String({ ...CalendarDate, description: 'Due date of a claim, or booking date of credit.' }),
    description: Type.Optional(Type.String()),
    amount: Type.Optional({ ...Money, description: 'Negative for credit.' }),
    openAmount: Type.Optional({
      ...Money,
      description: 'The open amount of a claim, or the unused amount of credit as a negative number.',
    }),
    installmentPlan: Type.Boolean(),
    ...paidPeriod,
    chargeType: Type.Optional({
      ...chargeType,
      description: 'Present for claims that arise from a contract.',
    }),
  },
  { title: 'AccountEntry' },
);

/** Sizes of slices (details, Slips). */
const SLICES = { least: 1, most: 50, usual: 10 };

type EntriesRequest = FastifyRequest & {
  readonly params: Static<typeof CustomerPath>;
  readonly query: Parameters<typeof requestedSlice>[0];
};

/** Serves a customer's account. */
export function accountRoutes(context: Context): FastifyPluginAsyncTypebox {
  async function entries(request: EntriesRequest, find: typeof dueEntries) {
    const studio = studioOf(request);
    const { customerId } = request.params;
    await findCustomer(context.db, studio.id, customerId, 'customerId');
    const at = { today: todayAt(context, studio), timeZone: studio.timeZone };
    const found = await find(context.db, customerId, at, requestedSlice(request.query, SLICES));
    const planned = await claimPlansOf(context.db, found.result, at.today);
    const language = requestLanguage(request);
    return {
      ...found,
      result: found.result.map((entry) => {
        const plan = planned(entry);
        return { ...toTransaction(entry, studio.currency, language), ...(plan ? toCharge(plan) : {}) };
      }),
    };
  }

  return async (app) => {
    app.get(
      '/v1/customers/:customerId/account/balances',
      {
        config: { operation: 'getCustomersAccountBalanceData', scope: 'CUSTOMER_ACCOUNT_READ' },
        schema: {
          operationId: 'getCustomersAccountBalanceData',
          tags: ['Customers Account'],
          summary:
            'Returns the balances of a customer. A negative balance is an amount that the customer owes. Scope CUSTOMER_ACCOUNT_READ.',
          params: CustomerPath,
          response: {
            200: Type.Object(
              {
                accountBalance: Type.Optional(Money),
                consumptionCredit: {
                  ...Money,
                  description:
                    'The amount that the customer may consume on credit. Always 0, because the service does not sell on credit yet.',
                },
                dunningLevel: Type.Optional(
                  Type.String({
                    description:
                      'Dunning level of the claim that has been overdue longest: 0 if no claim is overdue, 1 for the first level.',
                    examples: ['0'],
                  }),
                ),
                inDebtCollection: Type.Boolean(),
              },
              { title: 'AccountBalance' },
            ),
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

    app.get(
      '/v1/customers/:customerId/account/transactions',
      {
        config: { operation: 'getCustomersAccountTransactionData', scope: 'CUSTOMER_ACCOUNT_READ' },
        schema: {
          operationId: 'getCustomersAccountTransactionData',
          tags: ['Customers Transactions'],
          summary:
            'Lists the claims due by today and the unused payments and credits, sorted by date. Scope CUSTOMER_ACCOUNT_READ.',
          description: 'The open amounts add up to the account balance with the opposite sign.',
          params: CustomerPath,
          querystring: Type.Object(sliceQuery(SLICES)),
          response: { 200: sliceOf(Transaction) },
        },
      },
      (request) => entries(request, dueEntries),
    );

    app.get(
      '/v1/customers/:customerId/account/transactions/upcoming',
      {
        config: { operation: 'getCustomersAccountUpcomingData', scope: 'CUSTOMER_ACCOUNT_READ' },
        schema: {
          operationId: 'getCustomersAccountUpcomingData',
          tags: ['Customers Transactions'],
          summary: 'Lists the claims due after today, sorted by due date. Scope CUSTOMER_ACCOUNT_READ.',
          params: CustomerPath,
          querystring: Type.Object(sliceQuery(SLICES)),
          response: { 200: sliceOf(Transaction) },
        },
      },
      (request) => entries(request, upcomingEntries),
    );
  };
}

/**
 * The first id of credit. Claims and account transactions are in separate tables, whose ids would otherwise collide. No
 * table reaches this number, and a JSON number holds the sum exactly.
 */
const CREDIT_IDS = 10 ** 15;

const DESCRIPTIONS = { PAYMENT: 'transaction.payment', CREDIT: 'transaction.credit' } as const;

function toTransaction(
  { kind, id, day, description, amount, openAmount }: AccountEntry,
  currency: string,
  language: string,
): Static<typeof Transaction> {
  const isClaim = kind === 'CLAIM';
  const sign = isClaim ? 1 : -1;
  return {
    id: isClaim ? id : CREDIT_IDS + id,
    dueDate: day,
    description: isClaim ? (description ?? '') : translate(language, DESCRIPTIONS[kind]),
    amount: toMoney(sign * amount, currency),
    openAmount: toMoney(sign * openAmount, currency),
    installmentPlan: false,
  };
}
