import { type Static, Type } from 'typebox';
import { TERM_UNITS } from '../../core/calendar.js';
import { formatDateTime } from '../../core/date-time.js';
import { CalendarDate, Int64, Line, RequiredLine } from '../../core/http/schemas.js';
import { GENDERS } from '../customers/profile.js';
import { BOOKING_STATES, bookingTimes } from './booking-state.js';
import { CLASS_TYPES, FIELD_MODES, MINUTE_TERM_UNITS, type TrialOffer } from './classes.js';
import type { TrialBooking } from './trial-bookings.js';
import type { BookableTrialClass, ClassSlot as Slot, TrialClass } from './trial-classes.js';

const Int32 = Type.Integer({ format: 'int32' });
const DateTime = Type.String({ format: 'date-time', examples: ['2026-11-23T18:00:00+01:00'] });
const Mode = Type.Enum(FIELD_MODES, {
  type: 'string',
  description: 'INACTIVE means that you should not ask for the field; the service does not store it.',
});
const MinuteTerm = Type.Object({ value: Int32, unit: Type.Enum(MINUTE_TERM_UNITS, { type: 'string' }) });
const id = (example: number) => Type.Integer({ ...Int64, examples: [example] });

/** A class that offers trials, with its trial offer. */
export const BookableClass = Type.Object({
  trialOfferConfigId: id(10001),
  trialOfferClass: Type.Object({
    id: id(11001),
    title: Type.String({ examples: ['Back and core'] }),
    type: Type.Enum(CLASS_TYPES, { type: 'string' }),
    duration: Type.Integer({ format: 'int32', description: 'In minutes.', examples: [45] }),
    category: Type.String({ examples: ['Fitness'] }),
    description: Type.String(),
    bookable: Type.Boolean(),
    cancelCondition: Type.Object({
      cancelationAfterLatestPossible: Type.Boolean(),
      latestCancelTerm: MinuteTerm,
    }),
  }),
  id: id(11001),
});

export const TrialOfferConfig = Type.Object({
  id: id(10001),
  name: Type.String({ examples: ['Try a class'] }),
  preventMultipleBookingsTerm: Type.Object(
    { value: Int32, unit: Type.Enum(TERM_UNITS, { type: 'string' }) },
    { description: 'The minimum time between two bookings of the same person.' },
  ),
  contingent: Type.Integer({
    format: 'int32',
    description: 'The number of bookings allowed per person.',
    examples: [2],
  }),
  confirmationOfBookingTerm: Type.Optional(
    Type.Object(MinuteTerm.properties, {
      description:
        'How long before the start a booking must be confirmed. Absent if no confirmation is needed.',
    }),
  ),
  allowBookingForLeads: Type.Boolean(),
  leadDataConfig: Type.Object({
    trialOfferLeadDataConfigId: id(1),
    genderMode: Mode,
    dateOfBirthMode: Mode,
    telephoneMode: Mode,
    addressMode: Mode,
  }),
});

export const ClassSlot = Type.Object({
  id: id(120001),
  startDateTime: DateTime,
  endDateTime: DateTime,
  classInformation: Type.Object({ id: id(11001), title: Type.String() }),
  location: Type.Object({ id: id(1), name: Type.String({ examples: ['Room 2'] }) }),
  earliestBookingDateTime: DateTime,
  latestBookingDateTime: DateTime,
  maxParticipants: Int32,
  bookedParticipants: Int32,
  additionalParticipants: Type.Integer({
    format: 'int32',
    description: 'Participants without a booking. Always 0 in this service.',
  }),
});

export const LeadRequest = Type.Object({
  leadCustomerData: Type.Object({
    thirdPartyId: Type.Optional(Line()),
    firstname: RequiredLine('Max'),
    secondFirstname: Type.Optional(Line()),
    lastname: RequiredLine('Mustermann'),
    secondLastname: Type.Optional(Line()),
    email: Type.String({ format: 'email', maxLength: 254, examples: ['example@email.com'] }),
    gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
    dateOfBirth: Type.Optional(CalendarDate),
    telephone: Type.Optional(Line()),
    language: Type.Optional(
      Type.Object({
        languageCode: Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 639-1', examples: ['de'] }),
        countryCode: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
      }),
    ),
    address: Type.Optional(
      Type.Object({
        street: RequiredLine('Raboisen Street'),
        houseNumber: Type.Optional(Line()),
        zipCode: RequiredLine('20095', 20),
        city: RequiredLine('Hamburg'),
      }),
    ),
  }),
  trialOfferConfigId: id(10001),
});

export const BookingRequest = Type.Object({
  customerId: Type.Integer({
    ...Int64,
    description: 'Id of a lead or another customer of the studio.',
    examples: [100001],
  }),
  classSlotId: id(120001),
});

export const BookingValidation = Type.Object({
  validationStatus: Type.Enum(BOOKING_STATES, {
    type: 'string',
    description: 'The slot can be booked only if the status is AVAILABLE.',
  }),
});

export const Booking = Type.Object({
  bookingId: id(130001),
  bookingStatus: Type.Enum(['BOOKED', 'BOOKED_WITH_CONFIRMATION_REQUIRED', 'CANCELED'], {
    type: 'string',
  }),
  classSlotId: id(120001),
  classId: id(11001),
  customerId: id(100001),
  classSlotStatus: Type.Enum(['PLANNED'], { type: 'string' }),
  participantStatus: Type.Enum(['UNSET'], { type: 'string' }),
});

export function toBookableClass({
  id,
  definition,
  trialOfferId,
}: BookableTrialClass): Static<typeof BookableClass> {
  const { title, type, duration, category, description, bookable, cancelCondition } = definition;
  const trialOfferClass = { id, title, type, duration, category, description, bookable, cancelCondition };
  return { trialOfferConfigId: trialOfferId, trialOfferClass, id };
}

export function toTrialOfferConfig(id: number, offer: TrialOffer): Static<typeof TrialOfferConfig> {
  const { leadData, ...same } = offer;
  const { id: trialOfferLeadDataConfigId, ...modes } = leadData;
  return { id, ...same, leadDataConfig: { trialOfferLeadDataConfigId, ...modes } };
}

export function toClassSlot(
  slot: Slot & { readonly taken: number },
  { id: classId, definition }: TrialClass,
  offer: TrialOffer,
  timeZone: string,
): Static<typeof ClassSlot> {
  const { earliest, latest } = bookingTimes(slot, definition, offer, timeZone);
  return {
    id: slot.id,
    startDateTime: formatDateTime(slot.startsAt, timeZone),
    endDateTime: formatDateTime(slot.endsAt, timeZone),
    classInformation: { id: classId, title: definition.title },
    location: definition.location,
    earliestBookingDateTime: formatDateTime(earliest, timeZone),
    latestBookingDateTime: formatDateTime(latest, timeZone),
    maxParticipants: slot.maxParticipants,
    bookedParticipants: slot.taken,
    additionalParticipants: 0,
  };
}

export function toBooking(booking: TrialBooking, now: Date): Static<typeof Booking> {
  const { id, slotId, classId, customerId, confirmBy, confirmedAt } = booking;
  const isOpen = confirmBy !== null && confirmedAt === null;
  const bookingStatus = !isOpen
    ? 'BOOKED'
    : now < confirmBy
      ? 'BOOKED_WITH_CONFIRMATION_REQUIRED'
      : 'CANCELED';
  return {
    bookingId: id,
    bookingStatus,
    classSlotId: slotId,
    classId,
    customerId,
    classSlotStatus: 'PLANNED',
    participantStatus: 'UNSET',
  };
}
