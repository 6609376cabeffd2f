import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { checkIn, checkOut } from './visits.js';
import { checkInByCode } from './vouchers.js';

export const CHECK_IN_ACTIONS = [
  defineStaffAction({
    name: 'check-in.start',
    summary: "Checks a customer in. An aggregator's member is admitted only if the aggregator permits it.",
    input: Type.Object({ customerId: Type.Integer() }),
    run: async ({ context, tx, studio, input: { customerId } }) => {
      const id = await checkIn(context, tx, studio, customerId);
      return { entity: `customer ${customerId}`, changed: { checkIn: id } };
    },
  }),
  defineStaffAction({
    name: 'check-in.start-by-code',
    summary: "Checks in the holder of a redeemed check-in voucher's access code.",
    input: Type.Object({ studioAccessCode: Type.String({ minLength: 1, maxLength: 50 }) }),
    run: async ({ context, tx, studio, input: { studioAccessCode } }) => {
      const id = await checkInByCode(context, tx, studio, studioAccessCode);
      return { entity: `check-in ${id}`, changed: { by: 'voucher' } };
    },
  }),
  defineStaffAction({
    name: 'check-in.end',
    summary: 'Checks a customer out.',
    input: Type.Object({ customerId: Type.Integer() }),
    run: async ({ context, tx, studio, input: { customerId } }) => {
      await checkOut(context, tx, studio, customerId);
      return { entity: `customer ${customerId}`, changed: { checkIn: 'ended' } };
    },
  }),
];
