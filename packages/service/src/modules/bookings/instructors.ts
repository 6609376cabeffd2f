import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { employees } from '../employees/employees.tables.js';
import type { Studio } from '../studios/studios.tables.js';

/** What members see of an employee who holds a class or an appointment (specification, part 2, Instructor). */
export interface Instructor {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly publicName?: string;
}

/** Loads employees and returns how to find those with some ids, in that order. Deleted employees are omitted. */
export async function findInstructors(
  db: Database,
  ids: readonly number[],
): Promise<(ids: readonly number[]) => Instructor[]> {
  const wanted = [...new Set(ids)];
  const found =
    wanted.length === 0 ? [] : await db.select().from(employees).where(inArray(employees.id, wanted));
  const byId = new Map(
    found.map(({ id, definition: { firstName, lastName, publicName } }) => [
      id,
      { id, firstName, lastName, ...(publicName !== undefined && { publicName }) },
    ]),
  );
  return (some) => some.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Locks employees of a studio until the transaction ends. Code that books them must hold this lock and look under it
 * whether they are free.
 */
export async function lockInstructors(tx: Database, studio: Studio, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // The fixed order prevents two bookings from waiting for each other.
  await tx
    .select({ id: employees.id })
    .from(employees)
    .where(isTheirs(studio, ids))
    .orderBy(asc(employees.id))
    .for('no key update');
}

/** Returns a condition for class slots or bookings of which at least one of these employees is in charge. */
export function isHeldByAny(instructorIds: PgColumn, ids: readonly number[]): SQL | undefined {
  return or(...ids.map((id) => sql`${instructorIds} @> ${JSON.stringify([id])}::jsonb`));
}

/** Checks that all of these are employees of the studio. @throws StaffError */
export async function requireInstructors(
  db: Database,
  studio: Studio,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await db.select({ id: employees.id }).from(employees).where(isTheirs(studio, ids));
  const missing = ids.find((each) => !found.some(({ id }) => id === each));
  if (missing !== undefined) throw new StaffError(`Studio ${studio.id} has no employee ${missing}.`);
}

function isTheirs(studio: Studio, ids: readonly number[]): SQL | undefined {
  return and(inArray(employees.id, [...ids]), eq(employees.studioId, studio.id));
}
