import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { type TextKey, textPart } from '../../core/i18n/translate.js';
import type { KeyedRequest } from '../../core/idempotency/idempotency.js';
import {
  askAboutPerson,
  type BookedAs,
  contingentProblem,
  PERSON_PROBLEMS,
} from '../bookings/booking-rules.js';
import {
  type Booking,
  bookOnce,
  bookingOfStudio,
  cancelBooking,
  findBooking,
  insertBooking,
  isOver,
  lockBooking,
  notifyOfBooking,
  ownBookings,
} from '../bookings/bookings.js';
import { bookings } from '../bookings/bookings.tables.js';
import { findInstructors, type Instructor, lockInstructors } from '../bookings/instructors.js';
import { overlaps, type Period, requireCancelable } from '../bookings/terms.js';
import { confirmationTime } from '../bookings/trial-offers.js';
import { cancelClassBooking } from '../classes/class-bookings.js';
import { findCustomer, lockCustomer, lockFoundCustomer } from '../customers/customers.js';
import type { Studio } from '../studios/studios.tables.js';
import { type BookableAppointment, findAppointment, freeResources, hasSlotAt } from './appointment-slots.js';
import { appointmentState, type AppointmentState, holders } from './appointment-state.js';
import { bookableAppointments } from './appointments.tables.js';

export interface AppointmentRequest extends Period {
  readonly customerId: number;
  readonly bookableAppointmentId: number;
  /** Absent or empty if any employee will do. */
  readonly instructorIds: readonly number[];
  readonly as: BookedAs['as'];
}

/** A booking of an appointment, with the appointment and the employees who hold it. */
export interface AppointmentBooking {
  readonly booking: Booking;
  readonly appointment: BookableAppointment;
  readonly instructors: readonly Instructor[];
}

/**
 * Returns whether a customer could book an appointment now.
 *
 * @throws ApiError 404 or 403 if the studio does not have the customer or appointment, or the customer has not
 * consented.
 */
export async function validateAppointment(
  context: Context,
  studio: Studio,
  request: AppointmentRequest,
): Promise<AppointmentState> {
  await findCustomer(context.db, studio.id, request.customerId, 'customerId');
  return (await look(context, context.db, studio, request)).state;
}

/**
 * Books an appointment. Person and employees are locked and read again, so that two concurrent bookings cannot both get
 * the same employee.
 *
 * @throws ApiError 400 with the reason if it cannot be booked; otherwise like `validateAppointment`.
 */
export async function bookAppointment(
  context: Context,
  studio: Studio,
  request: AppointmentRequest,
  keyed: KeyedRequest,
): Promise<AppointmentBooking> {
  const { customerId, bookableAppointmentId, startsAt, endsAt, as } = request;
  const booking = await bookOnce(context, studio, customerId, keyed, async (tx, uuid) => {
    await lockAppointment(tx, studio, bookableAppointmentId);
    const { state, offer, instructorIds } = await look(context, tx, studio, request);
    if (state !== 'AVAILABLE') {
      const key = state === 'NO_CONTINGENT' ? contingentProblem(as) : PROBLEMS[state];
      const problem = textPart(key);
      throw new ApiError('errormessage.appointment.not.bookable', 'startDateTime', { problem });
    }
    const isTrial = as === 'TRIAL';
    return insertBooking(context, tx, studio, {
      ...{ uuid, customerId, kind: 'APPOINTMENT', subjectId: bookableAppointmentId, startsAt, endsAt },
      ...{ instructorIds: [...(instructorIds ?? [])], status: 'BOOKED', isTrial },
      confirmBy: isTrial ? confirmationTime(startsAt, offer, studio.timeZone) : null,
    });
  });
  return withAppointment(context.db, booking);
}

/**
 * Locks an appointment and everybody who can hold it until the transaction ends. Persons are locked before, never after.
 */
async function lockAppointment(tx: Database, studio: Studio, id: number): Promise<void> {
  const isMeant = eq(bookableAppointments.id, id);
  const [found] = await tx.select().from(bookableAppointments).where(isMeant).for('no key update');
  await lockInstructors(tx, studio, found?.definition.instructorIds ?? []);
}

/**
 * Finds a booking of an appointment.
 *
 * @throws ApiError 404 if there is no such booking; 403 if a key may not read it.
 */
export async function findAppointmentBooking(
  db: Database,
  studio: Studio,
  bookingId: number,
): Promise<AppointmentBooking> {
  return withAppointment(db, await findBooking(db, studio, bookingId, 'APPOINTMENT'));
}

/**
 * Cancels a booking of an appointment by its rules. A cancelled booking stays as it is.
 *
 * @throws ApiError 400 if it is too late; otherwise like `findAppointmentBooking`.
 */
export async function cancelOwnAppointment(
  context: Context,
  studio: Studio,
  bookingId: number,
): Promise<void> {
  const found = await findBooking(context.db, studio, bookingId, 'APPOINTMENT');
  await context.db.transaction(async (tx) => {
    await lockFoundCustomer(tx, studio.id, found.customerId, 'bookingId');
    const { appointment } = await findAppointment(tx, studio, found.subjectId);
    const booking = await lockBooking(tx, bookingId);
    const now = context.clock.now();
    if (!booking || isOver(booking, now)) return;
    requireCancelable(booking, appointment.definition, studio.timeZone, now);
    await cancelBooking(context, tx, booking);
  });
}

