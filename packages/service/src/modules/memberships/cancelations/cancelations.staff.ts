import { Type } from 'typebox';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { cancelContract, withdrawCancelation } from './cancelations.js';

const contractId = Type.Integer({ minimum: 1, description: 'The id of the contract.' });

export const CANCELATION_ACTIONS = [
  defineStaffAction({
    name: 'contract.cancel',
    summary: 'Cancels a contract on behalf of its member or of the studio.',
    input: Type.Object({
      contractId,
      date: Type.Optional(
        Type.String({ format: 'date', description: 'The last day; defaults to the earliest possible one.' }),
      ),
      reason: Type.Optional(Type.String({ maxLength: 200 })),
      origin: Type.Enum(['CUSTOMER', 'STUDIO'], { type: 'string' }),
    }),
    run: async ({ context, tx, studio, input }) => {
      const endDate = await cancelContract(context, tx, studio, input);
      return { entity: `contract ${input.contractId}`, changed: { endDate, origin: input.origin } };
    },
  }),
  defineStaffAction({
    name: 'contract.withdraw-cancelation',
    summary: 'Withdraws the cancellation of a contract.',
    input: Type.Object({ contractId }),
    run: async ({ context, tx, studio, input }) => {
      await withdrawCancelation(context, tx, studio, input.contractId);
      return { entity: `contract ${input.contractId}`, changed: { cancelation: null } };
    },
  }),
];
