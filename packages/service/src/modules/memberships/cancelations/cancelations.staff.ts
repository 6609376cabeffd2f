import { Type } from 'typebox';
import type { Cancelation } from '../contracts/contract-details.js';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { approveRequest, cancelContract, rejectRequest, withdrawCancelation } from './cancelations.js';

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
      isExtraordinary: Type.Optional(
        Type.Boolean({ description: 'Whether the member has good cause, so that no notice applies.' }),
      ),
    }),
    run: async ({ context, tx, studio, input: { isExtraordinary, ...input } }) => {
      const request = { ...input, ...(isExtraordinary ? { isExtraordinary } : {}) };
      const endDate = await cancelContract(context, tx, studio, request);
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
  defineStaffAction({
    name: 'cancelation.approve',
    summary: 'Approves a pending cancellation of a contract, or a pending withdrawal of one.',
    input: Type.Object({ contractId }),
    run: async ({ context, tx, studio, input }) => {
      const cancelation = await approveRequest(context, tx, studio, input.contractId);
      return { entity: `contract ${input.contractId}`, changed: { approved: true, ...stateOf(cancelation) } };
    },
  }),
  defineStaffAction({
    name: 'cancelation.reject',
    summary: 'Rejects a pending cancellation of a contract, or a pending withdrawal of one.',
    input: Type.Object({ contractId }),
    run: async ({ context, tx, studio, input }) => {
      const cancelation = await rejectRequest(context, tx, studio, input.contractId);
      return {
        entity: `contract ${input.contractId}`,
        changed: { approved: false, ...stateOf(cancelation) },
      };
    },
  }),
];

function stateOf(cancelation: Cancelation | null) {
  return cancelation === null
    ? { cancelation: null }
    : { cancelation: cancelation.status, endDate: cancelation.date };
}
