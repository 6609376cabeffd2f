import { Type } from 'typebox';
import { holderOfCode } from '../customers/access-code/access-code.js';
import { customerOfStudio } from '../customers/customers.js';
import { liftPartnerRestrictions } from '../customers/partner-restrictions/partner-restrictions.js';
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
    name: 'check-in.start-by-access-code',
    summary: "Checks in the holder of a member's access code.",
    input: Type.Object({ accessCode: Type.String({ minLength: 1, maxLength: 200 }) }),
    run: async ({ context, tx, studio, input: { accessCode } }) => {
      const customerId = await holderOfCode(context, tx, studio, accessCode);
      const id = await checkIn(context, tx, studio, customerId);
      return { entity: `customer ${customerId}`, changed: { checkIn: id } };
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
  defineStaffAction({
    name: 'access-restriction.remove',
    summary: 'Removes the access restrictions that partners have set for a customer.',
    input: Type.Object({ customerId: Type.Integer() }),
    run: async ({ context, tx, studio, input: { customerId } }) => {
      await customerOfStudio(tx, studio.id, customerId);
      const lifted = await liftPartnerRestrictions(context, tx, { studioId: studio.id, customerId });
      return { entity: `customer ${customerId}`, changed: { accessRestrictions: `${lifted} removed` } };
    },
  }),
];
