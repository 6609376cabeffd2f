import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { blockDebtor, withdrawCase } from './adjustments.js';
import { LIMIT_TYPES } from './debt-collection.stored.js';
import { lockMember } from './debtors.js';
import { verifyRun } from './handover.js';
import { restoreAccess } from './restrictions.js';
import { terminatePartnership } from './terminate-partnership.js';

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const DEBT_COLLECTION_ACTIONS = [
  defineStaffAction({
    name: 'debt-collection.verify-run',
    summary: 'Hands over claims that have passed the last dunning level to the collection partner.',
    input: Type.Object({
      customerIds: Type.Optional(
        Type.Array(Id, {
          maxItems: 10_000,
          description:
            'Ids of the members whose claims are handed over, as JSON. If omitted, the claims of all members.',
        }),
      ),
    }),
    run: async ({ context, tx, studio, input }) => {
      const { runId, ...changed } = await verifyRun(context, tx, studio, input.customerIds);
      return { entity: `debt-collection-run ${runId}`, changed };
    },
  }),
  defineStaffAction({
    name: 'debt-collection.withdraw-case',
    summary: 'Withdraws an open case from the partner. It is closed as REJECTION with WITHDRAWN_BY_STUDIO.',
    input: Type.Object({ collectionCaseId: Type.String({ format: 'uuid' }) }),
    run: async ({ context, tx, studio, input: { collectionCaseId } }) => {
      const closed = await withdrawCase(context, tx, studio, collectionCaseId);
      return { entity: `collection-case ${collectionCaseId}`, changed: { closed } };
    },
  }),
  defineStaffAction({
    name: 'debt-collection.block-debtor',
    summary: 'Blocks the collection of a member, including in later runs. DISABLED removes the block.',
    input: Type.Object({
      customerId: Id,
      limitType: Type.Enum(LIMIT_TYPES, { type: 'string' }),
      endDate: Type.Optional(
        Type.String({ format: 'date', description: 'The last day of the block, with LIMITED.' }),
      ),
    }),
    run: async ({ context, tx, studio, input: { customerId, ...block } }) => {
      await blockDebtor(context, tx, studio, { customerId, block });
      return { entity: `customer ${customerId}`, changed: { block } };
    },
  }),
  defineStaffAction({
    name: 'debt-collection.restore-access',
    summary: "Restores a member's access after a collection had restricted it.",
    input: Type.Object({ customerId: Id }),
    run: async ({ context, tx, studio, input: { customerId } }) => {
      await lockMember(tx, studio, customerId);
      const wasRestricted = await restoreAccess(context, tx, { studioId: studio.id, customerId });
      return { entity: `customer ${customerId}`, changed: { wasRestricted } };
    },
  }),
  defineStaffAction({
    name: 'debt-collection.terminate-partnership',
    summary: 'Ends the partnership with the collection partner and closes its open cases.',
    input: Type.Object({
      by: Type.Enum(['STUDIO', 'PARTNER'], { type: 'string', description: 'The side that ends it.' }),
    }),
    run: async ({ context, tx, studio, input: { by } }) => {
      const { partnerId, closedCases } = await terminatePartnership(context, tx, studio, by);
      return { entity: `collection-partner ${partnerId}`, changed: { by, closedCases } };
    },
  }),
];
