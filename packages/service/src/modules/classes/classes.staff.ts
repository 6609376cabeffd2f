import { Type } from 'typebox';
import { instantOf, StaffDateTime } from '../../core/http/date-times.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { ClassImport, importClasses } from './import-classes.js';
import { cancelSlot, changeSlot } from './slot-changes.js';

const classSlotId = Type.Integer({ minimum: 1 });

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
  defineStaffAction({
    name: 'class-slot.change',
    summary: 'Moves a class slot to another time, with its bookings, or has other employees hold it.',
    input: Type.Object({
      classSlotId,
      startDateTime: Type.Optional(StaffDateTime),
      instructorIds: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20, uniqueItems: true })),
    }),
    run: async ({ context, tx, studio, input }) => {
      const { classSlotId: slotId, startDateTime, instructorIds } = input;
      const startsAt = startDateTime && instantOf(startDateTime, 'startDateTime', studio.timeZone);
      await changeSlot(context, tx, studio, slotId, {
        ...(startsAt && { startsAt }),
        ...(instructorIds && { instructorIds }),
      });
      return { entity: `class-slot ${slotId}`, changed: { startDateTime, instructorIds } };
    },
  }),
  defineStaffAction({
    name: 'class-slot.cancel',
    summary: 'Cancels a class slot and all its bookings.',
    input: Type.Object({ classSlotId }),
    run: async ({ context, tx, studio, input }) => ({
      entity: `class-slot ${input.classSlotId}`,
      changed: await cancelSlot(context, tx, studio, input.classSlotId),
    }),
  }),
];
