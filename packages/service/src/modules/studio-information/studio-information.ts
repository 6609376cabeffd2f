import { isDeepStrictEqual } from 'node:util';
import { isCountry } from '@upc/contract/country';
import { asc, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { lockStudio } from '../studios/studios.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import type { StudioInformation } from './studio-information.stored.js';
import { studioInformation, studioTags, tags } from './studio-information.tables.js';

/** What a studio that has published nothing shows besides its name and the address of its creditor. */
const NOTHING: StudioInformation = {
  openingHours: [],
  closingHours: [],
  openingHoursCategories: [],
  accessCodes: false,
};

/** Returns what a studio publishes about itself. */
export async function informationOf(db: Database, { id }: Studio): Promise<StudioInformation> {
  const [found] = await db.select().from(studioInformation).where(eq(studioInformation.studioId, id));
  return found?.definition ?? NOTHING;
}

/**
 * Changes what a studio publishes about itself, and notifies partners if its opening hours change.
 *
 * @throws ApiError 400 for an unknown country, and for closing hours that end before they begin.
 */
export async function publishInformation(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  changes: Partial<StudioInformation>,
): Promise<void> {
  requirePlausible(changes);
  await lockStudio(tx, studio);
  const before = await informationOf(tx, studio);
  const definition = { ...before, ...changes };
  await tx
    .insert(studioInformation)
    .values({ studioId: studio.id, definition })
    .onConflictDoUpdate({ target: studioInformation.studioId, set: { definition } });
  if (isDeepStrictEqual(hoursOf(before), hoursOf(definition))) return;
  await emit(context, tx, studio.id, { type: 'STUDIO_OPENING_HOURS_UPDATED', entityId: studio.id });
}

function requirePlausible({ address, closingHours = [] }: Partial<StudioInformation>): void {
  const refusal = (field: string, problem: ReturnType<typeof textPart>) =>
    new ApiError('errormessage.request.invalid', field, { problem });
  if (address && !isCountry(address.countryCode)) {
    throw refusal('address.countryCode', textPart('problem.country'));
  }
  for (const [index, { dateTimeFrom, dateTimeTo }] of closingHours.entries()) {
    if (new Date(dateTimeFrom) < new Date(dateTimeTo)) continue;
    const field = `closingHours.${index}.dateTimeTo`;
    throw refusal(field, textPart('problem.range.order', { field, from: dateTimeFrom }));
  }
}

function hoursOf({
  openingHours,
  publicOpeningHours,
  closingHours,
  openingHoursCategories,
}: StudioInformation) {
  return { openingHours, publicOpeningHours, closingHours, openingHoursCategories };
}

/** Returns the tags that studios of this installation can have, ordered by name. */
export async function allTags(db: Database): Promise<string[]> {
  const found = await db.select().from(tags).orderBy(asc(tags.name));
  return found.map(({ name }) => name);
}

/** Returns the tags of a studio, ordered by name. */
export async function tagsOf(db: Database, { id }: Studio): Promise<string[]> {
  const found = await db
    .select()
    .from(studioTags)
    .where(eq(studioTags.studioId, id))
    .orderBy(asc(studioTags.name));
  return found.map(({ name }) => name);
}

/**
 * Replaces the tags of a studio.
 *
 * @throws ApiError 400 for a tag that studios of this installation cannot have; the message lists those that they can.
 */
export async function setTags(db: Database, studio: Studio, names: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStudio(tx, studio);
    const allowed = await allTags(tx);
    const unknown = names.findIndex((name) => !allowed.includes(name));
    if (unknown >= 0) {
      const problem = textPart('problem.given.unknown', {
        given: names[unknown] ?? '',
        allowed: allowed.join(', '),
      });
      throw new ApiError('errormessage.request.invalid', `${unknown}.name`, { problem });
    }
    await tx.delete(studioTags).where(eq(studioTags.studioId, studio.id));
    if (names.length === 0) return;
    await tx.insert(studioTags).values(names.map((name) => ({ studioId: studio.id, name })));
  });
}

/** Adds a tag that studios can have. Repeating it changes nothing. */
export async function addTag(tx: Database, name: string): Promise<void> {
  await tx.insert(tags).values({ name }).onConflictDoNothing();
}

/**
 * Removes a tag from the installation and from its studios.
 *
 * @throws StaffError if there is no such tag; the message lists those that exist.
 */
export async function removeTag(tx: Database, name: string): Promise<void> {
  const removed = await tx.delete(tags).where(eq(tags.name, name)).returning();
  if (removed.length > 0) return;
  throw new StaffError(`There is no tag "${name}"; there are: ${(await allTags(tx)).join(', ') || 'none'}.`);
}
