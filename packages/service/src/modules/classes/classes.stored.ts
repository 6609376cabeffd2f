import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { BookableSchema, Exactly, Minutes, Name, Text, Weekly } from '../bookings/bookings.stored.js';
import { CLASS_TYPES, type ClassDefinition, type TrialSession } from './classes.js';

const Named = Exactly({ id: Type.Integer(), name: Name });

export const ClassSchema = Exactly({
  ...BookableSchema.properties,
  type: Type.Enum(CLASS_TYPES),
  location: Named,
});
export const CLASS: StoredSchema<ClassDefinition> = storedSchema(ClassSchema);

export const TrialSessionSchema = Exactly({
  name: Name,
  description: Text,
  minutes: Minutes,
  bookingWithoutResourcesAllowed: Type.Boolean(),
  trainers: Type.Array(Named),
  weekly: Weekly,
});
export const TRIAL_SESSION: StoredSchema<TrialSession> = storedSchema(TrialSessionSchema);
