import { Type } from 'typebox';
import { toMoney } from '../../../core/money.js';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { withdrawContract } from './withdrawals.js';

export const WITHDRAWAL_ACTIONS = [
  defineStaffAction({
    name: 'contract.withdraw',
    summary: 'Withdraws a member from a contract that was made online, and refunds what was paid for it.',
    input: Type.Object({
      contractId: Type.Integer({ minimum: 1, description: 'The id of the contract.' }),
      receivedOn: Type.Optional(
        Type.String({ format: 'date', description: 'The day of receipt; defaults to today.' }),
      ),
      removeInstruments: Type.Optional(
        Type.Boolean({ description: 'Whether the accounts and cards that are stored are removed.' }),
      ),
      acceptLate: Type.Optional(
        Type.Boolean({
          description: 'Whether it is accepted although the period is over.',
        }),
      ),
    }),
    run: async ({ studio, input: { removeInstruments = false, ...input }, ...unit }) => {
      const request = { ...input, removeInstruments };
      const { amountUsed, toRefund } = await withdrawContract(unit, studio, request);
      return {
        entity: `contract ${input.contractId}`,
        changed: {
          amountUsed: toMoney(amountUsed, studio.currency),
          amountToRefund: toMoney(toRefund, studio.currency),
        },
      };
    },
  }),
];
