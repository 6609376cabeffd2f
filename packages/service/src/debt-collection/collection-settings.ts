import { eq } from 'drizzle-orm';
import type { DebtCollectionSettings } from '../domain/debt-collection.js';
import { settingsOf } from '../domain/studio-settings.js';
import type { Database } from '../store/database.js';
import { studios } from '../store/schema.js';

/** Settings of a studio's debt collection, as they are now and not when the request began. */
export async function collectionSettings(db: Database, studioId: number): Promise<DebtCollectionSettings> {
  const [studio] = await db.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new Error('The studio of a debt collection is gone.');
  return settingsOf(studio).debtCollection;
}
