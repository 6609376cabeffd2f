import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { publishInformation } from './studio-information.js';
import { StudioInformation } from './studio-information.stored.js';

export const STUDIO_INFORMATION_ACTIONS = [
  defineStaffAction({
    name: 'studio.publish',
    summary:
      'Changes what the studio publishes about itself: contact, address and opening hours. Omitted fields stay unchanged.',
    input: Type.Partial(StudioInformation),
    run: async ({ context, tx, studio, input }) => {
      await publishInformation(context, tx, studio, input);
      return { entity: `studio ${studio.id}`, changed: { published: Object.keys(input) } };
    },
  }),
];
