import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import {
  SETTINGS,
  type SettingsSubject,
  type StoredSettings,
} from '../../modules/studios/settings/studio-settings.js';
import { defineStaffAction, requireInput } from '../../modules/studios/staff/staff-action.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { emit } from '../../modules/webhooks/webhook-events.js';

const SUBJECTS = Object.keys(SETTINGS) as SettingsSubject[];

type SettingsEvent =
  | 'ADDITIONAL_INFORMATION_FIELDS_UPDATED'
  | 'FINANCE_DEBT_COLLECTION_CONFIGURATION_UPDATED';

/** Events that tell partners about a change of a subject. */
const EVENTS: Readonly<Partial<Record<SettingsSubject, SettingsEvent>>> = {
  debtCollection: 'FINANCE_DEBT_COLLECTION_CONFIGURATION_UPDATED',
  additionalFields: 'ADDITIONAL_INFORMATION_FIELDS_UPDATED',
};

export const SETTINGS_ACTIONS = [
  defineStaffAction({
    name: 'settings.set',
    summary: "Sets the studio's own settings, one subject at a time.",
    input: Type.Object({
      subject: Type.Enum(SUBJECTS, { type: 'string' }),
      values: Type.Object({}, { description: 'All settings of the subject, as JSON.' }),
    }),
    run: async ({ context, tx, studio, input: { subject, values } }) => {
      requireInput(SETTINGS[subject], values, 'values');
      // The settings are read again under the lock, so that concurrent changes of two subjects are both kept.
      const [locked] = await tx.select().from(studios).where(eq(studios.id, studio.id)).for('update');
      const decided = { ...locked?.settings.decided, [subject]: values } as StoredSettings['decided'];
      await tx.update(studios).set({ settings: { decided } }).where(eq(studios.id, studio.id));
      const type = EVENTS[subject];
      if (type) await emit(context, tx, studio.id, { type, entityId: studio.id });
      return { entity: `studio ${studio.id}`, changed: { [subject]: values } };
    },
  }),
];
