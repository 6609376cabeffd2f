import { Type } from 'typebox';
import { TERM_UNITS } from '../../core/calendar.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import {
  CLASS_TYPES,
  type ClassDefinition,
  FIELD_MODES,
  MINUTE_TERM_UNITS,
  type TrialOffer,
  type TrialSession,
} from './classes.js';

const MinuteTerm = Type.Object({ value: Type.Integer(), unit: Type.Enum(MINUTE_TERM_UNITS) });
const FieldMode = Type.Enum(FIELD_MODES);
const Named = Type.Object({ id: Type.Integer(), name: Type.String() });

export const CLASS: StoredSchema<ClassDefinition> = storedSchema(
  Type.Object({
    title: Type.String(),
    type: Type.Enum(CLASS_TYPES),
    duration: Type.Integer(),
    category: Type.String(),
    description: Type.String(),
    bookable: Type.Boolean(),
    cancelCondition: Type.Object({
      cancelationAfterLatestPossible: Type.Boolean(),
      latestCancelTerm: MinuteTerm,
    }),
    bookingOpens: MinuteTerm,
    bookingCloses: MinuteTerm,
    location: Named,
  }),
);

export const TRIAL_OFFER: StoredSchema<TrialOffer> = storedSchema(
  Type.Object({
    name: Type.String(),
    preventMultipleBookingsTerm: Type.Object({ value: Type.Integer(), unit: Type.Enum(TERM_UNITS) }),
    contingent: Type.Integer(),
    confirmationOfBookingTerm: Type.Optional(MinuteTerm),
    allowBookingForLeads: Type.Boolean(),
    leadData: Type.Object({
      id: Type.Integer(),
      genderMode: FieldMode,
      dateOfBirthMode: FieldMode,
      telephoneMode: FieldMode,
      addressMode: FieldMode,
    }),
  }),
);

export const TRIAL_SESSION: StoredSchema<TrialSession> = storedSchema(
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    minutes: Type.Integer(),
    bookingWithoutResourcesAllowed: Type.Boolean(),
    trainers: Type.Array(Named),
    weekly: Type.Array(Type.Object({ dayOfWeek: Type.Integer(), from: Type.String(), until: Type.String() })),
  }),
);
