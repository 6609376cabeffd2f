import { Type } from 'typebox';
import { ApiError } from '../../core/errors/api-error.js';
import { newToken } from '../../core/secrets/tokens.js';
import { lockIntegration } from '../integrations/integrations.js';
import { integrationId } from '../integrations/integrations.staff.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { replayDelivery } from './deliveries.js';
import { tryReceiver } from './post.js';
import { newSigningKey, rotateSigningKey } from './signing-keys.js';
import { isReceiver, setSubscription } from './subscriptions.js';
import { EVENT_TYPES } from './webhook-events.schema.js';

export const WEBHOOK_ACTIONS = [
  defineStaffAction({
    name: 'integration.subscribe',
    summary:
      'Sets the receiver of an integration and its event types. Replaces its webhook key and its signing key, which are shown only once.',
    input: Type.Object({
      integrationId,
      url: Type.String({ minLength: 1, maxLength: 500, description: 'An https URL without a password.' }),
      types: Type.Optional(
        Type.Array(Type.Enum([...EVENT_TYPES], { type: 'string' }), {
          uniqueItems: true,
          description:
            'Event types, as JSON. If omitted, the types stay unchanged; a new receiver gets every type.',
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
    name: 'webhook.test',
    summary: "Sends an empty event to an integration's receiver and reports the response.",
    input: Type.Object({ integrationId: Type.Integer({ minimum: 1 }) }),
    withoutTransaction: true,
    run: async ({ context, tx, studio, input: { integrationId: id } }) => {
      const { delivered, description } = await tryReceiver(context, tx, studio, id);
      return { entity: `integration ${id}`, changed: { delivered, answer: description } };
    },
  }),
  defineStaffAction({
    name: 'webhook.rotate',
    summary:
      'Issues another signing key for a receiver, shown only once. For 24 hours, the earlier key signs every event too.',
    input: Type.Object({ integrationId }),
    run: async ({ context, tx, studio, input: { integrationId: id } }) => {
      const { signingKey, bothSignUntil } = await rotateSigningKey(context, tx, studio, id);
      const changed = { bothSignUntil: bothSignUntil?.toISOString() ?? null };
      return { entity: `integration ${id}`, changed, shownOnce: { signingKey } };
    },
  }),
  defineStaffAction({
    name: 'event.replay',
    summary: 'Sends a delivered or abandoned event again, with the same uuid.',
    input: Type.Object({ deliveryId: Type.Integer({ minimum: 1 }) }),
    run: async ({ context, tx, studio, input: { deliveryId } }) => {
      const was = await replayDelivery(context, tx, studio, deliveryId);
      return { entity: `event-delivery ${deliveryId}`, changed: { was, status: 'PENDING' } };
    },
  }),
];
