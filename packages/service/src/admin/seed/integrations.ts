import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { partnerRestrictions } from '../../modules/customers/partner-restrictions/partner-restrictions.tables.js';
import { devices } from '../../modules/devices/devices.tables.js';
import { apiKeys, integrationAccess, integrations } from '../../modules/integrations/integrations.tables.js';
import { COLLECTION_KEYS, TEST_KEYS } from './keys.js';

/** Id of the collection partner in the demo's files. */
const PARTNER = 1;
/** Studio in the demo's files that is open to the first integration too. */
const OPEN_STUDIO = 1005;
/** Customer in the demo's files whom the first integration keeps out. */
const KEPT_OUT = 2007;

/** Creates an integration for each test key of the given studios. */
export async function seedIntegrations(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studioIds: readonly number[],
): Promise<void> {
  for (const testKey of TEST_KEYS.filter(({ studioId }) => studioIds.includes(studioId))) {
    const { key, studioId, label: name, scopes, status } = testKey;
    const [made] = await tx
      .insert(integrations)
      .values({
        studioId,
        name,
        scopes: [...scopes],
        status: status === 'DEACTIVATED' ? 'DEACTIVATED' : 'ACTIVE',
        collectionPartnerId: COLLECTION_KEYS.includes(testKey) ? PARTNER : null,
      })
      .returning({ id: integrations.id });
    if (!made) throw new Error('The integration was not created.');
    // With DEACTIVATED, the integration is switched off and not its key.
    const keyStatus = status === 'DEACTIVATED' ? 'ACTIVE' : status;
    await tx.insert(apiKeys).values({ keyHash: hashToken(key), integrationId: made.id, status: keyStatus });
    if (testKey !== TEST_KEYS[0]) continue;
    await seedDevice(tx, studioId, made.id);
    const grantedAt = context.clock.now();
    await tx.insert(integrationAccess).values({ integrationId: made.id, studioId: OPEN_STUDIO, grantedAt });
    const restriction = { customerId: KEPT_OUT, integrationId: made.id, reason: 'Locker key not returned' };
    await tx.insert(partnerRestrictions).values(restriction);
  }
}

/** Adds a reader at the entrance that waits for its activation. */
async function seedDevice(tx: Database, studioId: number, integrationId: number): Promise<void> {
  const reader = { name: 'Reader at the entrance', model: 'GENERIC_CARD_READER', isActive: false } as const;
  await tx.insert(devices).values({ ...reader, studioId, integrationId });
}
