import { Type } from 'typebox';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { acceptDeclaration, closeDeclaration, settle } from './declarations.js';

const declarationId = Type.Integer({ minimum: 1 });

/** Staff actions on what members have declared on the public pages. */
export const DECLARATION_ACTIONS = [
  defineStaffAction({
    name: 'declaration.assign',
    summary:
      'Assigns a declaration to a contract. A withdrawal or an ordinary cancellation is carried out if it is possible.',
    input: Type.Object({ declarationId, contractId: Type.Integer({ minimum: 1 }) }),
    run: async ({ studio, input, ...unit }) => {
      const { status } = await settle(unit, studio, { ...input, from: 'OPEN' });
      return {
        entity: `declaration ${input.declarationId}`,
        changed: { contractId: input.contractId, status },
      };
    },
  }),
  defineStaffAction({
    name: 'declaration.accept',
    summary: 'Ends the contract of a declaration, whatever its notice period, or accepts a late withdrawal.',
    input: Type.Object({
      declarationId,
      date: Type.Optional(
        Type.String({ format: 'date', description: 'The last day; defaults to the declared one, or today.' }),
      ),
    }),
    run: async ({ studio, input, ...unit }) => {
      const endDate = await acceptDeclaration(unit, studio, input);
      return { entity: `declaration ${input.declarationId}`, changed: { endDate, status: 'DONE' } };
    },
  }),
  defineStaffAction({
    name: 'declaration.close',
    summary: 'Closes a declaration about which nothing is to be done.',
    input: Type.Object({ declarationId }),
    run: async ({ context, tx, studio, input: { declarationId: id } }) => {
      await closeDeclaration(context, tx, studio, id);
      return { entity: `declaration ${id}`, changed: { status: 'CLOSED' } };
    },
  }),
];
