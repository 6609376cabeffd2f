import { and, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { hashToken, newToken } from '../../core/secrets/tokens.js';
import type { Studio } from '../studios/studios.tables.js';
import type { Integration } from './find-key.js';
import { apiKeys, integrations, type IntegrationStatus } from './integrations.tables.js';

/**
 * Creates an integration of a studio with its first inbound key. The key is shown only once, because only its hash is
 * stored.
 */
export async function createIntegration(
  tx: Database,
  studio: Studio,
  { name, scopes }: Pick<Integration, 'name' | 'scopes'>,
): Promise<{ readonly integrationId: number; readonly apiKey: string }> {
  const [made] = await tx
    .insert(integrations)
    .values({ studioId: studio.id, name, scopes, status: 'ACTIVE' })
    .returning({ id: integrations.id });
  if (!made) throw new Error('The integration was not created.');
  const apiKey = newToken();
  await tx.insert(apiKeys).values({ keyHash: hashToken(apiKey), integrationId: made.id, status: 'ACTIVE' });
  return { integrationId: made.id, apiKey };
}

/**
 * Loads an integration of the studio and locks it.
 *
 * @throws ApiError 404 when the studio has no integration with that id.
 */
export async function lockIntegration(
  tx: Database,
  studio: Studio,
  integrationId: number,
): Promise<Integration> {
  const [found] = await tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.id, integrationId), eq(integrations.studioId, studio.id)))
    .for('update');
  if (found) return found;
  throw new ApiError('errormessage.integration.not.found', 'integrationId', { integrationId });
}

/**
 * Sets an integration's scopes, which apply from its next request.
 *
 * @throws ApiError like `lockIntegration`.
 */
export async function setScopes(
  tx: Database,
  studio: Studio,
  integrationId: number,
  scopes: readonly string[],
): Promise<void> {
  await lockIntegration(tx, studio, integrationId);
  await tx
    .update(integrations)
    .set({ scopes: [...scopes] })
    .where(eq(integrations.id, integrationId));
}

/**
 * Deactivates or reactivates an integration. While it is inactive, its keys are refused and it receives no events. The
 * status of its keys does not change.
 *
 * @throws ApiError like `lockIntegration`.
 */
export async function setIntegrationStatus(
  tx: Database,
  studio: Studio,
  integrationId: number,
  status: IntegrationStatus,
): Promise<void> {
  await lockIntegration(tx, studio, integrationId);
  await tx.update(integrations).set({ status }).where(eq(integrations.id, integrationId));
}
