import { and, asc, eq, gt } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppointmentDefinition } from '../../src/modules/appointments/appointments.stored.js';
import { bookableAppointments } from '../../src/modules/appointments/appointments.tables.js';
import { bookings } from '../../src/modules/bookings/bookings.tables.js';
import type { ClassSlot } from '../../src/modules/classes/class-slots.js';
import { classSlots } from '../../src/modules/classes/classes.tables.js';
import { employees } from '../../src/modules/employees/employees.tables.js';
import { newMember } from '../support/members.js';
import { TwoServices } from '../support/two-services.js';

const ROUNDS = 6;
const AT_ONCE = 6;

interface Booking {
  readonly bookingId: number;
  readonly bookingStatus: string;
}

let services: TwoServices;

describe('two processes on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  /** Returns slots of a class that nobody has booked yet, with some places. */
  const slotsWith = async (maxParticipants: number, maxWaitingListParticipants: number) => {
    const { db } = services.database;
    const isAhead = and(eq(classSlots.classId, 11_004), gt(classSlots.startsAt, services.now()));
    const found = await db
      .select()
      .from(classSlots)
      .where(isAhead)
      .orderBy(asc(classSlots.startsAt))
      .limit(ROUNDS);
    await db.update(classSlots).set({ maxParticipants, maxWaitingListParticipants }).where(isAhead);
    await db.delete(bookings).where(eq(bookings.kind, 'CLASS'));
    return found;
  };
  const members = () => Promise.all(Array.from({ length: AT_ONCE }, () => newMember(services.database.db)));
  const book = (customerId: number | undefined, { id: classSlotId }: ClassSlot, at: 0 | 1) =>
    services.api<Booking>('classes/booking/book', { customerId, classSlotId }, at);
  /** Cancels a booking; the requests are sent to the processes in turn. */
  const cancel = (bookingId: number) => services.partner('DELETE', `classes/booking/${bookingId}`);
  const statusesOf = async ({ id }: ClassSlot) =>
    (await services.database.db.select().from(bookings).where(eq(bookings.subjectId, id)))
      .map(({ status }) => status)
      .sort();
  const side = (index: number) => (index % 2 === 0 ? 0 : 1);

  test('the last places of a class and of its waiting list are given once each', async () => {
    for (const slot of await slotsWith(2, 1)) {
      const people = await members();
      const answers = await Promise.all(people.map((id, index) => book(id, slot, side(index))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400]);
      expect(await statusesOf(slot)).toEqual(['BOOKED', 'BOOKED', 'WAITING_LIST']);
    }
  });

  test('a place that becomes free while others book goes to one who waits', async () => {
    for (const slot of await slotsWith(1, 2)) {
      const [first, second, ...others] = await members();
      const { body } = await book(first, slot, 0);
      await book(second, slot, 1);
      const [canceled, ...answers] = await Promise.all([
        cancel(body.bookingId),
        ...others.map((id, index) => book(id, slot, side(index))),
      ]);
      expect([canceled.status, ...answers.map(({ status }) => status)]).not.toContain(500);
      const own = and(eq(bookings.subjectId, slot.id), eq(bookings.customerId, second ?? 0));
      const [waiting] = await services.database.db.select().from(bookings).where(own);
      expect(waiting?.status).toBe('BOOKED');
      // Whoever books before the place becomes free finds the waiting list fuller by one.
      const [booked, gone, ...left] = await statusesOf(slot);
      expect([booked, gone]).toEqual(['BOOKED', 'CANCELED']);
      expect([['WAITING_LIST'], ['WAITING_LIST', 'WAITING_LIST']]).toContainEqual(left);
    }
  });

  test('a booking is canceled once, and its place is given once', async () => {
    for (const slot of await slotsWith(1, 3)) {
      const people = await members();
      const { body } = await book(people[0], slot, 0);
      for (const id of people.slice(1, 4)) await book(id, slot, 1);
      const answers = await Promise.all(people.map(() => cancel(body.bookingId)));
      expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
      expect(await statusesOf(slot)).toEqual(['BOOKED', 'CANCELED', 'WAITING_LIST', 'WAITING_LIST']);
    }
  });

  test('an employee holds one appointment at a time, although they are of two kinds and overlap', async () => {
    const { db } = services.database;
    const [sascha] = await db.select().from(employees).where(eq(employees.id, 6102));
    const studioId = sascha?.studioId ?? 0;
    const definition: Omit<AppointmentDefinition, 'duration'> = {
      ...{ title: 'Advice', category: 'Advice', description: '', bookable: true, instructorIds: [6102] },
      bookingOpens: { value: 1, unit: 'YEAR' },
      bookingCloses: { value: 1, unit: 'HOURS' },
      cancelCondition: {
        cancelationAfterLatestPossible: true,
        latestCancelTerm: { value: 1, unit: 'HOURS' },
      },
      weekly: Array.from({ length: 7 }, (_, day) => ({ dayOfWeek: day + 1, from: '03:00', until: '06:00' })),
    };
    const [short, long] = await db
      .insert(bookableAppointments)
      .values([
        { studioId, definition: { ...definition, duration: 30 } },
        { studioId, definition: { ...definition, duration: 60, slotStep: 30 } },
      ])
      .returning();
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = new Date(services.now().getTime() + (round + 2) * 24 * 3600_000).toISOString().slice(0, 10);
      const people = await members();
      const answers = await Promise.all(
        people.map((customerId, index) => {
          const isShort = index % 3 === 0;
          const times = isShort
            ? { startDateTime: `${day}T04:00`, endDateTime: `${day}T04:30` }
            : { startDateTime: `${day}T03:30`, endDateTime: `${day}T04:30` };
          const bookableAppointmentId = (isShort ? short : long)?.id;
          const asked = { customerId, bookableAppointmentId, ...times };
          return services.api('appointments/booking/book', asked, side(index));
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    }
    await db.delete(bookings).where(eq(bookings.kind, 'APPOINTMENT'));
    await db.delete(bookableAppointments).where(gt(bookableAppointments.id, 160_000));
  });
});
