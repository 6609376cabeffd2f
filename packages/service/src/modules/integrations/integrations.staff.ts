import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { grantAccess, revokeAccess } from './cross-studio.js';
import { createIntegration, setIntegrationStatus, setScopes } from './integrations.js';
import { revokeKey, rotateKey } from './keys.js';
import { SCOPES } from './scopes.js';

/** A name that people read. */
export const Name = Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', maxLength: 200 });
const Scopes = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  uniqueItems: true,
  description: 'The scopes of its keys, as JSON: ["PAYMENT_WRITE"].',
});
export const integrationId = Type.Integer({ minimum: 1, description: 'The id of the integration.' });

export const INTEGRATION_ACTIONS = [
  defineStaffAction({
    name: 'integration.create',
    summary: 'Makes an integration with a key, which is shown once.',
    input: Type.Object({ name: Name, scopes: Scopes }),
    run: async ({ tx, studio, input }) => {
      const { integrationId: id, apiKey } = await createIntegration(tx, studio, input);
      return { entity: `integration ${id}`, changed: { scopes: input.scopes }, shownOnce: { apiKey } };
    },
  }),
  defineStaffAction({
    name: 'integration.set-scopes',
    summary: 'Sets what an integration may do.',
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
          ? 'Switches an integration on again.'
          : 'Switches an integration off: its keys are refused, and it is told of nothing.',
      input: Type.Object({ integrationId }),
      run: async ({ tx, studio, input }) => {
        await setIntegrationStatus(tx, studio, input.integrationId, status);
        return { entity: `integration ${input.integrationId}`, changed: { status } };
      },
    }),
  ),
  defineStaffAction({
    name: 'integration.grant-access',
    summary: 'Lets an integration of another studio work with the customers of this one.',
    input: Type.Object({ integrationId }),
    run: async ({ context, tx, studio, input }) => {
      await grantAccess(context, tx, studio, input.integrationId);
      return { entity: `integration ${input.integrationId}`, changed: { access: 'granted' } };
    },
  }),
  defineStaffAction({
    name: 'integration.revoke-access',
    summary: 'Takes the access of an integration of another studio back.',
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
