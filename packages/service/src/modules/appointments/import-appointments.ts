import { and, eq } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { trialOffers } from '../bookings/bookings.tables.js';
import { requireInstructors } from '../bookings/instructors.js';
import type { Studio } from '../studios/studios.tables.js';
import { AppointmentSchema } from './appointments.stored.js';
import { bookableAppointments } from './appointments.tables.js';

export const AppointmentImport = Type.Object({
  appointments: Type.Array(
    Type.Object(
      {
        /** Higher ids are reserved for entities that this service creates. */
        id: Type.Integer({ minimum: 1, maximum: 160_000 }),
        trialOfferId: Type.Optional(Type.Integer()),
        ...AppointmentSchema.properties,
      },
      { additionalProperties: false },
    ),
    { maxItems: 1000, description: 'As JSON. See docs/install.md.' },
  ),
});

/**
 * Adds a studio's bookable appointments, or replaces those with the same ids. Bookings stay.
 *
 * @throws StaffError if another studio uses an id, or a trial offer or an employee does not exist.
 */
export async function importAppointments(
  tx: Database,
  studio: Studio,
  { appointments }: Static<typeof AppointmentImport>,
): Promise<void> {
  const { id: studioId } = studio;
  for (const { id, trialOfferId = null, ...definition } of appointments) {
    await requireInstructors(tx, studio, definition.instructorIds);
    if (trialOfferId !== null) {
      const isTheirs = and(eq(trialOffers.id, trialOfferId), eq(trialOffers.studioId, studioId));
      if ((await tx.$count(trialOffers, isTheirs)) === 0) {
        throw new StaffError(`Appointment ${id}: studio ${studioId} has no trial offer ${trialOfferId}.`);
      }
    }
    const [written] = await tx
      .insert(bookableAppointments)
      .values({ id, studioId, trialOfferId, definition })
      .onConflictDoUpdate({
        target: bookableAppointments.id,
        set: { trialOfferId, definition },
        setWhere: eq(bookableAppointments.studioId, studioId),
      })
      .returning({ id: bookableAppointments.id });
    if (!written) throw new StaffError(`The id ${id} belongs to an appointment of another studio.`);
  }
}
