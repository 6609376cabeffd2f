import { Type } from 'typebox';
import { revokeKey, rotateKey } from '../integrations/keys.js';
import { defineStaffAction } from './staff-action.js';

export const KEY_ACTIONS = [
  defineStaffAction({
    name: 'key.rotate',
    summary: 'Gives an integration another key, shown once; the earlier ones work until they are revoked.',
    input: Type.Object({
      integrationId: Type.Integer({ minimum: 1, description: 'The id of the integration.' }),
    }),
    run: async ({ tx, studio, input: { integrationId } }) => {
      const { apiKey, keyId, earlierKeyIds } = await rotateKey(tx, studio, integrationId);
      const changed = { keyId, earlierKeyIds };
      return { entity: `integration ${integrationId}`, changed, shownOnce: { apiKey } };
    },
  }),
  defineStaffAction({
    name: 'key.revoke',
    summary: 'Ends a key at once.',
    input: Type.Object({
      keyId: Type.String({
        pattern: '^[0-9a-f]{12}$',
        description: 'As rotating and the log name it.',
      }),
    }),
    run: async ({ tx, studio, input: { keyId } }) => {
      const integrationId = await revokeKey(tx, studio, keyId);
      return { entity: `integration ${integrationId}`, changed: { keyId, status: 'ROTATED' } };
    },
  }),
];
