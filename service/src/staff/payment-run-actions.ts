import { Type } from 'typebox';
import { reserveCharges } from '../payments/charges/reserve-charge.js';
import { defineStaffAction } from './staff-action.js';

export const PAYMENT_RUN_ACTIONS = [
  defineStaffAction({
    name: 'payment-run.start',
    summary:
      'Charges the stored instruments of members for what is due; the provider is asked within a minute or two.',
    input: Type.Object({}),
    run: async ({ context, tx, studio, traceId }) => {
      const charges = await reserveCharges(context, tx, studio, traceId);
      return { entity: `studio ${studio.id}`, changed: { charges: charges.length } };
    },
  }),
];
