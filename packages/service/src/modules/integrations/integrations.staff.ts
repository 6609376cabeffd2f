import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { grantAccess, revokeAccess } from './cross-studio.js';
import { createIntegration, setIntegrationStatus, setScopes } from './integrations.js';
import { revokeKey, rotateKey } from './keys.js';
import { SCOPES } from './scopes.js';

/** A human-readable name. */
export const Name = Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', maxLength: 200 });
const Scopes = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  uniqueItems: true,
  description: 'The scopes of its keys, as JSON: ["PAYMENT_WRITE"].',
});
export const integrationId = Type.Integer({ minimum: 1, description: 'The id of the integration.' });

export const INTEGRATION_ACTIONS = [
  defineStaffAction({
    name: 'integration.create',
    summary: 'Creates an integration with an API key, which is shown only once.',
    input: Type.Object({ name: Name, scopes: Scopes }),
    run: async ({ tx, studio, input }) => {
      const { integrationId: id, apiKey } = await createIntegration(tx, studio, input);
      return { entity: `integration ${id}`, changed: { scopes: input.scopes }, shownOnce: { apiKey } };
    },
  }),
  defineStaffAction({
    name: 'integration.set-scopes',
    summary: 'Sets the scopes of an integration.',
    input: Type.Object({ integrationId, scopes: Scopes }),
    run: async ({ tx, studio, input }) => {
      await setScopes(tx, studio, input.integrationId, input.scopes);
      return { entity: `integration ${input.integrationId}`, changed: { scopes: input.scopes } };
    },
  }),
  ...(['ACTIVE', 'DEACTIVATED'] as const).map((status) =>
    defineStaffAction({
      name: status === 'ACTIVE' ? 'integration.activate' : 'integration.deactivate',
      summary:
        status === 'ACTIVE'
          ? 'Activates an integration again.'
          : 'Deactivates an integration: its keys are rejected, and it receives no events.',
      input: Type.Object({ integrationId }),
      run: async ({ tx, studio, input }) => {
        await setIntegrationStatus(tx, studio, input.integrationId, status);
        return { entity: `integration ${input.integrationId}`, changed: { status } };
      },
    }),
  ),
  defineStaffAction({
    name: 'integration.grant-access',
    summary: "Grants another studio's integration access to this studio's customers.",
    input: Type.Object({ integrationId }),
    run: async ({ context, tx, studio, input }) => {
      await grantAccess(context, tx, studio, input.integrationId);
      return { entity: `integration ${input.integrationId}`, changed: { access: 'granted' } };
    },
  }),
  defineStaffAction({
    name: 'integration.revoke-access',
    summary: "Revokes the access of another studio's integration.",
    input: Type.Object({ integrationId }),
    run: async ({ tx, studio, input }) => {
      await revokeAccess(tx, studio, input.integrationId);
      return { entity: `integration ${input.integrationId}`, changed: { access: 'revoked' } };
    },
  }),
];

export const KEY_ACTIONS = [
  defineStaffAction({
    name: 'key.rotate',
    summary:
      'Issues another key for an integration, shown only once. Earlier keys work until they are revoked.',
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
    summary: 'Revokes a key immediately.',
    input: Type.Object({
      keyId: Type.String({
        pattern: '^[0-9a-f]{12}$',
        description: "The key's id, as shown after a rotation and in the log.",
      }),
    }),
    run: async ({ tx, studio, input: { keyId } }) => {
      const integrationId = await revokeKey(tx, studio, keyId);
      return { entity: `integration ${integrationId}`, changed: { keyId, status: 'ROTATED' } };
    },
  }),
];
