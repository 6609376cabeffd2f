import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { addTerm, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { appointmentSlots, findAppointment } from '../../modules/appointments/appointment-slots.js';
import { insertBooking } from '../../modules/bookings/bookings.js';
import { classSlots } from '../../modules/classes/classes.tables.js';
import type { Studio } from '../../modules/studios/studios.tables.js';

const DAY_MS = 24 * 3600_000;

/**
 * Who has booked what: the next slot of a class, or the next free time of an appointment, late enough to be cancelled. A
 * trial books a slot at least a week ahead, and still has to be confirmed.
 */
export const SeedBookings = Type.Array(
  Type.Object({
    customerId: Type.Integer(),
    classId: Type.Optional(Type.Integer()),
    bookableAppointmentId: Type.Optional(Type.Integer()),
    isTrial: Type.Optional(Type.Boolean()),
  }),
);

/** Books what the demo's members have booked. */
export async function seedBookings(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  wanted: Static<typeof SeedBookings>,
): Promise<void> {
  for (const { customerId, classId, bookableAppointmentId, isTrial = false } of wanted) {
    const person = { uuid: randomUUID(), customerId, status: 'BOOKED' } as const;
    if (classId !== undefined) {
      const from = context.clock.now().getTime() + (isTrial ? 7 : 1) * DAY_MS;
      const isNext = and(eq(classSlots.classId, classId), gt(classSlots.startsAt, new Date(from)));
      const [slot] = await tx
        .select()
        .from(classSlots)
        .where(isNext)
        .orderBy(asc(classSlots.startsAt))
        .limit(1);
      if (!slot) throw new Error(`The demo's class ${classId} has no slot.`);
      const { id: subjectId, startsAt, endsAt } = slot;
      const what = { kind: 'CLASS', subjectId, startsAt, endsAt } as const;
      // The demo's trial offers ask for the confirmation a day before.
      const confirmBy = isTrial ? new Date(startsAt.getTime() - DAY_MS) : null;
      await insertBooking(context, tx, studio, { ...person, ...what, isTrial, confirmBy, instructorIds: [] });
    }
    if (bookableAppointmentId !== undefined) {
      const { appointment } = await findAppointment(tx, studio, bookableAppointmentId);
      const from = addTerm(todayAt(context, studio), { value: 3, unit: 'DAY' });
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
