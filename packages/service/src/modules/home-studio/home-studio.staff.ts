import { Type } from 'typebox';
import { todayAt } from '../../core/calendar.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { moveHomeStudio } from './move-home-studio.js';

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const HOME_STUDIO_ACTIONS = [
  defineStaffAction({
    name: 'customer.move-home-studio',
    summary:
      "Moves a member to another studio. From then on only that studio's keys can work with the member.",
    input: Type.Object({ customerId: Id, targetStudioId: Id }),
    run: async ({ context, tx, traceId, studio, input }) => {
      const move = { ...input, switchDate: todayAt(context, studio), description: null };
      await moveHomeStudio({ context, tx, traceId }, studio, move);
      const { customerId, targetStudioId } = input;
      return { entity: `customer ${customerId}`, changed: { sourceStudioId: studio.id, targetStudioId } };
    },
  }),
];
