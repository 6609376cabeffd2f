import { Type } from 'typebox';
import { integrationId, Name } from '../integrations/integrations.staff.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { emit } from '../webhooks/webhook-events.js';
import { addDevice, assignDevice } from './devices.js';
import { DEVICE_MODELS } from './devices.tables.js';

const deviceId = Type.Integer({ minimum: 1 });

export const DEVICE_ACTIONS = [
  defineStaffAction({
    name: 'device.add',
    summary: 'Adds a device to the studio.',
    input: Type.Object({ name: Name, model: Type.Enum(DEVICE_MODELS, { type: 'string' }) }),
    run: async ({ context, tx, studio, input }) => {
      const id = await addDevice(tx, studio, input);
      await emit(context, tx, studio.id, { type: 'DEVICE_CREATED', entityId: id });
      return { entity: `device ${id}`, changed: { model: input.model } };
    },
  }),
  defineStaffAction({
    name: 'device.assign',
    summary: 'Assigns a device to an integration; without integrationId, the device is unassigned.',
    input: Type.Object({ deviceId, integrationId: Type.Optional(integrationId) }),
    run: async ({ tx, studio, input: { deviceId: id, integrationId: to = null } }) => {
      await assignDevice(tx, studio, id, to);
      return { entity: `device ${id}`, changed: { integrationId: to } };
    },
  }),
];
