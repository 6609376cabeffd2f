import { html, type Html } from '@upc/server-kit/html';
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { bookableAppointments } from '../../modules/appointments/appointments.tables.js';
import { type Booking, bookingStatus, countsAt } from '../../modules/bookings/bookings.js';
import { bookings } from '../../modules/bookings/bookings.tables.js';
import { findInstructors, type Instructor } from '../../modules/bookings/instructors.js';
import { classes, classSlots } from '../../modules/classes/classes.tables.js';
import { actionButton, actionLink } from './action-pages.js';
import { badge, type Frame, ids, studioName, time, wordFor } from './frame.js';
import { customerLink, type Part, partOf, type Range } from './lists.js';

export interface ShownSlot {
  readonly slot: typeof classSlots.$inferSelect;
  readonly title: string;
  readonly instructors: readonly Instructor[];
  readonly booked: number;
  readonly waiting: number;
}

/** Loads the next class slots, by start. */
export async function nextSlots(
  { db, clock }: Context,
  { filter: { studioId } }: Frame,
  { size }: Range,
): Promise<Part<ShownSlot>> {
  const now = clock.now();
  const rows = await db
    .select({ slot: classSlots, definition: classes.definition })
    .from(classSlots)
    .innerJoin(classes, eq(classes.id, classSlots.classId))
    .where(
      and(gte(classSlots.startsAt, now), studioId === null ? undefined : eq(classSlots.studioId, studioId)),
    )
    .orderBy(asc(classSlots.startsAt), asc(classSlots.id))
    .limit(size);
  const slotIds = rows.map(({ slot }) => slot.id);
  const counted =
    slotIds.length === 0
      ? []
      : await db
          .select({ slotId: bookings.subjectId, status: bookings.status, count: sql<number>`count(*)::int` })
          .from(bookings)
          .where(and(eq(bookings.kind, 'CLASS'), inArray(bookings.subjectId, slotIds), countsAt(now)))
          .groupBy(bookings.subjectId, bookings.status);
  const countOf = (id: number, status: Booking['status']) =>
    counted.find((row) => row.slotId === id && row.status === status)?.count ?? 0;
  const instructorsOf = await findInstructors(
    db,
    rows.flatMap(({ slot }) => slot.instructorIds),
  );
  return {
    hasMore: false,
    rows: rows.map(({ slot, definition }) => ({
      slot,
      title: definition.title,
      instructors: instructorsOf(slot.instructorIds),
      booked: countOf(slot.id, 'BOOKED'),
      waiting: countOf(slot.id, 'WAITING_LIST'),
    })),
  };
}

export function slotItem(frame: Frame, { slot, title, instructors, booked, waiting }: ShownSlot): Html {
  const { studio: text } = frame.words;
  const { id, studioId, startsAt, maxParticipants, isCanceled } = slot;
  return html`<h3>${title} ${isCanceled ? badge(frame, 'CANCELED') : null}</h3>
    <p class="about">
      ${[time(frame, startsAt, studioId), ...namesOf(instructors)].map((part, index) => html`${index === 0 ? '' : ' · '}${part}`)}
      · ${text.booked(booked, maxParticipants)}${waiting === 0 ? null : ` · ${text.waiting(waiting)}`} ·
      ${studioName(frame, studioId)}
    </p>
    ${ids([text.slot, id])}
    ${
      isCanceled
        ? null
        : html`<div class="buttons">
            ${actionLink(frame, 'class-slot.change', studioId, { classSlotId: id }, `${title} ${id}`)}
            ${actionButton(frame, 'class-slot.cancel', studioId, { classSlotId: id }, `${title} ${id}`)}
          </div>`
    }`;
}

export interface ShownBooking {
  readonly booking: Booking;
  /** Status as partners see it. */
  readonly status: ReturnType<typeof bookingStatus>;
  readonly title: string;
  readonly instructors: readonly Instructor[];
}

/** Loads the newest bookings of classes and appointments. */
export async function newestBookings(
  { db, clock }: Context,
  { filter: { studioId } }: Frame,
  { size, before }: Range,
  customerIds: readonly number[] | null,
): Promise<Part<ShownBooking>> {
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(
        studioId === null ? undefined : eq(bookings.studioId, studioId),
        customerIds === null ? undefined : inArray(bookings.customerId, [...customerIds]),
        before === null ? undefined : lt(bookings.id, before),
      ),
    )
    .orderBy(desc(bookings.id))
    .limit(size + 1);
  const { rows: page, hasMore } = partOf(rows, { size });
  const titles = await titlesOf(db, page);
  const instructorsOf = await findInstructors(
    db,
    page.flatMap(({ instructorIds }) => instructorIds),
  );
  return {
    hasMore,
    rows: page.map((booking) => ({
      booking,
      status: bookingStatus(booking, clock.now()),
      title: titles.get(`${booking.kind} ${booking.subjectId}`) ?? '',
      instructors: instructorsOf(booking.instructorIds),
    })),
  };
}

/** Loads the titles of what is booked, by kind and id. */
async function titlesOf(db: Database, page: readonly Booking[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: Booking['kind']) =>
    page.filter((booking) => booking.kind === kind).map(({ subjectId }) => subjectId);
  const ofClasses = await db
    .select({ id: classSlots.id, definition: classes.definition })
    .from(classSlots)
    .innerJoin(classes, eq(classes.id, classSlots.classId))
    .where(inArray(classSlots.id, idsOf('CLASS')));
  const ofAppointments = await db
    .select()
    .from(bookableAppointments)
    .where(inArray(bookableAppointments.id, idsOf('APPOINTMENT')));
  return new Map([
    ...ofClasses.map(({ id, definition }) => [`CLASS ${id}`, definition.title] as const),
    ...ofAppointments.map(({ id, definition }) => [`APPOINTMENT ${id}`, definition.title] as const),
  ]);
}

export function bookingItem(frame: Frame, { booking, status, title, instructors }: ShownBooking): Html {
  const { studio: text } = frame.words;
  const { id, studioId, customerId, kind, startsAt, participation } = booking;
  const fields = { bookingId: id };
  const of = `${title} ${id}`;
  return html`<h3>${title} ${badge(frame, status)}</h3>
    <p class="about">
      ${time(frame, startsAt, studioId)}${namesOf(instructors).map((name) => html` · ${name}`)} ·
      ${customerLink(frame, customerId)} ·
      ${studioName(frame, studioId)}${participation === 'UNSET' ? null : html` · ${wordFor(frame, participation)}`}
    </p>
    ${ids([text.booking, id])}
    <div class="buttons">
      ${actionLink(frame, 'booking.set-participation', studioId, fields, of)}
      ${
        status === 'CANCELED'
          ? null
          : html`${kind === 'APPOINTMENT' ? actionLink(frame, 'appointment.move', studioId, fields, of) : null}
            ${actionButton(frame, 'booking.cancel', studioId, fields, of)}`
      }
    </div>`;
}

const namesOf = (instructors: readonly Instructor[]) =>
  instructors.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
