import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { customers } from './customers.tables.js';
import type { PersonProfile } from './profile.js';

/**
 * Returns the customer who matches a person in the studio's duplicate check (specification, Errors), or null. The check
 * ignores case.
 */
export async function findDuplicate(
  db: Database,
  studio: Studio,
  { email, firstName, lastName }: PersonProfile,
): Promise<number | null> {
  const { duplicateCheck } = settingsOf(studio).customers;
  if (duplicateCheck === 'NONE' || email === undefined) return null;
  const sameText = (column: unknown, text: string) => sql`lower(${column}) = lower(${text.trim()})`;
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.studioId, studio.id),
        sameText(sql`${customers.profile} ->> 'email'`, email),
        ...(duplicateCheck === 'NAME_AND_EMAIL'
          ? [sameText(customers.firstName, firstName), sameText(customers.lastName, lastName)]
          : []),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(1);
  return found?.id ?? null;
}

/**
 * Takes the lock for finding a customer and creating one if there is none. It is held until the transaction ends,
 * because otherwise two concurrent requests would create the same person twice.
 */
export async function lockNewCustomers(tx: Database, { id }: Studio): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`new customers ${id}`}, 0))`);
}
