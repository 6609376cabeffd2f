import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { countedRequest, type CountedRequest, type CountMoment } from '../../core/http/rate-limit.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { apiKeys, integrations } from './integrations.tables.js';

export type Integration = typeof integrations.$inferSelect;

interface KeyOfIntegration {
  readonly integration: Integration;
  /** The studio to which the integration belongs. */
  readonly studio: Studio;
}

interface Counters {
  /** The counter of requests with a valid key. */
  readonly known: string;
  /** The counter of all other requests. */
  readonly unknown: string;
}

interface FoundKey {
  /** Null for an unknown or replaced key, or the key of a deactivated integration. */
  readonly found: KeyOfIntegration | null;
  readonly counted: CountedRequest;
}

/** Looks up a key and counts the request. */
export type FindKey = (
  key: string | string[] | undefined,
  counters: Counters,
  moment: CountMoment,
) => Promise<FoundKey>;

/**
 * Prepares a single statement that loads what every request of the Open API needs. Keys are never cached, so every
 * process refuses a revoked key immediately.
 */
export function keyFinder(db: Database): FindKey {
  const isValid = and(
    eq(apiKeys.keyHash, sql.placeholder('hash')),
    eq(apiKeys.status, 'ACTIVE'),
    eq(integrations.status, 'ACTIVE'),
  );
  const isOfKey = eq(integrations.id, apiKeys.integrationId);
  const known = db
    .select({ counter: sql`${sql.placeholder('known')}::text` })
    .from(apiKeys)
    .innerJoin(integrations, isOfKey)
    .where(isValid);
  const counted = countedRequest(db, sql`coalesce((${known}), ${sql.placeholder('unknown')}::text)`);
  const valid = db
    .select({ integrationId: apiKeys.integrationId })
    .from(apiKeys)
    .innerJoin(integrations, isOfKey)
    .where(isValid)
    .as('valid');
  const statement = db
    .with(counted)
    .select({
      counted: { points: counted.points, expire: counted.expire },
      integration: integrations,
      studio: studios,
    })
    .from(counted)
    .leftJoin(valid, sql`true`)
    .leftJoin(integrations, eq(integrations.id, valid.integrationId))
    .leftJoin(studios, eq(studios.id, integrations.studioId))
    .prepare('find_key');
  return async (key, { known, unknown }, moment) => {
    // A missing header gives '', which matches no key.
    const hash = typeof key === 'string' && key !== '' ? hashToken(key) : '';
    const [row] = await statement.execute({ hash, known, unknown, ...moment });
    if (!row) throw new Error('A request was not counted.');
    const { counted, integration, studio } = row;
    return { counted, found: integration && studio && { integration, studio } };
  };
}
