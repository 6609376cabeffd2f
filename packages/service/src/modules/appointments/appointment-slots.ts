import { and, asc, eq, gt, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import { type CalendarDate, calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { SliceRange } from '../../core/http/slices.js';
import { countsAt, otherStudio, ownBookings } from '../bookings/bookings.js';
import { bookings, trialOffers } from '../bookings/bookings.tables.js';
import { findInstructors, type Instructor, isHeldByAny } from '../bookings/instructors.js';
import { closedPeriods } from '../bookings/member-rules.js';
import { bookingTimes, overlaps, type Period, type TrialOffer } from '../bookings/terms.js';
import { confirmationTime } from '../bookings/trial-offers.js';
import { slotsBetween, type WeeklyHours } from '../bookings/weekly-hours.js';
import { classSlots } from '../classes/classes.tables.js';
import { findCustomer } from '../customers/customers.js';
import { informationOf } from '../studio-information/studio-information.js';
import { WEEKDAYS } from '../studio-information/studio-information.stored.js';
import type { Studio } from '../studios/studios.tables.js';
import type { AppointmentDefinition } from './appointments.stored.js';
import { bookableAppointments } from './appointments.tables.js';

export type BookableAppointment = typeof bookableAppointments.$inferSelect;

/** Returns the appointments that can be booked online, ordered by id, with one more than the slice holds. */
export async function listAppointments(
  db: Database,
  studio: Studio,
  { offset, size }: SliceRange,
  which: 'ALL' | 'TRIALS',
): Promise<BookableAppointment[]> {
  return db
    .select()
    .from(bookableAppointments)
    .where(
      and(
        eq(bookableAppointments.studioId, studio.id),
        sql`(${bookableAppointments.definition} ->> 'bookable')::boolean`,
        which === 'TRIALS' ? isNotNull(bookableAppointments.trialOfferId) : undefined,
        gt(bookableAppointments.id, offset),
      ),
    )
    .orderBy(asc(bookableAppointments.id))
    .limit(size + 1);
}

/**
 * Finds a bookable appointment with its trial offer, if it has one.
 *
 * @throws ApiError 404 if there is no such appointment; 403 if it belongs to another studio.
 */
export async function findAppointment(
  db: Database,
  studio: Studio,
  bookableAppointmentId: number,
): Promise<{ readonly appointment: BookableAppointment; readonly offer: TrialOffer | null }> {
  const [found] = await db
    .select({ appointment: bookableAppointments, offer: trialOffers.definition })
    .from(bookableAppointments)
    .leftJoin(trialOffers, eq(trialOffers.id, bookableAppointments.trialOfferId))
    .where(eq(bookableAppointments.id, bookableAppointmentId));
  if (!found) throw noAppointment(bookableAppointmentId);
  if (found.appointment.studioId !== studio.id) throw otherStudio('bookableAppointmentId');
  return found;
}

export function noAppointment(bookableAppointmentId: number): ApiError {
  return new ApiError('errormessage.appointment.not.found', 'bookableAppointmentId', {
    bookableAppointmentId,
  });
}

/** A time at which an appointment can be booked, with the employee who would hold it. */
export interface AppointmentSlot extends Period {
  readonly instructors: readonly Instructor[];
}

/**
 * Returns the slots of an appointment that can be booked now and start within a window: those in its weekly hours while
 * the studio is open, one for each employee who is free.
 *
 * @param customerId the person for whom slots are wanted; their own bookings take up time too.
 * @param offer the trial offer, if the slots are for trials.
 * @throws ApiError 404 or 403 if a key may not read the customer.
 */
export async function appointmentSlots(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  appointment: BookableAppointment,
  {
    from,
    until,
    customerId,
    offer,
  }: {
    readonly from: CalendarDate;
    /** Included. */
    readonly until: CalendarDate;
    readonly customerId: number | undefined;
    readonly offer: TrialOffer | null;
  },
): Promise<AppointmentSlot[]> {
  if (customerId !== undefined) await findCustomer(db, studio.id, customerId, 'customerId');
  const { definition } = appointment;
  if (!definition.bookable) return [];
  const { timeZone } = studio;
  const now = clock.now();
  const isOpenForBooking = ({ startsAt }: Period) => {
    const confirmBy = confirmationTime(startsAt, offer, timeZone);
    const { earliest, latest } = bookingTimes(startsAt, definition, confirmBy, timeZone);
    return now >= earliest && now < latest;
  };
  const pattern = await patternOf(db, studio, definition);
  const held = slotsBetween(pattern, from, until, timeZone).filter(isOpenForBooking);
  const [first, last] = [held[0], held.at(-1)];
  if (!first || !last) return [];
  const window = { startsAt: first.startsAt, endsAt: last.endsAt };
  const own = customerId === undefined ? [] : await ownBookings(db, customerId, window, now);
  const taken = [...(await closedPeriods(db, studio)), ...own];
  const freeAt = await freeResources(db, appointment, window, now);
  return held
    .filter((slot) => !taken.some((period) => overlaps(period, slot)))
    .flatMap((slot) => freeAt(slot).map((instructors) => ({ ...slot, instructors })));
}

/** Returns whether an appointment has a slot at exactly this time. */
export async function hasSlotAt(
  db: Database,
  studio: Studio,
  definition: AppointmentDefinition,
  { startsAt, endsAt }: Period,
): Promise<boolean> {
  const day = calendarDateIn(startsAt, studio.timeZone);
  const slots = slotsBetween(await patternOf(db, studio, definition), day, day, studio.timeZone);
  return slots.some((slot) => +slot.startsAt === +startsAt && +slot.endsAt === +endsAt);
}

async function patternOf(db: Database, studio: Studio, definition: AppointmentDefinition) {
  const { duration: minutes, slotStep: step = minutes, weekly } = definition;
  return { minutes, step, weekly: weekly ?? (await openingHours(db, studio)) };
}

/** Returns the opening hours that a studio publishes, day by day. */
async function openingHours(db: Database, studio: Studio): Promise<WeeklyHours[]> {
  const { openingHours: published } = await informationOf(db, studio);
  return published.flatMap(({ dayOfWeekFrom, dayOfWeekTo, timeFrom: from, timeTo: until }) => {
    const first = WEEKDAYS.indexOf(dayOfWeekFrom);
    const days = ((WEEKDAYS.indexOf(dayOfWeekTo) - first + 7) % 7) + 1;
    return Array.from({ length: days }, (_, day) => ({ dayOfWeek: ((first + day) % 7) + 1, from, until }));
  });
}

/** A longer appointment or class does not exist (Minutes in appointments.stored.ts and bookings.stored.ts). */
const LONGEST_MS = 24 * 3600_000;

/**
 * Returns how to find out who could hold an appointment in a period: a list of groups of employees, of which one is
 * needed. An appointment without employees is held for one person at a time; its only group is empty.
 *
 * @param except a booking that is about to be moved.
 */
export async function freeResources(
  db: Database,
  { id, studioId, definition: { instructorIds } }: BookableAppointment,
  window: Period,
  now: Date,
  except?: number,
): Promise<(period: Period) => Instructor[][]> {
  // The indexes are ordered by start, so a lower bound keeps what is read small.
  const earliest = new Date(window.startsAt.getTime() - LONGEST_MS);
  const booked = await db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.studioId, studioId),
        sql`${bookings.kind} = 'APPOINTMENT'`,
        countsAt(now),
        gte(bookings.startsAt, earliest),
        lt(bookings.startsAt, window.endsAt),
        gt(bookings.endsAt, window.startsAt),
        instructorIds.length === 0
          ? eq(bookings.subjectId, id)
          : or(eq(bookings.subjectId, id), isHeldByAny(bookings.instructorIds, instructorIds)),
      ),
    );
  const classes =
    instructorIds.length === 0
      ? []
      : await db
          .select()
          .from(classSlots)
          .where(
            and(
              eq(classSlots.studioId, studioId),
              eq(classSlots.isCanceled, false),
              gte(classSlots.startsAt, earliest),
              lt(classSlots.startsAt, window.endsAt),
              gt(classSlots.endsAt, window.startsAt),
              isHeldByAny(classSlots.instructorIds, instructorIds),
            ),
          );
  const busy = [...booked.filter((booking) => booking.id !== except), ...classes];
  const instructors = (await findInstructors(db, instructorIds))(instructorIds);
  return (period) => {
    const then = busy.filter((other) => overlaps(other, period));
    if (instructorIds.length === 0) return then.length === 0 ? [[]] : [];
    const isBusy = ({ id: each }: Instructor) => then.some((other) => other.instructorIds.includes(each));
    return instructors.filter((instructor) => !isBusy(instructor)).map((instructor) => [instructor]);
  };
}
