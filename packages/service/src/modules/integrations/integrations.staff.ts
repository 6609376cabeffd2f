import { Type } from 'typebox';
import { ApiError } from '../../core/errors/api-error.js';
import { newToken } from '../../core/secrets/tokens.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { newSigningKey } from '../webhooks/signing-keys.js';
import { isReceiver, setSubscription } from '../webhooks/subscriptions.js';
import { emit, EVENT_TYPES } from '../webhooks/webhook-events.js';
import { grantAccess, revokeAccess } from './cross-studio.js';
import { addDevice, assignDevice } from './devices.js';
import {
  createIntegration,
  lockIntegration,
  SCOPES,
  setIntegrationStatus,
  setScopes,
} from './integrations.js';
import { DEVICE_MODELS } from './integrations.tables.js';
import { revokeKey, rotateKey } from './keys.js';

const Name = Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', maxLength: 200 });
const Scopes = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  uniqueItems: true,
  description: 'The scopes of its keys, as JSON: ["PAYMENT_WRITE"].',
});
const integrationId = Type.Integer({ minimum: 1, description: 'The id of the integration.' });
const deviceId = Type.Integer({ minimum: 1 });

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
    name: 'integration.subscribe',
    summary:
      'Sets where the events of an integration are sent, and which; its webhook key and its signing key are replaced and shown once.',
    input: Type.Object({
      integrationId,
      url: Type.String({ minLength: 1, maxLength: 500, description: 'https, without a password.' }),
      types: Type.Optional(
        Type.Array(Type.Enum([...EVENT_TYPES], { type: 'string' }), {
          uniqueItems: true,
          description: 'Types of events, as JSON; without it those of before, at first every type.',
        }),
      ),
    }),
    run: async ({ context, tx, studio, input: { integrationId: id, url, types } }) => {
      const integration = await lockIntegration(tx, studio, id);
      if (!isReceiver(url)) throw new ApiError('errormessage.webhook.address.invalid', 'url');
      const [webhookKey, signingKey] = [newToken(), newSigningKey()];
      await setSubscription(tx, context.keys, integration, { url, webhookKey, signingKey, types });
      const changed = { receiver: new URL(url).host, ...(types && { types }) };
      return { entity: `integration ${id}`, changed, shownOnce: { webhookKey, signingKey } };
    },
  }),
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
  defineStaffAction({
    name: 'device.add',
    summary: 'Puts a device up in the studio.',
    input: Type.Object({ name: Name, model: Type.Enum(DEVICE_MODELS, { type: 'string' }) }),
    run: async ({ context, tx, studio, input }) => {
      const id = await addDevice(tx, studio, input);
      await emit(context, tx, studio.id, { type: 'DEVICE_CREATED', entityId: id });
      return { entity: `device ${id}`, changed: { model: input.model } };
    },
  }),
  defineStaffAction({
    name: 'device.assign',
    summary: 'Says which integration runs a device; none without one.',
    input: Type.Object({ deviceId, integrationId: Type.Optional(integrationId) }),
    run: async ({ tx, studio, input: { deviceId: id, integrationId: to = null } }) => {
      await assignDevice(tx, studio, id, to);
      return { entity: `device ${id}`, changed: { integrationId: to } };
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
