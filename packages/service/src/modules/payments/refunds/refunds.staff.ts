import { Type } from 'typebox';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart } from '../../../core/i18n/translate.js';
import { currencyDigits, toMinorUnits, toMoney } from '../../../core/money.js';
import { customerOfStudio, lockCustomer } from '../../customers/customers.js';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { reserveRefunds } from './reserve-refunds.js';

export const REFUND_ACTIONS = [
  defineStaffAction({
    name: 'credit.refund',
    summary:
      "Refunds a member's credit to the accounts and cards with which the member paid. The provider receives the refunds within two minutes; a debit that has not settled yet is refunded once it has.",
    input: Type.Object({
      customerId: Type.Integer({ minimum: 1, description: 'The id of the customer.' }),
      amount: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          description:
            'The amount in the currency of the studio; defaults to all credit that can be refunded.',
        }),
      ),
    }),
    run: async ({ studio, input: { customerId, amount }, ...unit }) => {
      await lockCustomer(unit.tx, customerId);
      await customerOfStudio(unit.tx, studio.id, customerId);
      const asked = amount === undefined ? null : minorUnits(amount, studio.currency);
      const reserved = await reserveRefunds(unit, { studio, customerId }, asked);
      const changed = { refunds: reserved.refundIds, amount: toMoney(reserved.amount, studio.currency) };
      return { entity: `customer ${customerId}`, changed };
    },
  }),
];

function minorUnits(amount: number, currency: string): number {
  const minor = toMinorUnits(amount, currency);
  if (minor !== null) return minor;
  const problem = textPart('problem.amount.decimals', { currency, digits: currencyDigits(currency) });
  throw new ApiError('errormessage.payment.amount.invalid', 'amount', { given: amount, problem });
}
