import { type TProperties, Type } from 'typebox';
import { TERM_UNITS } from '../../core/calendar.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { FIELD_MODES } from '../studios/settings/studio-settings.js';
import { MINUTE_TERM_UNITS, type TrialOffer } from './terms.js';

/** Defines an object without unknown keys, for data from a file. */
export const Exactly = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Count = Type.Integer({ minimum: 0, maximum: 10_000 });
export const Name = Type.String({ pattern: '\\S', maxLength: 200 });
export const Text = Type.String({ maxLength: 20_000 });
export const Minutes = Type.Integer({ minimum: 1, maximum: 1440 });
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const MinuteTerm = Exactly({ value: Count, unit: Type.Enum(MINUTE_TERM_UNITS) });
const FieldMode = Type.Enum(FIELD_MODES);
/** Hours of a week; days run from 1 (Monday) to 7 (Sunday). */
export const Weekly = Type.Array(
  Exactly({ dayOfWeek: Type.Integer({ minimum: 1, maximum: 7 }), from: Time, until: Time }),
);

/** What classes and appointments have in common. */
export const BookableSchema = Exactly({
  title: Name,
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
});

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

/** The employees who hold a class slot or an appointment. */
const InstructorIds = Type.Array(Type.Integer(), { maxItems: 20, uniqueItems: true });
export const INSTRUCTOR_IDS: StoredSchema<number[]> = storedSchema(InstructorIds);
