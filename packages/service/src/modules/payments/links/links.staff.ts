import { Type } from 'typebox';
import { instantOf, StaffDateTime } from '../../../core/http/date-times.js';
import { customerOfStudio, lockCustomer } from '../../customers/customers.js';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { addressOf, cancelPaymentLink, createPaymentLink, findLink } from './links.js';
import type { LinkPurpose } from './links.stored.js';

/** What a link is for, in the order in which its page serves it, as one choice. */
const CHOICES = [
  'ACCOUNT_PAYMENT',
  'PAYMENT_INSTRUMENT',
  'ACCOUNT_PAYMENT,PAYMENT_INSTRUMENT',
  'PAYMENT_INSTRUMENT,ACCOUNT_PAYMENT',
] as const;

export const PAYMENT_LINK_ACTIONS = [
  defineStaffAction({
    name: 'payment-link.create',
    summary:
      'Creates a link with which a customer pays open claims or renews the payment method, without an account. Its address is shown only once. It is valid for 30 days unless expiresAt says otherwise.',
    input: Type.Object({
      customerId: Type.Integer({ minimum: 1, description: 'The id of the customer.' }),
      purposes: Type.Enum([...CHOICES], { type: 'string', description: 'In the order of the page.' }),
      debtClaimIds: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1 }), {
          uniqueItems: true,
          description: 'The ids of the claims to pay, as JSON; defaults to those that are due.',
        }),
      ),
      expiresAt: Type.Optional(StaffDateTime),
    }),
    run: async ({ studio, input, ...unit }) => {
      const { customerId, debtClaimIds } = input;
      const purposes = input.purposes.split(',') as LinkPurpose[];
      const expiresAt =
        input.expiresAt && instantOf(input.expiresAt, 'expiresAt', studio.timeZone).toISOString();
      await lockCustomer(unit.tx, customerId);
      await customerOfStudio(unit.tx, studio.id, customerId);
      const id = await createPaymentLink(unit, studio, {
        ...{ customerId, purposes },
        ...(debtClaimIds && { debtClaimIds }),
        ...(expiresAt && { expiresAt }),
      });
      const link = await findLink(unit.tx, studio, id);
      const { url, qrCode } = addressOf(unit.context, link);
      return {
        entity: `payment-link ${id}`,
        changed: { customerId, purposes, expiresAt: link.expiresAt.toISOString() },
        shownOnce: { url },
        qrCode,
      };
    },
  }),
  defineStaffAction({
    name: 'payment-link.cancel',
    summary: 'Cancels a payment link. One that has ended stays as it is.',
    input: Type.Object({ linkId: Type.String({ format: 'uuid', description: 'The id of the link.' }) }),
    run: async ({ tx, studio, input: { linkId } }) => {
      const { customerId } = await findLink(tx, studio, linkId);
      await lockCustomer(tx, customerId);
      await cancelPaymentLink(tx, linkId);
      const { status } = await findLink(tx, studio, linkId);
      const isCancelled = status === 'CANCELLED';
      return {
        entity: `payment-link ${linkId}`,
        changed: { customerId, ...(!isCancelled && { status }) },
      };
    },
  }),
];
