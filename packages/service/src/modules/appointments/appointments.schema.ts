import { type Static, Type } from 'typebox';
import { formatDateTime } from '../../core/date-time.js';
import { DateTimeInput, instantOf } from '../../core/http/date-times.js';
import { Int64 } from '../../core/http/schemas.js';
import { bookingStatus } from '../bookings/bookings.js';
import {
  BookedCustomer,
  DateTime,
  id,
  Instructor,
  Participation,
  Progress,
} from '../bookings/bookings.schema.js';
import type { BookedAs } from '../bookings/booking-rules.js';
import type {
  AppointmentBooking as BookingOfAppointment,
  AppointmentRequest,
} from './appointment-bookings.js';
import type { AppointmentSlot as Slot, BookableAppointment as Bookable } from './appointment-slots.js';
import { APPOINTMENT_STATES } from './appointment-state.js';

const appointment = {
  title: Type.String({ examples: ['Body analysis'] }),
  duration: Type.Integer({ format: 'int32', description: 'In minutes.', examples: [30] }),
  category: Type.String({ examples: ['Advice'] }),
  description: Type.String(),
};

export const BookableAppointment = Type.Object(
  { id: id(12001), ...appointment },
  { title: 'BookableAppointment' },
);

export const AppointmentSlots = Type.Array(
  Type.Object(
    {
      startDateTime: DateTime,
      endDateTime: DateTime,
      instructors: Type.Array(Instructor, {
        description:
          'Who would hold it. A time at which several people are free is listed once for each of them.',
      }),
    },
    { title: 'AppointmentSlot' },
  ),
);

export const AppointmentBookingRequest = Type.Object(
  {
    customerId: BookedCustomer,
    bookableAppointmentId: id(12001),
    startDateTime: DateTimeInput('A startDateTime of the list of slots.'),
    endDateTime: DateTimeInput('The endDateTime of the same slot.'),
    instructorIds: Type.Optional(
      Type.Array(Int64, {
        maxItems: 20,
        uniqueItems: true,
        description: 'The instructors of the slot. If absent, somebody who is free holds the appointment.',
      }),
    ),
  },
  { title: 'AppointmentBookingRequest' },
);

export const AppointmentValidation = Type.Object(
  {
    validationStatus: Type.Enum(APPOINTMENT_STATES, {
      type: 'string',
      description: 'The appointment can be booked only if the status is AVAILABLE.',
    }),
  },
  { title: 'AppointmentValidation' },
);

export const AppointmentBooking = Type.Object(
  {
    bookingId: id(130001),
    bookingStatus: Type.Enum(['BOOKED', 'BOOKED_WITH_CONFIRMATION_REQUIRED', 'CANCELED'], { type: 'string' }),
    startDateTime: DateTime,
    endDateTime: DateTime,
    ...appointment,
    instructors: Type.Array(Instructor),
    appointmentStatus: Progress,
    participantStatus: Participation,
  },
  { title: 'AppointmentBooking' },
);

/** Parses a request. @throws ApiError 400 for a date-time of another form. */
export function toRequest(
  { customerId, bookableAppointmentId, ...sent }: Static<typeof AppointmentBookingRequest>,
  as: BookedAs['as'],
): AppointmentRequest {
  return {
    ...{ customerId, bookableAppointmentId, as },
    startsAt: instantOf(sent.startDateTime, 'startDateTime'),
    endsAt: instantOf(sent.endDateTime, 'endDateTime'),
    instructorIds: sent.instructorIds ?? [],
  };
}

export function toBookable({ id: appointmentId, definition }: Bookable): Static<typeof BookableAppointment> {
  const { title, duration, category, description } = definition;
  return { id: appointmentId, title, duration, category, description };
}

export function toSlots(slots: readonly Slot[], timeZone: string): Static<typeof AppointmentSlots> {
  return slots.map(({ startsAt, endsAt, instructors }) => ({
    startDateTime: formatDateTime(startsAt, timeZone),
    endDateTime: formatDateTime(endsAt, timeZone),
    instructors: [...instructors],
  }));
}

export function toAppointmentBooking(
  { booking, appointment: booked, instructors }: BookingOfAppointment,
  now: Date,
  timeZone: string,
): Static<typeof AppointmentBooking> {
  const { id: _, ...described } = toBookable(booked);
  const status = bookingStatus(booking, now);
  // Only classes have a waiting list.
  const bookingState = status === 'WAITING_LIST' ? 'BOOKED' : status;
  return {
    bookingId: booking.id,
    bookingStatus: bookingState,
    startDateTime: formatDateTime(booking.startsAt, timeZone),
    endDateTime: formatDateTime(booking.endsAt, timeZone),
    ...described,
    instructors: [...instructors],
    appointmentStatus:
      bookingState === 'CANCELED' ? 'CANCELED' : booking.endsAt <= now ? 'COMPLETED' : 'PLANNED',
    participantStatus: booking.participation,
  };
}
