import { Type } from 'typebox';
import { addOrigin, LONGEST_ORIGIN, removeOrigin } from '../../modules/studios/origins.js';
import { defineStaffAction } from '../../modules/studios/staff/staff-action.js';
import { StudioInput, withoutAccount } from './studio-definition.js';
import { changeStudio } from './studios.js';

const Origin = Type.Object({ origin: Type.String({ minLength: 1, maxLength: LONGEST_ORIGIN }) });

export const STUDIO_ACTIONS = [
  defineStaffAction({
    name: 'studio.set',
    summary: 'Changes the description of a studio. Omitted fields stay unchanged.',
    input: Type.Partial(StudioInput),
    run: async ({ context, tx, studio, input }) => {
      await changeStudio(tx, studio, input, context.providers.stripeAccounts);
      return { entity: `studio ${studio.id}`, changed: withoutAccount(input) };
    },
  }),
  defineStaffAction({
    name: 'origin.add',
    summary: "Allows the pages of an origin to use the studio's payments.",
    input: Origin,
    run: async ({ tx, studio, input: { origin } }) => {
      await addOrigin(tx, studio, origin);
      return { entity: `studio ${studio.id}`, changed: { originAdded: origin } };
    },
  }),
  defineStaffAction({
    name: 'origin.remove',
    summary: "Removes an origin, whose pages can then no longer use the studio's payments.",
    input: Origin,
    run: async ({ tx, studio, input: { origin } }) => {
      await removeOrigin(tx, studio, origin);
      return { entity: `studio ${studio.id}`, changed: { originRemoved: origin } };
    },
  }),
];
