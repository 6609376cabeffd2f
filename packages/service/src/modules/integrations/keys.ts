import { and, eq, like } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { hashToken, keyIdOfHash, newToken } from '../../core/secrets/tokens.js';
import type { Studio } from '../studios/studios.tables.js';
import { lockIntegration } from './integrations.js';
import { apiKeys, integrations } from './integrations.tables.js';

interface NewKey {
  /** Told once, kept nowhere. */
  readonly apiKey: string;
  /** By which the log and `revokeKey` name it. */
  readonly keyId: string;
  /** Keys that remain valid until they are revoked. */
  readonly earlierKeyIds: readonly string[];
}

/**
 * Gives an integration another key. The earlier ones remain valid, so that a partner can change without a gap;
 * `revokeKey` ends them.
 *
 * @throws ApiError 404 when the studio has no such integration.
 */
export async function rotateKey(tx: Database, studio: Studio, integrationId: number): Promise<NewKey> {
  await lockIntegration(tx, studio, integrationId);
  const earlier = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.integrationId, integrationId), eq(apiKeys.status, 'ACTIVE')));
  const apiKey = newToken();
  const keyHash = hashToken(apiKey);
  await tx.insert(apiKeys).values({ keyHash, integrationId, status: 'ACTIVE' });
  const earlierKeyIds = earlier.map((each) => keyIdOfHash(each.keyHash));
  return { apiKey, keyId: keyIdOfHash(keyHash), earlierKeyIds };
}

/**
 * Ends a key at once: requests with it are 401.
 *
 * @param keyId the first 12 digits of what is stored of it, as the log writes it
 * @returns the integration whose key it was.
 * @throws StaffError when the studio has no such key that works.
 */
export async function revokeKey(tx: Database, studio: Studio, keyId: string): Promise<number> {
  const [found] = await tx
    .select({ keyHash: apiKeys.keyHash, integrationId: apiKeys.integrationId })
    .from(apiKeys)
    .innerJoin(integrations, eq(integrations.id, apiKeys.integrationId))
    .where(
      and(
        eq(integrations.studioId, studio.id),
        like(apiKeys.keyHash, `${keyId}%`),
        eq(apiKeys.status, 'ACTIVE'),
      ),
    );
  if (!found) throw new StaffError(`Studio ${studio.id} has no working key with the id ${keyId}.`);
  await tx.update(apiKeys).set({ status: 'ROTATED' }).where(eq(apiKeys.keyHash, found.keyHash));
  return found.integrationId;
}
