import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id64 } from '../../core/database/columns.js';
import { integrations } from '../integrations/integrations.tables.js';
import { studioId } from '../studios/studios.tables.js';

export const DEVICE_MODELS = [
  'GENERIC_VENDING_READER',
  'GENERIC_CARD_READER',
  'GENERIC_TIME_READER',
] as const;
export type DeviceModel = (typeof DEVICE_MODELS)[number];

/** Card readers and other devices in a studio, each run by one integration. */
export const devices = pgTable(
  'devices',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 510001 }),
    studioId: studioId(),
    name: text('name').notNull(),
    model: text('model').$type<DeviceModel>().notNull(),
    isActive: boolean('is_active').notNull(),
    /** null while the device is not assigned. */
    integrationId: id64('integration_id').references(() => integrations.id),
    /** Hash of the token that the device uses for its own interface; null before activation. */
    tokenHash: text('token_hash'),
  },
  (table) => [index('devices_by_studio').on(table.studioId, table.id)],
);
