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

const Transaction = Type.Object({
  id: Type.Integer({
    ...Int64,
    description: 'Of a claim, which account/payment takes; of credit, 10^15 and more.',
  }),
  dueDate: Type.String({ ...CalendarDate, description: 'Of credit: when it was booked.' }),
  description: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Object(Money.properties, { description: 'Of credit below 0.' })),
  openAmount: Type.Optional(
    Type.Object(Money.properties, {
      description: 'What is still to be paid; of credit, below 0, what nothing has used yet.',
    }),
  ),
  installmentPlan: Type.Boolean(),
  ...paidPeriod,
  chargeType: Type.Optional({ ...chargeType, description: 'Of a claim of a contract.' }),
});

/** Of the details, Slips. */
const SLICES = { least: 1, most: 50, usual: 10 };

type EntriesRequest = FastifyRequest & {
  readonly params: Static<typeof CustomerPath>;
  readonly query: Parameters<typeof requestedSlice>[0];
};

/** Reading a customer's account. */
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
          tags: ['Customers Account'],
          summary:
            'What is due by today, and what was paid or credited beyond it, by date. Scope CUSTOMER_ACCOUNT_READ.',
          description: 'The open amounts add up to the balance of the account, with the other sign.',
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
          tags: ['Customers Account'],
          summary: 'What falls due later, by due date. Scope CUSTOMER_ACCOUNT_READ.',
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
 * The first id of credit: claims and account transactions have a table each, whose ids would meet. No table comes
 * this far, and a JSON number holds the sum exactly.
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
