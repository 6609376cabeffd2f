import { defineStaffAction } from '../studios/staff/staff-action.js';
import { ClassImport, importClasses } from './import-classes.js';

export const CLASS_ACTIONS = [
  defineStaffAction({
    name: 'class.import',
    summary: 'Adds classes with their slots and trial offers, or replaces those with the same ids.',
    input: ClassImport,
    run: async ({ context, tx, studio, input }) => {
      await importClasses(context, tx, studio, input);
      return { entity: `studio ${studio.id}`, changed: { classes: input.classes.map(({ id }) => id) } };
    },
  }),
];
