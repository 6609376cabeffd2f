import { inArray } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { devices } from '../../modules/devices/devices.tables.js';
import { apiKeys, integrations } from '../../modules/integrations/integrations.tables.js';
import { TEST_KEYS } from './keys.js';

/** An integration for each of the test keys; those that are there already stay as they are. */
export async function seedIntegrations(tx: Database): Promise<void> {
  const hashes = TEST_KEYS.map(({ key }) => hashToken(key));
  const known = await tx.select().from(apiKeys).where(inArray(apiKeys.keyHash, hashes));
  const missing = TEST_KEYS.filter(({ key }) => !known.some(({ keyHash }) => keyHash === hashToken(key)));
  for (const { key, studioId, label: name, scopes, status } of missing) {
    const [made] = await tx
      .insert(integrations)
      .values({
        studioId,
        name,
        scopes: [...scopes],
        status: status === 'DEACTIVATED' ? 'DEACTIVATED' : 'ACTIVE',
      })
      .returning({ id: integrations.id });
    if (!made) throw new Error('An integration was not made.');
    // Of what is switched off it is the integration, and not its key.
    const keyStatus = status === 'DEACTIVATED' ? 'ACTIVE' : status;
    await tx.insert(apiKeys).values({ keyHash: hashToken(key), integrationId: made.id, status: keyStatus });
    if (key === TEST_KEYS[0].key) await seedDevice(tx, studioId, made.id);
  }
}

/** A reader at the entrance that waits for its activation. */
async function seedDevice(tx: Database, studioId: number, integrationId: number): Promise<void> {
  const reader = { name: 'Reader at the entrance', model: 'GENERIC_CARD_READER', isActive: false } as const;
  await tx.insert(devices).values({ ...reader, studioId, integrationId });
}
