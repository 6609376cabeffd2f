import { eq } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { TrialOfferSchema, Weekly } from '../bookings/bookings.stored.js';
import { trialOffers } from '../bookings/bookings.tables.js';
import { requireInstructors } from '../bookings/instructors.js';
import { slotsBetween } from '../bookings/weekly-hours.js';
import type { Studio } from '../studios/studios.tables.js';
import { ClassSchema, TrialSessionSchema } from './classes.stored.js';
import { classes, classSlots, trialSessions } from './classes.tables.js';

/** Higher ids are reserved for entities that this service creates. */
const id = (maximum: number) => Type.Integer({ minimum: 1, maximum });
const TrialOfferId = id(140_000);

export const ClassImport = Type.Object({
  trialOffers: Type.Optional(
    Type.Array(
      Type.Object({ id: TrialOfferId, ...TrialOfferSchema.properties }, { additionalProperties: false }),
      { maxItems: 1000, description: 'By which people try classes out, as JSON.' },
    ),
  ),
  classes: Type.Array(
    Type.Object(
      {
        id: id(150_000),
        trialOfferId: Type.Optional(TrialOfferId),
        places: Type.Integer({ minimum: 1, maximum: 10_000 }),
        waitingListPlaces: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
        instructorIds: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20, uniqueItems: true })),
        weekly: Weekly,
        plannedUntil: Type.String({ format: 'date' }),
        ...ClassSchema.properties,
      },
      { additionalProperties: false },
    ),
    { maxItems: 1000, description: 'As JSON. See docs/install.md.' },
  ),
  trialSession: Type.Optional(TrialSessionSchema),
});

/**
 * Adds a studio's classes and trial offers, or replaces those with the same ids, and plans their slots from today on.
 * Existing slots and their bookings stay.
 *
 * @throws StaffError if another studio uses an id, or a trial offer or an employee does not exist.
 */
export async function importClasses(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  given: Static<typeof ClassImport>,
): Promise<void> {
  const { id: studioId, timeZone } = studio;
  for (const { id: trialOfferId, ...definition } of given.trialOffers ?? []) {
    const [written] = await tx
      .insert(trialOffers)
      .values({ id: trialOfferId, studioId, definition })
      .onConflictDoUpdate({
        target: trialOffers.id,
        set: { definition },
        setWhere: eq(trialOffers.studioId, studioId),
      })
      .returning({ id: trialOffers.id });
    if (!written) throw new StaffError(`The id ${trialOfferId} belongs to a trial offer of another studio.`);
  }
  const own = await tx
    .select({ id: trialOffers.id })
    .from(trialOffers)
    .where(eq(trialOffers.studioId, studioId));
  const today = todayAt(context, studio);
  for (const {
    id: classId,
    trialOfferId = null,
    places,
    waitingListPlaces = 0,
    instructorIds = [],
    weekly,
    plannedUntil,
    ...definition
  } of given.classes) {
    if (trialOfferId !== null && own.every((offer) => offer.id !== trialOfferId)) {
      throw new StaffError(`Class ${classId}: studio ${studioId} has no trial offer ${trialOfferId}.`);
    }
    const [written] = await tx
      .insert(classes)
      .values({ id: classId, studioId, trialOfferId, definition })
      .onConflictDoUpdate({
        target: classes.id,
        set: { trialOfferId, definition },
        setWhere: eq(classes.studioId, studioId),
      })
      .returning({ id: classes.id });
    if (!written) throw new StaffError(`The id ${classId} belongs to a class of another studio.`);
    const slots = slotsBetween({ weekly, minutes: definition.duration }, today, plannedUntil, timeZone);
    if (slots.length === 0) continue;
    await requireInstructors(tx, studio, instructorIds);
    const rows = slots.map((slot) => ({
      ...slot,
      studioId,
      classId,
      plannedAt: slot.startsAt,
      maxParticipants: places,
      maxWaitingListParticipants: waitingListPlaces,
      instructorIds,
    }));
    await tx.insert(classSlots).values(rows).onConflictDoNothing();
  }
  const { trialSession: definition } = given;
  if (!definition) return;
  await tx
    .insert(trialSessions)
    .values({ studioId, definition })
    .onConflictDoUpdate({ target: trialSessions.studioId, set: { definition } });
}
