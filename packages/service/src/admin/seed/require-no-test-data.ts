import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { hashToken } from '../../core/secrets/tokens.js';
import type { EnvironmentName } from '../../core/environment-name.js';
import { apiKeys, integrations } from '../../modules/integrations/integrations.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
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
  // The origins are read unparsed: a studio that cannot be read must not prevent the service from starting.
  const stored = await db
    .select({ id: studios.id, origins: sql`${studios.registeredOrigins}` })
    .from(studios);
  const local = stored.flatMap(({ id, origins }) =>
    textsOf(origins)
      .filter(isLocal)
      .map((origin) => `${origin} (studio ${id})`),
  );
  const found = [
    ...keys.map(({ label, studioId }) => `the published test key "${label}" (studio ${studioId})`),
    ...local.map((origin) => `the origin ${origin}`),
  ];
  if (found.length === 0) return;
  throw new Error(
    `This database was filled by UPC_ENVIRONMENT=test and cannot be used with ${environment}. Found: ` +
      `${found.join('; ')}. Use a database of its own for ${environment}, or delete these rows of api_keys and ` +
      'these entries of registered_origins in studios.',
  );
}

function textsOf(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : [];
}

function isLocal(origin: string): boolean {
  return /^[a-z]+:\/\/(localhost|[^/:]+\.localhost|127(\.\d+){3}|\[::1\])(:|$)/i.test(origin);
}
