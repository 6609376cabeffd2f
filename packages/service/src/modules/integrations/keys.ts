import { and, eq, like } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { hashToken, keyIdOfHash, newToken } from '../../core/secrets/tokens.js';
import type { Studio } from '../studios/studios.tables.js';
import { lockIntegration } from './integrations.js';
import { apiKeys, integrations } from './integrations.tables.js';

interface NewKey {
  /** Shown once, never stored. */
  readonly apiKey: string;
  /** Identifies the key in the log and for `revokeKey`. */
  readonly keyId: string;
  /** Keys that remain valid until they are revoked. */
  readonly earlierKeyIds: readonly string[];
}

/**
 * Issues another key for an integration. Earlier keys stay valid until `revokeKey` ends them, so that a partner can
 * switch without interruption.
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
 * Revokes a key immediately: further requests with it get 401.
 *
 * @param keyId the first 12 digits of the stored hash, as shown in the log
 * @returns the integration that the key belonged to.
 * @throws StaffError when the studio has no active key with that id.
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
