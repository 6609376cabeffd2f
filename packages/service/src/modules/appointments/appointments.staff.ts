import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import { instantOf, StaffDateTime } from '../../core/http/date-times.js';
import { bookingOfStudio, notifyOfBooking } from '../bookings/bookings.js';
import { bookings, PARTICIPATIONS } from '../bookings/bookings.tables.js';
import { lockCustomer } from '../customers/customers.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { cancelAtAnyTime, moveAppointment } from './appointment-bookings.js';
import { AppointmentImport, importAppointments } from './import-appointments.js';

const bookingId = Type.Integer({ minimum: 1 });

/** Actions on appointments, and on bookings of both kinds. */
export const APPOINTMENT_ACTIONS = [
  defineStaffAction({
    name: 'appointment.import',
    summary: 'Adds bookable appointments, or replaces those with the same ids.',
    input: AppointmentImport,
    run: async ({ tx, studio, input }) => {
      await importAppointments(tx, studio, input);
      return {
        entity: `studio ${studio.id}`,
        changed: { appointments: input.appointments.map(({ id }) => id) },
      };
    },
  }),
  defineStaffAction({
    name: 'appointment.move',
    summary: 'Moves a booked appointment to another time, or to other employees.',
    input: Type.Object({
      bookingId,
      startDateTime: Type.Optional(StaffDateTime),
      instructorIds: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20, uniqueItems: true })),
    }),
    run: async ({ context, tx, studio, input: { bookingId: id, startDateTime, instructorIds } }) => {
      const startsAt = startDateTime && instantOf(startDateTime, 'startDateTime', studio.timeZone);
      await moveAppointment(context, tx, studio, id, {
        ...(startsAt && { startsAt }),
        ...(instructorIds && { instructorIds }),
      });
      return { entity: `booking ${id}`, changed: { startDateTime, instructorIds } };
    },
  }),
  defineStaffAction({
    name: 'booking.cancel',
    summary: 'Cancels a booking of a class or an appointment, at any time.',
    input: Type.Object({ bookingId }),
    run: async ({ context, tx, studio, input: { bookingId: id } }) => {
      const { customerId, kind } = await bookingOfStudio(tx, studio, id);
      await lockCustomer(tx, customerId);
      await cancelAtAnyTime(context, tx, studio, { id, kind });
      return { entity: `booking ${id}`, changed: { canceled: true } };
    },
  }),
  defineStaffAction({
    name: 'booking.set-participation',
    summary: 'Records whether a customer took part in what they had booked.',
    input: Type.Object({ bookingId, participation: Type.Enum(PARTICIPATIONS, { type: 'string' }) }),
    run: async ({ context, tx, studio, input: { bookingId: id, participation } }) => {
      const booking = await bookingOfStudio(tx, studio, id);
      await tx.update(bookings).set({ participation }).where(eq(bookings.id, id));
      // Of an appointment, partners are told when its time or employees change.
      if (booking.kind === 'CLASS') await notifyOfBooking(context, tx, booking, 'UPDATED');
      return { entity: `booking ${id}`, changed: { participation } };
    },
  }),
];
