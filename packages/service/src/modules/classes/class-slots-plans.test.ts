import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/database.js';
import { rowsRead } from '../../../test/support/rows-read.js';
import type { OpenDatabase } from '../../core/database/database.js';
import { studios } from '../studios/studios.tables.js';
import { daysFrom, heldClasses, listSlots, memberWindow } from './class-slots.js';

const CLASSES = 1000;
const TABLES = ['classes', 'class_slots', 'bookings'];
const clock = { now: () => new Date('2026-11-20T10:00:00Z') };

let database: OpenDatabase;

/** Creates a studio with a thousand classes, each held once a week for a year, with two people each time. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.execute(sql`
    insert into classes (id, studio_id, definition)
    select 1000000 + n, 1001, (select definition from classes where id = 11001)
    from generate_series(1, ${sql.raw(String(CLASSES))}) n`);
  await db.execute(sql`
    insert into class_slots (studio_id, class_id, planned_at, starts_at, ends_at, max_participants, instructor_ids)
    select 1001, 1000000 + n, start, start, start + interval '1 hour', 20, '[]'
    from generate_series(1, ${sql.raw(String(CLASSES))}) n, generate_series(0, 51) week,
      lateral (select '2026-11-16T06:00Z'::timestamptz + week * interval '7 days' + n * interval '9 minutes' as start) times`);
  await db.execute(sql`
    insert into bookings (uuid, studio_id, customer_id, kind, subject_id, starts_at, ends_at, instructor_ids,
      status, booked_at)
    select gen_random_uuid(), 1001, customer, 'CLASS', id, starts_at, ends_at, '[]', 'BOOKED', starts_at
    from class_slots, unnest(array[2001, 2005]) customer where class_id > 1000000`);
  await db.execute(sql`vacuum analyze`);
}, 240_000);
afterAll(() => database.close());

test('slices of a busy studio read only what they show', async () => {
  const { db } = database;
  const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
  if (!studio) throw new Error('The studio is missing.');
  const context = { db, clock };
  const week = daysFrom({ clock }, studio, { daysAhead: 6 });
  const size = 100;
  let shown = 0;
  for (let offset = 0, hasNext = true; hasNext;) {
    const found: { readonly id: number }[] = [];
    const range = { offset, size };
    const read = async () => found.push(...(await listSlots(context, { studio }, week, range)));
    // Each slot comes with its class and two bookings; the last slot of the slice before is read again.
    expect(await rowsRead(db, TABLES, read)).toBeLessThan(4 * size + 50);
    hasNext = found.length > size;
    shown += Math.min(found.length, size);
    offset = found[size - 1]?.id ?? offset;
  }
  expect(shown).toBeGreaterThanOrEqual(CLASSES);
  const held = () => heldClasses(db, studio, memberWindow({ clock }, studio), { offset: 1_000_500, size });
  expect(await rowsRead(db, TABLES, held)).toBeLessThan(4 * size);
});
