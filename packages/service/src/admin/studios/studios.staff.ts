import { Type } from 'typebox';
import { addOrigin, removeOrigin } from '../../modules/studios/origins.js';
import { defineStaffAction } from '../../modules/studios/staff/staff-action.js';
import { StudioInput, withoutAccount } from './studio-definition.js';
import { changeStudio } from './studios.js';

const Origin = Type.Object({ origin: Type.String({ minLength: 1, maxLength: 300 }) });

export const STUDIO_ACTIONS = [
  defineStaffAction({
    name: 'studio.set',
    summary: 'Changes what is known of a studio; what is left out stays.',
    input: Type.Partial(StudioInput),
    run: async ({ context, tx, studio, input }) => {
      await changeStudio(tx, studio, input, context.providers.stripeAccounts);
      return { entity: `studio ${studio.id}`, changed: withoutAccount(input) };
    },
  }),
  defineStaffAction({
    name: 'origin.add',
    summary: 'Lets the pages of an origin use the payments of the studio.',
    input: Origin,
    run: async ({ tx, studio, input: { origin } }) => {
      await addOrigin(tx, studio, origin);
      return { entity: `studio ${studio.id}`, changed: { originAdded: origin } };
    },
  }),
  defineStaffAction({
    name: 'origin.remove',
    summary: 'Takes that back.',
    input: Origin,
    run: async ({ tx, studio, input: { origin } }) => {
      await removeOrigin(tx, studio, origin);
      return { entity: `studio ${studio.id}`, changed: { originRemoved: origin } };
    },
  }),
];
