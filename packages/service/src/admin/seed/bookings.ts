import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { addTerm, dayAfter, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { appointmentSlots, findAppointment } from '../../modules/appointments/appointment-slots.js';
import { insertBooking } from '../../modules/bookings/bookings.js';
import { classSlots } from '../../modules/classes/classes.tables.js';
import type { Studio } from '../../modules/studios/studios.tables.js';

/** Members and what they have booked: the next slot of a class, or the next free time of an appointment. */
export const SeedBookings = Type.Array(
  Type.Object({
    customerId: Type.Integer(),
    classId: Type.Optional(Type.Integer()),
    bookableAppointmentId: Type.Optional(Type.Integer()),
  }),
);

/** Books what the demo's members have booked. */
export async function seedBookings(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  wanted: Static<typeof SeedBookings>,
): Promise<void> {
  for (const { customerId, classId, bookableAppointmentId } of wanted) {
    const person = { uuid: randomUUID(), customerId, status: 'BOOKED' } as const;
    if (classId !== undefined) {
      const isNext = and(eq(classSlots.classId, classId), gt(classSlots.startsAt, context.clock.now()));
      const [slot] = await tx
        .select()
        .from(classSlots)
        .where(isNext)
        .orderBy(asc(classSlots.startsAt))
        .limit(1);
      if (!slot) throw new Error(`The demo's class ${classId} has no slot.`);
      const { id: subjectId, startsAt, endsAt } = slot;
      const what = { kind: 'CLASS', subjectId, startsAt, endsAt } as const;
      await insertBooking(context, tx, studio, { ...person, ...what, instructorIds: [] });
    }
    if (bookableAppointmentId !== undefined) {
      const { appointment } = await findAppointment(tx, studio, bookableAppointmentId);
      const from = dayAfter(todayAt(context, studio));
      const until = addTerm(from, { value: 1, unit: 'WEEK' });
      const days = { from, until, customerId, offer: null };
      const [slot] = await appointmentSlots({ ...context, db: tx }, studio, appointment, days);
      if (!slot) throw new Error(`The demo's appointment ${bookableAppointmentId} has no slot.`);
      const { startsAt, endsAt, instructors } = slot;
      const what = { kind: 'APPOINTMENT', subjectId: appointment.id, startsAt, endsAt } as const;
      const instructorIds = instructors.map(({ id }) => id);
      await insertBooking(context, tx, studio, { ...person, ...what, instructorIds });
    }
  }
}
