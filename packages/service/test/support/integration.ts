import { eq } from 'drizzle-orm';
import type { Database } from '../../src/core/database/database.js';
import { hashToken } from '../../src/core/secrets/tokens.js';
import { apiKeys, integrations } from '../../src/modules/integrations/integrations.tables.js';

interface Given {
  readonly key: string;
  readonly scopes: readonly string[];
  readonly studioId?: number;
}

/** Creates an integration with a key, for the EUR studio unless another is named. @returns its id */
export async function integrationWith(
  db: Database,
  { key, scopes, studioId = 1001 }: Given,
): Promise<number> {
  const [made] = await db
    .insert(integrations)
    .values({ studioId, name: 'of a test', scopes: [...scopes], status: 'ACTIVE' })
    .returning({ id: integrations.id });
  if (!made) throw new Error('No integration was made.');
  await db.insert(apiKeys).values({ keyHash: hashToken(key), integrationId: made.id, status: 'ACTIVE' });
  return made.id;
}

/** Gives the integration of a key other scopes. */
export async function setScopes(db: Database, key: string, scopes: readonly string[]): Promise<void> {
  const [found] = await db
    .select({ id: apiKeys.integrationId })
    .from(apiKeys)
    .where(eq(apiKeys.keyHash, hashToken(key)));
  await db
    .update(integrations)
    .set({ scopes: [...scopes] })
    .where(eq(integrations.id, found?.id ?? 0));
}
