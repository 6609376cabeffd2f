import { and, asc, eq, gt } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { type Slice, sliceById, type SliceRange } from '../../core/http/slices.js';
import { textPart } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import type { EmployeeDefinition } from './employees.stored.js';
import { employees } from './employees.tables.js';

export interface Employee extends EmployeeDefinition {
  readonly id: number;
}

/** Returns the employees of a studio, ordered by id. */
export async function listEmployees(
  db: Database,
  studio: Studio,
  range: SliceRange,
): Promise<Slice<Employee>> {
  const found = await db
    .select()
    .from(employees)
    .where(and(eq(employees.studioId, studio.id), gt(employees.id, range.offset)))
    .orderBy(asc(employees.id))
    .limit(range.size + 1);
  return sliceById(found, range, toEmployee);
}

/**
 * Finds an employee.
 *
 * @throws ApiError 404 if there is no such employee; 403 if the employee belongs to another studio.
 */
export async function findEmployee(db: Database, studio: Studio, id: number): Promise<Employee> {
  const [found] = await db.select().from(employees).where(eq(employees.id, id));
  if (!found) throw notFound(id);
  if (found.studioId !== studio.id) {
    throw new ApiError('errormessage.permission.denied', 'id', { problem: textPart('problem.studio.other') });
  }
  return toEmployee(found);
}

/** Adds an employee and notifies partners. @returns the id. */
export async function addEmployee(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  definition: EmployeeDefinition,
): Promise<number> {
  const [made] = await tx
    .insert(employees)
    .values({ studioId: studio.id, definition })
    .returning({ id: employees.id });
  if (!made) throw new Error('The employee was not inserted.');
  await emit(context, tx, studio.id, { type: 'EMPLOYEE_CREATED', entityId: made.id });
  return made.id;
}

/**
 * Changes the given data of an employee and notifies partners.
 *
 * @throws ApiError 404 if the studio has no such employee.
 */
export async function changeEmployee(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  id: number,
  changes: Partial<EmployeeDefinition>,
): Promise<void> {
  const isTheirs = and(eq(employees.id, id), eq(employees.studioId, studio.id));
  const [found] = await tx.select().from(employees).where(isTheirs).for('update');
  if (!found) throw notFound(id);
  const definition = { ...found.definition, ...changes };
  await tx.update(employees).set({ definition }).where(isTheirs);
  await emit(context, tx, studio.id, { type: 'EMPLOYEE_UPDATED', entityId: id });
}

/**
 * Deletes an employee and notifies partners.
 *
 * @throws ApiError 404 if the studio has no such employee.
 */
export async function deleteEmployee(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  id: number,
): Promise<void> {
  const isTheirs = and(eq(employees.id, id), eq(employees.studioId, studio.id));
  const deleted = await tx.delete(employees).where(isTheirs).returning({ id: employees.id });
  if (deleted.length === 0) throw notFound(id);
  await emit(context, tx, studio.id, { type: 'EMPLOYEE_DELETED', entityId: id });
}

function toEmployee({ id, definition }: typeof employees.$inferSelect): Employee {
  return { ...definition, id };
}

function notFound(employeeId: number): ApiError {
  return new ApiError('errormessage.employee.not.found', 'id', { employeeId });
}
