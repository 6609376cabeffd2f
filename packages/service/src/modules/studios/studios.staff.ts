import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import { emit } from '../webhooks/webhook-events.js';
import { addOrigin, removeOrigin } from './origins.js';
import { SETTINGS, type SettingsSubject, type StoredSettings } from './settings/studio-settings.js';
import { defineStaffAction, requireInput } from './staff/staff-action.js';
import { StudioInput, withoutAccount } from './studio-definition.js';
import { changeStudio } from './studios.js';
import { studios } from './studios.tables.js';

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

const SUBJECTS = Object.keys(SETTINGS) as SettingsSubject[];

export const SETTINGS_ACTIONS = [
  defineStaffAction({
    name: 'settings.set',
    summary: 'Sets what a studio decides for itself, one subject at a time.',
    input: Type.Object({
      subject: Type.Enum(SUBJECTS, { type: 'string' }),
      values: Type.Object({}, { description: 'All settings of the subject, as JSON.' }),
    }),
    run: async ({ context, tx, studio, input: { subject, values } }) => {
      requireInput(SETTINGS[subject], values, 'values');
      // Read again under the lock: two subjects that are set at once must both be kept.
      const [locked] = await tx.select().from(studios).where(eq(studios.id, studio.id)).for('update');
      const decided = { ...locked?.settings.decided, [subject]: values } as StoredSettings['decided'];
      await tx.update(studios).set({ settings: { decided } }).where(eq(studios.id, studio.id));
      if (subject === 'debtCollection') {
        const type = 'FINANCE_DEBT_COLLECTION_CONFIGURATION_UPDATED';
        await emit(context, tx, studio.id, { type, entityId: studio.id });
      }
      return { entity: `studio ${studio.id}`, changed: { [subject]: values } };
    },
  }),
];
