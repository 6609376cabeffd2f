import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { replayDelivery } from './deliveries.js';
import { tryReceiver } from './post.js';
import { rotateSigningKey } from './signing-keys.js';

export const EVENT_ACTIONS = [
  defineStaffAction({
    name: 'webhook.test',
    summary: 'Sends an event without content to the receiver of an integration, and says what it answers.',
    input: Type.Object({ integrationId: Type.Integer({ minimum: 1 }) }),
    withoutTransaction: true,
    run: async ({ context, tx, studio, input: { integrationId } }) => {
      const { delivered, description } = await tryReceiver(context, tx, studio, integrationId);
      return { entity: `integration ${integrationId}`, changed: { delivered, answer: description } };
    },
  }),
  defineStaffAction({
    name: 'webhook.rotate',
    summary:
      'Gives a receiver another signing key, shown once; for 24 hours the earlier one signs every event as well.',
    input: Type.Object({
      integrationId: Type.Integer({ minimum: 1, description: 'The id of the integration.' }),
    }),
    run: async ({ context, tx, studio, input: { integrationId } }) => {
      const { signingKey, bothSignUntil } = await rotateSigningKey(context, tx, studio, integrationId);
      const changed = { bothSignUntil: bothSignUntil?.toISOString() ?? null };
      return { entity: `integration ${integrationId}`, changed, shownOnce: { signingKey } };
    },
  }),
  defineStaffAction({
    name: 'event.replay',
    summary: 'Sends an event again that was delivered or given up, with the same uuid.',
    input: Type.Object({ deliveryId: Type.Integer({ minimum: 1 }) }),
    run: async ({ context, tx, studio, input: { deliveryId } }) => {
      const was = await replayDelivery(context, tx, studio, deliveryId);
      return { entity: `event-delivery ${deliveryId}`, changed: { was, status: 'PENDING' } };
    },
  }),
];
