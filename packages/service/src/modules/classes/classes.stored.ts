import { type TProperties, Type } from 'typebox';
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

/** Defines an object without unknown keys, for data from a file. */
const Exactly = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Count = Type.Integer({ minimum: 0, maximum: 10_000 });
const Name = Type.String({ pattern: '\\S', maxLength: 200 });
const Text = Type.String({ maxLength: 20_000 });
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const MinuteTerm = Exactly({ value: Count, unit: Type.Enum(MINUTE_TERM_UNITS) });
const FieldMode = Type.Enum(FIELD_MODES);
const Named = Exactly({ id: Type.Integer(), name: Name });
/** Hours of a week; days run from 1 (Monday) to 7 (Sunday). */
export const Weekly = Type.Array(
  Exactly({ dayOfWeek: Type.Integer({ minimum: 1, maximum: 7 }), from: Time, until: Time }),
);
const Minutes = Type.Integer({ minimum: 1, maximum: 1440 });

export const ClassSchema = Exactly({
  title: Name,
  type: Type.Enum(CLASS_TYPES),
  duration: Minutes,
  category: Name,
  description: Text,
  bookable: Type.Boolean(),
  cancelCondition: Exactly({
    cancelationAfterLatestPossible: Type.Boolean(),
    latestCancelTerm: MinuteTerm,
  }),
  bookingOpens: MinuteTerm,
  bookingCloses: MinuteTerm,
  location: Named,
});
export const CLASS: StoredSchema<ClassDefinition> = storedSchema(ClassSchema);

export const TrialOfferSchema = Exactly({
  name: Name,
  preventMultipleBookingsTerm: Exactly({ value: Count, unit: Type.Enum(TERM_UNITS) }),
  contingent: Count,
  confirmationOfBookingTerm: Type.Optional(MinuteTerm),
  allowBookingForLeads: Type.Boolean(),
  leadData: Exactly({
    id: Type.Integer(),
    genderMode: FieldMode,
    dateOfBirthMode: FieldMode,
    telephoneMode: FieldMode,
    addressMode: FieldMode,
  }),
});
export const TRIAL_OFFER: StoredSchema<TrialOffer> = storedSchema(TrialOfferSchema);

export const TrialSessionSchema = Exactly({
  name: Name,
  description: Text,
  minutes: Minutes,
  bookingWithoutResourcesAllowed: Type.Boolean(),
  trainers: Type.Array(Named),
  weekly: Weekly,
});
export const TRIAL_SESSION: StoredSchema<TrialSession> = storedSchema(TrialSessionSchema);
