import { type Static, Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { BookableSchema, Exactly, Weekly } from '../bookings/bookings.stored.js';

const Minutes = Type.Integer({ minimum: 5, maximum: 1440 });

export const AppointmentSchema = Exactly({
  ...BookableSchema.properties,
  duration: Minutes,
  /** Employees who hold it, each for one person at a time. Without any, it is held for one person at a time. */
  instructorIds: Type.Array(Type.Integer(), { maxItems: 20, uniqueItems: true }),
  /** Minutes from the start of one slot to the start of the next; if absent, slots follow one another. */
  slotStep: Type.Optional(Minutes),
  /** Hours in which it is held; if absent, the opening hours of the studio. */
  weekly: Type.Optional(Weekly),
});
export type AppointmentDefinition = Static<typeof AppointmentSchema>;

export const APPOINTMENT: StoredSchema<AppointmentDefinition> = storedSchema(AppointmentSchema);
