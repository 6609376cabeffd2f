import { Type } from 'typebox';
import { replayDelivery } from '../webhooks/replay.js';
import { defineStaffAction } from './staff-action.js';

export const EVENT_ACTIONS = [
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
