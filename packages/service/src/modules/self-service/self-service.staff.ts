import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { approveAmendment, rejectAmendment } from './amendments.js';
import { applyAccount } from './payment-data.js';

const Amendment = Type.Object({ amendmentId: Type.Integer() });

/** Staff actions on changes that members have requested. */
export const SELF_SERVICE_ACTIONS = [
  defineStaffAction({
    name: 'amendment.approve',
    summary: 'Approves a change of their data that a member has requested.',
    input: Amendment,
    // The provider must accept a new bank account, and nothing is locked while it does.
    withoutTransaction: true,
    run: async ({ context, studio, traceId, input: { amendmentId } }) => {
      const amendment = await context.db.transaction((tx) =>
        approveAmendment(context, tx, studio, amendmentId),
      );
      if (amendment.status === 'APPLYING') {
        await applyAccount(context, studio, amendment, { traceId, refused: 'PENDING' });
      }
      return {
        entity: `amendment ${amendmentId}`,
        changed: { kind: amendment.kind, status: 'APPROVED' },
      };
    },
  }),
  defineStaffAction({
    name: 'amendment.reject',
    summary: 'Rejects a change of their data that a member has requested.',
    input: Amendment,
    run: async ({ context, tx, studio, input: { amendmentId } }) => {
      await rejectAmendment(context, tx, studio, amendmentId);
      return { entity: `amendment ${amendmentId}`, changed: { status: 'REJECTED' } };
    },
  }),
];
