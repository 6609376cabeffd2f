import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { hashToken, newToken } from '../../core/secrets/tokens.js';
import type { Integration } from '../integrations/find-key.js';
import { lockIntegration } from '../integrations/integrations.js';
import type { Studio } from '../studios/studios.tables.js';
import { type DeviceModel, devices } from './devices.tables.js';

export type Device = typeof devices.$inferSelect;

/** Adds a device to a studio, not yet assigned to an integration. */
export async function addDevice(
  tx: Database,
  studio: Studio,
  { name, model }: { readonly name: string; readonly model: DeviceModel },
): Promise<number> {
  const [made] = await tx
    .insert(devices)
    .values({ studioId: studio.id, name, model, isActive: false })
    .returning({ id: devices.id });
  if (!made) throw new Error('The device was not created.');
  return made.id;
}

/**
 * Assigns a device to an integration of the studio. It must then be activated again.
 *
 * @param integrationId null: none
 * @throws ApiError 404 when the studio has no such device or integration.
 */
export async function assignDevice(
  tx: Database,
  studio: Studio,
  deviceId: number,
  integrationId: number | null,
): Promise<void> {
  if (integrationId !== null) await lockIntegration(tx, studio, integrationId);
  const assigned = await tx
    .update(devices)
    .set({ integrationId, isActive: false, tokenHash: null })
    .where(and(eq(devices.id, deviceId), eq(devices.studioId, studio.id)))
    .returning({ id: devices.id });
  if (assigned.length === 0) throw notFound(deviceId);
}

/** Lists the devices assigned to an integration, by id. */
export async function devicesOf(db: Database, { id }: Integration): Promise<Device[]> {
  return db.select().from(devices).where(eq(devices.integrationId, id)).orderBy(asc(devices.id));
}

/**
 * Activates a device.
 *
 * @returns the token that the device uses for its own interface. An earlier token becomes invalid.
 * @throws ApiError 404 when the device does not exist, 403 when it is not assigned to the integration (specification,
 * Authentication, 6).
 */
export async function activateDevice(
  db: Database,
  integration: Integration,
  deviceId: number,
): Promise<string> {
  const accessToken = newToken();
  const activated = await db
    .update(devices)
    .set({ isActive: true, tokenHash: hashToken(accessToken) })
    .where(and(eq(devices.id, deviceId), eq(devices.integrationId, integration.id)))
    .returning({ id: devices.id });
  if (activated.length > 0) return accessToken;
  if ((await db.$count(devices, eq(devices.id, deviceId))) === 0) throw notFound(deviceId);
  throw new ApiError('errormessage.permission.denied', 'deviceId', {
    problem: textPart('problem.device.notAssigned'),
  });
}

function notFound(deviceId: number): ApiError {
  return new ApiError('errormessage.device.not.found', 'deviceId', { deviceId });
}
