import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { customerOfStudio } from '../customers.js';
import { memberListEntries, memberLists } from './member-lists.tables.js';

export type MemberList = typeof memberLists.$inferSelect;

export async function memberListsOf(db: Database, studio: Studio): Promise<MemberList[]> {
  return db
    .select()
    .from(memberLists)
    .where(eq(memberLists.studioId, studio.id))
    .orderBy(asc(memberLists.id));
}

/** Creates a list. @returns its id. */
export async function createMemberList(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  name: string,
): Promise<number> {
  const [made] = await tx
    .insert(memberLists)
    .values({ studioId: studio.id, name, modifiedAt: clock.now() })
    .returning({ id: memberLists.id });
  if (!made) throw new Error('The list was not inserted.');
  return made.id;
}

export interface ListEntry {
  readonly listId: number;
  readonly customerId: number;
}

/**
 * Adds a customer to a list or removes them. Repeating it changes nothing. @throws ApiError 404 if the studio has no
 * such list or customer.
 */
export async function setMemberListEntry(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  { listId, customerId, isOn }: ListEntry & { readonly isOn: boolean },
): Promise<void> {
  const isTheirs = and(eq(memberLists.id, listId), eq(memberLists.studioId, studio.id));
  const [list] = await tx.select().from(memberLists).where(isTheirs).for('update');
  if (!list) throw new ApiError('errormessage.member.list.not.found', 'listId', { listId });
  await customerOfStudio(tx, studio.id, customerId);
  const isEntry = and(eq(memberListEntries.listId, listId), eq(memberListEntries.customerId, customerId));
  const changed = isOn
    ? await tx.insert(memberListEntries).values({ listId, customerId }).onConflictDoNothing().returning()
    : await tx.delete(memberListEntries).where(isEntry).returning();
  if (changed.length === 0) return;
  await tx.update(memberLists).set({ modifiedAt: clock.now() }).where(eq(memberLists.id, listId));
}
