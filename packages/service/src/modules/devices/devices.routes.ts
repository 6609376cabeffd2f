import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Int64 } from '../../core/http/schemas.js';
import { integrationOf } from '../integrations/api-key.js';
import { activateDevice, devicesOf } from './devices.js';
import { DEVICE_MODELS } from './devices.tables.js';

export function deviceRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/devices',
      {
        config: { operation: 'getDevices', scope: 'DEVICE_READ' },
        schema: {
          operationId: 'getDevices',
          tags: ['Devices'],
          summary: 'Lists the devices that are assigned to the integration. Scope DEVICE_READ.',
          response: {
            200: Type.Array(
              Type.Object(
                {
                  id: Int64,
                  name: Type.String({ examples: ['Turnstile at the entrance'] }),
                  active: Type.Boolean({ description: 'Whether the device is activated.' }),
                  model: Type.Enum(DEVICE_MODELS, { type: 'string' }),
                },
                { title: 'Device' },
              ),
            ),
          },
        },
      },
      async (request) => {
        const own = await devicesOf(db, integrationOf(request));
        return own.map(({ id, name, isActive: active, model }) => ({ id, name, active, model }));
      },
    );

    app.put(
      '/v1/devices/:deviceId/activate',
      {
        config: { operation: 'activateDevice', scope: 'DEVICE_WRITE' },
        schema: {
          operationId: 'activateDevice',
          tags: ['Devices'],
          summary: 'Activates a device of the integration and returns its access token. Scope DEVICE_WRITE.',
          params: Type.Object({ deviceId: Int64 }),
          response: {
            200: Type.Object(
              {
                id: Int64,
                accessToken: Type.String({
                  description:
                    'Access token for the interface of the device. The previous token becomes invalid.',
                }),
              },
              { title: 'ActivatedDevice' },
            ),
          },
        },
      },
      async (request) => {
        const { deviceId } = request.params;
        return { id: deviceId, accessToken: await activateDevice(db, integrationOf(request), deviceId) };
      },
    );
  };
}
