import { eq } from 'drizzle-orm';
import type { Studio } from '../context.js';
import { hashToken } from '../platform/tokens.js';
import type { Database } from '../store/database.js';
import { collectionPartnerKeys } from '../store/debt-collection-tables.js';
import { apiKeys, integrations, studios } from '../store/schema.js';

export type Integration = typeof integrations.$inferSelect;

interface KeyOfIntegration {
  readonly integration: Integration;
  /** The one that the integration is assigned to. */
  readonly studio: Studio;
  /** The debt collection partner whose key it is; null for every other integration. */
  readonly collectionPartnerId: number | null;
}

/** The valid key, or null: an unknown key, one that was replaced, or one of an integration that is switched off. */
export async function findKey(
  db: Database,
  key: string | string[] | undefined,
): Promise<KeyOfIntegration | null> {
  if (typeof key !== 'string' || key === '') return null;
  const [found] = await db
    .select({
      integration: integrations,
      studio: studios,
      status: apiKeys.status,
      collectionPartnerId: collectionPartnerKeys.partnerId,
    })
    .from(apiKeys)
    .innerJoin(integrations, eq(integrations.id, apiKeys.integrationId))
    .innerJoin(studios, eq(studios.id, integrations.studioId))
    .leftJoin(collectionPartnerKeys, eq(collectionPartnerKeys.keyHash, apiKeys.keyHash))
    .where(eq(apiKeys.keyHash, hashToken(key)))
    .prepare('find_key')
    .execute();
  return found?.status === 'ACTIVE' && found.integration.status === 'ACTIVE' ? found : null;
}
