import { calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart } from '../../../core/i18n/translate.js';
import type { KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { currencyDigits, type Money, toMinorUnits } from '../../../core/money.js';
import { type CustomerOfStudio, findCustomer, lockFoundCustomer } from '../../customers/customers.js';
import { checkClaims, openAmount } from '../account/claims.js';
import { settleDueClaims } from '../account/credit.js';
import { findToken, TOKEN_FIELD } from './token.js';
import { useToken } from './use-token.js';

export interface AccountPayment {
  readonly paymentRequestToken: string;
  /** By default the session's amount or the open amount, whichever is lower. */
  readonly amount?: Money;
  readonly debtClaimIds?: readonly number[];
}

/**
 * Pays open claims with a token (`account/payment`), at most for the session's amount; the rest is released. Without an
 * amount, it pays as much as is open when the token is used.
 *
 * @throws ApiError like `useToken`, and for an amount or claims that cannot be paid.
 */
export async function payAccount(
  context: Context,
  { studio, customerId }: CustomerOfStudio,
  body: AccountPayment,
  request: KeyedRequest,
): Promise<void> {
  const { paymentRequestToken: token, amount: money, debtClaimIds = [] } = body;
  const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
  const asked = money ? paidAmount(money, studio.currency) : null;
  const found = await findToken(context.db, studio, customer, { token, field: TOKEN_FIELD });
  const claimIds = debtClaimIds.length > 0 ? debtClaimIds : null;
  await useToken(
    context,
    found,
    {
      kind: 'ACCOUNT_PAYMENT',
      scope: 'ECOM',
      customerId,
      debtClaimIds: claimIds,
      check: async (tx) => {
        if (found.session.amount === 0 || (asked !== null && asked > found.session.amount)) {
          const problem = textPart('problem.amount.overSession');
          throw new ApiError('errormessage.payment.token.amount', 'amount.amount', { problem });
        }
        await lockFoundCustomer(tx, studio.id, customerId, 'customerId');
        const today = calendarDateIn(context.clock.now(), studio.timeZone);
        await settleDueClaims(context, tx, customerId, today);
        if (claimIds) await checkClaims(context, tx, customerId, { claimIds, amount: asked ?? 0, today });
        if (asked !== null) return asked;
        const open = await openAmount(context, tx, customerId, { claimIds, today });
        return Math.min(found.session.amount, open);
      },
    },
    request,
  );
}

/**
 * Replaces the instrument of a customer's payment runs (`account/payment-instrument`). The amount of its session, if
 * any, becomes credit.
 *
 * @throws ApiError like `useToken`.
 */
export async function replaceInstrument(
  context: Context,
  { studio, customerId }: CustomerOfStudio,
  token: string,
  request: KeyedRequest,
): Promise<void> {
  const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
  const found = await findToken(context.db, studio, customer, { token, field: TOKEN_FIELD });
  await useToken(
    context,
    found,
    {
      kind: 'PAYMENT_INSTRUMENT',
      scope: 'MEMBER_ACCOUNT',
      customerId,
      debtClaimIds: null,
      check: async (tx) => {
        await lockFoundCustomer(tx, studio.id, customerId, 'customerId');
        return found.session.amount;
      },
    },
    request,
  );
}

/**
 * Checks the requested amount.
 *
 * @returns minor units
 */
function paidAmount({ amount, currency }: Money, expected: string): number {
  if (currency !== expected) {
    throw new ApiError('errormessage.payment.currency.invalid', 'amount.currency', {
      given: currency,
      expected,
    });
  }
  const minor = toMinorUnits(amount, currency);
  if (minor === null || minor <= 0) {
    const problem =
      minor === null
        ? textPart('problem.amount.decimals', { currency, digits: currencyDigits(currency) })
        : textPart('problem.amount.moreThan', { limit: 0 });
    throw new ApiError('errormessage.payment.amount.invalid', 'amount.amount', { given: amount, problem });
  }
  return minor;
}
