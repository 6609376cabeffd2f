import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { closeThread } from './communication/threads.js';
import { setThirdPartyAccess } from './customers.js';
import { CustomerImport, importCustomers } from './import-customers.js';

/** Staff actions on customers. */
export const CUSTOMER_ACTIONS = [
  defineStaffAction({
    name: 'customer.import',
    summary: "Imports customers from the studio's earlier system.",
    input: CustomerImport,
    run: async ({ context, tx, studio, input }) => {
      const ids = await importCustomers(context, tx, studio, input.customers);
      return { entity: `studio ${studio.id}`, changed: { customersAdded: ids } };
    },
  }),
  defineStaffAction({
    name: 'consent.set',
    summary: 'Records whether a member consents to access by third parties.',
    input: Type.Object({ customerId: Type.Integer(), thirdPartyAccess: Type.Boolean() }),
    run: async ({ context, tx, studio, input: { customerId, thirdPartyAccess } }) => {
      const isChanged = await setThirdPartyAccess(context, tx, { studio, customerId }, thirdPartyAccess);
      return { entity: `customer ${customerId}`, changed: isChanged ? { thirdPartyAccess } : {} };
    },
  }),
  defineStaffAction({
    name: 'communication.close-thread',
    summary: 'Closes a conversation. The next message in it opens it again.',
    input: Type.Object({ threadId: Type.Integer({ minimum: 1 }) }),
    run: async ({ tx, studio, input: { threadId } }) => {
      const was = await closeThread(tx, studio, threadId);
      return { entity: `communication-thread ${threadId}`, changed: { was, status: 'CLOSED' } };
    },
  }),
];