/** Cancels a booking of a class or an appointment, whose person is locked, without regard to its terms. */
export async function cancelAtAnyTime(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  { id, kind }: Pick<Booking, 'id' | 'kind'>,
): Promise<void> {
  if (kind === 'CLASS') return cancelClassBooking(context, tx, studio, id, 'AT_ANY_TIME');
  const booking = await lockBooking(tx, id);
  if (booking && !isOver(booking, context.clock.now())) await cancelBooking(context, tx, booking);
}

/**
 * Moves an appointment to another time or to other employees, and notifies partners. The booking terms do not apply.
 *
 * @param change what is absent stays.
 * @throws ApiError 404 if the studio has no such booking; StaffError if it is over, or somebody is not free.
 */
export async function moveAppointment(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  bookingId: number,
  change: { readonly startsAt?: Date; readonly instructorIds?: readonly number[] },
): Promise<void> {
  const found = await bookingOfStudio(tx, studio, bookingId);
  if (found.kind !== 'APPOINTMENT') throw new StaffError(`Booking ${bookingId} is not of an appointment.`);
  await lockCustomer(tx, found.customerId);
  await lockAppointment(tx, studio, found.subjectId);
  const booking = await lockBooking(tx, bookingId);
  const now = context.clock.now();
  const startsAt = change.startsAt ?? found.startsAt;
  if (!booking || isOver(booking, now)) throw new StaffError(`Booking ${bookingId} was cancelled.`);
  if (startsAt <= now) throw new StaffError('An appointment cannot be moved to the past.');
  const length = booking.endsAt.getTime() - booking.startsAt.getTime();
  const period = { startsAt, endsAt: new Date(startsAt.getTime() + length) };
  const own = await ownBookings(tx, booking.customerId, period, now);
  if (own.some((other) => other.id !== bookingId && overlaps(other, period))) {
    throw new StaffError('The customer has another booking at that time.');
  }
  const { appointment } = await findAppointment(tx, studio, booking.subjectId);
  const freeAt = await freeResources(tx, appointment, period, now, bookingId);
  const wanted = change.instructorIds ?? booking.instructorIds;
  const instructorIds = holders({ wanted, free: freeAt(period) });
  if (instructorIds === null) throw new StaffError('Nobody of these is free at that time.');
  const [moved] = await tx
    .update(bookings)
    .set({ ...period, instructorIds: [...instructorIds] })
    .where(eq(bookings.id, bookingId))
    .returning();
  if (moved) await notifyOfBooking(context, tx, moved, 'UPDATED');
}

/** Adds appointment and employees to bookings of appointments. */
export async function withAppointments(
  db: Database,
  found: readonly Booking[],
): Promise<AppointmentBooking[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ subjectId }) => subjectId);
  const booked = await db.select().from(bookableAppointments).where(inArray(bookableAppointments.id, ids));
  const instructorsOf = await findInstructors(
    db,
    found.flatMap(({ instructorIds }) => instructorIds),
  );
  return found.flatMap((booking) => {
    const appointment = booked.find(({ id }) => id === booking.subjectId);
    return appointment ? { booking, appointment, instructors: instructorsOf(booking.instructorIds) } : [];
  });
}

async function withAppointment(db: Database, booking: Booking): Promise<AppointmentBooking> {
  const [found] = await withAppointments(db, [booking]);
  if (!found) throw new Error('The appointment of a booking no longer exists.');
  return found;
}

/** Reasons why an appointment cannot be booked, as text keys. */
const PROBLEMS = {
  ...PERSON_PROBLEMS,
  PAST_START_DATE_TIME: 'problem.booking.closed',
  END_DATE_TIME_NOT_AFTER_START_DATE_TIME: 'problem.booking.period',
  PERIOD_DOES_NOT_MATCH: 'problem.booking.period',
  BOOKABLE_APPOINTMENT_RESTRICTIONS_NOT_FULFILLED: 'problem.booking.notAvailable',
  BOOKING_LIMIT_REACHED: 'problem.booking.full',
  RESOURCE_NOT_AVAILABLE: 'problem.trialSession.noTrainer',
  NOT_AVAILABLE: 'problem.booking.notAvailable',
} as const satisfies Record<Exclude<AppointmentState, 'AVAILABLE' | 'NO_CONTINGENT'>, TextKey>;

async function look(
  context: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
  { customerId, bookableAppointmentId, startsAt, endsAt, instructorIds: wanted, as }: AppointmentRequest,
) {
  const { appointment, offer } = await findAppointment(db, studio, bookableAppointmentId);
  const { definition } = appointment;
  // The end of the request may be wrong, so what is read does not depend on it.
  const period = { startsAt, endsAt: new Date(startsAt.getTime() + definition.duration * 60_000) };
  const person = await askAboutPerson(context, db, studio, { customerId, as, offer, period });
  const freeAt = await freeResources(db, appointment, period, person.now);
  const free = freeAt(period);
  const isSlot = await hasSlotAt(db, studio, definition, period);
  const asked = { startsAt, endsAt };
  const state = appointmentState({ ...person, period: asked, definition, isSlot, wanted, free });
  return { state, offer, instructorIds: holders({ wanted, free }) };
}
