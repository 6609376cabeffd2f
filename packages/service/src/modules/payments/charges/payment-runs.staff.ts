import { Type } from 'typebox';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { reserveCharges } from './reserve-charge.js';

export const PAYMENT_RUN_ACTIONS = [
  defineStaffAction({
    name: 'payment-run.start',
    summary:
      'Charges the stored instruments of members for claims that are due. The provider receives the charges within two minutes.',
    input: Type.Object({}),
    run: async ({ studio, ...unit }) => {
      const charges = await reserveCharges(unit, studio);
      return { entity: `studio ${studio.id}`, changed: { charges: charges.length } };
    },
  }),
];
