import { type Static, Type } from 'typebox';
import { formatDateTime } from '../../core/date-time.js';
import { bookingStatus } from '../bookings/bookings.js';
import {
  BookedCustomer,
  DateTime,
  id,
  Instructor,
  Int32,
  MinuteTerm,
  Participation,
  Progress,
} from '../bookings/bookings.schema.js';
import { bookingTimes, type TrialOffer } from '../bookings/terms.js';
import { confirmationTime } from '../bookings/trial-offers.js';
import { BOOKING_STATES } from './booking-state.js';
import type { ClassBooking as BookingOfClass } from './class-bookings.js';
import type { ListedSlot, StudioClass } from './class-slots.js';
import { CLASS_TYPES } from './classes.js';

export const Class = Type.Object(
  {
    id: id(11001),
    title: Type.String({ examples: ['Back and core'] }),
    type: Type.Enum(CLASS_TYPES, { type: 'string' }),
    duration: Type.Integer({ format: 'int32', description: 'In minutes.', examples: [45] }),
    category: Type.String({ examples: ['Fitness'] }),
    description: Type.String(),
    bookable: Type.Boolean({ description: 'Whether it can be booked online.' }),
    cancelCondition: Type.Object({
      cancelationAfterLatestPossible: Type.Boolean(),
      latestCancelTerm: MinuteTerm,
    }),
  },
  { title: 'Class' },
);

export const ClassSlot = Type.Object(
  {
    id: id(120001),
    startDateTime: DateTime,
    endDateTime: DateTime,
    classInformation: Type.Object({ id: id(11001), title: Type.String() }),
    instructors: Type.Array(Instructor),
    location: Type.Object({ id: id(1), name: Type.String({ examples: ['Room 2'] }) }),
    earliestBookingDateTime: DateTime,
    latestBookingDateTime: DateTime,
    maxParticipants: Int32,
    maxWaitingListParticipants: Int32,
    bookedParticipants: Int32,
    additionalParticipants: Type.Integer({
      format: 'int32',
      description: 'Participants without a booking. Always 0 in this service.',
    }),
    waitingListParticipants: Int32,
  },
  { title: 'ClassSlot' },
);

export const ClassBookingRequest = Type.Object(
  { customerId: BookedCustomer, classSlotId: id(120001) },
  { title: 'ClassBookingRequest' },
);

export const ClassValidation = Type.Object(
  {
    validationStatus: Type.Enum(BOOKING_STATES, {
      type: 'string',
      description: 'The slot can be booked only if the status is AVAILABLE.',
    }),
  },
  { title: 'ClassValidation' },
);

export const ClassBooking = Type.Object(
  {
    bookingId: id(130001),
    bookingStatus: Type.Enum(['BOOKED', 'BOOKED_WITH_CONFIRMATION_REQUIRED', 'WAITING_LIST', 'CANCELED'], {
      type: 'string',
    }),
    classSlotId: id(120001),
    classId: id(11001),
    customerId: id(100001),
    classSlotStatus: Progress,
    participantStatus: Participation,
  },
  { title: 'ClassBooking' },
);

export function toClass({ id: classId, definition }: StudioClass): Static<typeof Class> {
  const { title, type, duration, category, description, bookable, cancelCondition } = definition;
  return { id: classId, title, type, duration, category, description, bookable, cancelCondition };
}

/** @param offer the trial offer, if the slot is shown to people who try it. */
export function toClassSlot(
  { slot, studioClass: { id: classId, definition }, occupancy, instructors }: ListedSlot,
  timeZone: string,
  offer: TrialOffer | null = null,
): Static<typeof ClassSlot> {
  const confirmBy = confirmationTime(slot.startsAt, offer, timeZone);
  const { earliest, latest } = bookingTimes(slot.startsAt, definition, confirmBy, timeZone);
  return {
    id: slot.id,
    startDateTime: formatDateTime(slot.startsAt, timeZone),
    endDateTime: formatDateTime(slot.endsAt, timeZone),
    classInformation: { id: classId, title: definition.title },
    instructors: [...instructors],
    location: definition.location,
    earliestBookingDateTime: formatDateTime(earliest, timeZone),
    latestBookingDateTime: formatDateTime(latest, timeZone),
    maxParticipants: slot.maxParticipants,
    maxWaitingListParticipants: slot.maxWaitingListParticipants,
    bookedParticipants: occupancy.booked,
    additionalParticipants: 0,
    waitingListParticipants: occupancy.waiting,
  };
}

export function toClassBooking({ booking, slot }: BookingOfClass, now: Date): Static<typeof ClassBooking> {
  return {
    bookingId: booking.id,
    bookingStatus: bookingStatus(booking, now),
    classSlotId: slot.id,
    classId: slot.classId,
    customerId: booking.customerId,
    classSlotStatus: slot.isCanceled ? 'CANCELED' : slot.endsAt <= now ? 'COMPLETED' : 'PLANNED',
    participantStatus: booking.participation,
  };
}
