import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { hashToken } from '../../core/secrets/tokens.js';
import type { EnvironmentName } from '../../core/environment-name.js';
import { apiKeys, integrations } from '../../modules/integrations/integrations.tables.js';
import { studioOrigins } from '../../modules/studios/origins.tables.js';
import { TEST_KEYS } from './keys.js';

/**
 * Refuses a database with published test keys or local origins: they must not work where money is real, or nearly so.
 *
 * @throws Error that lists what was found and what to do.
 */
export async function requireNoTestData(db: Database, environment: EnvironmentName): Promise<void> {
  const published = TEST_KEYS.map(({ key }) => hashToken(key));
  const keys = await db
    .select({ label: integrations.name, studioId: integrations.studioId })
    .from(apiKeys)
    .innerJoin(integrations, eq(integrations.id, apiKeys.integrationId))
    .where(inArray(apiKeys.keyHash, published));
  const { studioId, pattern } = studioOrigins;
  const origins = await db.select().from(studioOrigins).orderBy(studioId, pattern);
  const local = origins.filter((origin) => isLocal(origin.pattern));
  const found = [
    ...keys.map(({ label, studioId }) => `the published test key "${label}" (studio ${studioId})`),
    ...local.map(({ pattern, studioId }) => `the origin ${pattern} (studio ${studioId})`),
  ];
  if (found.length === 0) return;
  throw new Error(
    `This database was filled by UPC_ENVIRONMENT=test and cannot be used with ${environment}. Found: ` +
      `${found.join('; ')}. Use a database of its own for ${environment}, or delete these rows of api_keys and ` +
      'studio_origins.',
  );
}

function isLocal(origin: string): boolean {
  return /^[a-z]+:\/\/(localhost|[^/:]+\.localhost|127(\.\d+){3}|\[::1\])(:|$)/i.test(origin);
}
