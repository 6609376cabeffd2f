import { and, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { hashToken, newToken } from '../../core/secrets/tokens.js';
import type { Studio } from '../studios/studios.tables.js';
import type { Integration } from './find-key.js';
import { apiKeys, integrations, type IntegrationStatus } from './integrations.tables.js';

/** Scopes of the operations, but for those of debt collection. */
export const PARTNER_SCOPES = [
  'PAYMENT_WRITE',
  'CUSTOMER_READ',
  'CUSTOMER_WRITE',
  'CUSTOMER_CONTRACT_READ',
  'CUSTOMER_DOCUMENT_READ',
  'CUSTOMER_DOCUMENT_WRITE',
  'CUSTOMER_SELF_SERVICE_READ',
  'CUSTOMER_SELF_SERVICE_WRITE',
  'COMMUNICATION_WRITE',
  'COMMUNICATION_PREFERENCES_READ',
  'COMMUNICATION_PREFERENCES_WRITE',
  'CUSTOMER_ACCOUNT_READ',
  'CUSTOMER_ACCOUNT_WRITE',
  'MEMBERSHIP_READ',
  'MEMBERSHIP_WRITE',
  'MEMBERSHIP_SELF_SERVICE_READ',
  'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_CONFIG_READ',
  'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_READ',
  'MEMBERSHIP_SELF_SERVICE_IDLE_PERIOD_WRITE',
  'AGGREGATOR_MEMBER_READ',
  'AGGREGATOR_MEMBER_WRITE',
  'CHECKIN_READ',
  'CHECKIN_VOUCHER_WRITE',
  'MEMBER_LIST_READ',
  'ONLINE_OFFER_READ',
  'STUDIO_READ',
  'TRIAL_OFFER_READ',
  'TRIAL_OFFER_WRITE',
  'DEVICE_READ',
  'DEVICE_WRITE',
] as const;

/** Scopes of a debt collection partner: its own operations, and reading its debtors. */
export const COLLECTION_SCOPES = [
  'DEBT_COLLECTION_READ',
  'DEBT_COLLECTION_WRITE',
  'CUSTOMER_READ',
  'CUSTOMER_DOCUMENT_READ',
  'CUSTOMER_CONTRACT_READ',
  'CUSTOMER_PAYMENT_SEARCH',
  'CUSTOMER_ACCOUNT_READ',
] as const;

/** Every scope that an integration can have. */
export const SCOPES: readonly string[] = [...new Set([...PARTNER_SCOPES, ...COLLECTION_SCOPES])];

/**
 * Makes an integration of a studio with its first inbound key, which is not stored and so told once.
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
  if (!made) throw new Error('An integration was not made.');
  const apiKey = newToken();
  await tx.insert(apiKeys).values({ keyHash: hashToken(apiKey), integrationId: made.id, status: 'ACTIVE' });
  return { integrationId: made.id, apiKey };
}

/** An integration of the studio, locked. @throws ApiError 404 when the studio has none of that id. */
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

/** Sets what an integration may do, from its next request on. @throws ApiError as `lockIntegration`. */
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
 * Switches an integration off, whose keys are refused from then on and who is told of nothing, or on again. The
 * status of its keys stays as it is.
 *
 * @throws ApiError as `lockIntegration`.
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
