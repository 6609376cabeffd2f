import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database/database.js';
import { communicationThreads } from '../../src/modules/customers/communication/communication.tables.js';
import { lockCustomer } from '../../src/modules/customers/customers.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { collectionCases } from '../../src/modules/debt-collection/debt-collection.tables.js';
import { type Answer, TwoServices } from '../support/two-services.js';
import { whileHeld } from '../support/until.js';

let services: TwoServices;

/** A change to an entity that other requests change at the same time. */
interface Change {
  /** Customer of the seeded database, which no other test of the file changes. */
  readonly customerId: number;
  /** Creates the entity, if the seeded database does not contain one. */
  readonly prepare?: (customerId: number) => Promise<string>;
  /** Takes the lock that the changes wait for. */
  readonly lock: (tx: Database, customerId: number) => Promise<unknown>;
  /** Sends the nth of the simultaneous requests. */
  readonly send: (customerId: number, index: number, prepared: string) => Promise<Answer<unknown>>;
}

const record = (tx: Database, id: number) =>
  tx.select().from(customers).where(eq(customers.id, id)).for('update');
const contactData = (id: number) => `customers/${id}/self-service/contact-data`;
const phone = (index: number) => ({ phoneBusiness: `+4930123456${index}` });
const said = (index: number) => ({
  subject: 'The sauna',
  content: `Answer ${index}`,
  communicationDirection: 'OUTGOING',
  communicationChannel: 'EMAIL',
  communicationThreadStatus: 'ONGOING',
});

const CHANGES: Readonly<Record<string, Change>> = {
  'contact data': {
    customerId: 2004,
    lock: record,
    send: (id, index) => services.partner('POST', contactData(id), phone(index)),
  },
  'the withdrawal of an amendment': {
    customerId: 2001,
    prepare: async (id) => {
      const made = await services.api<{ id: number }>(contactData(id), { phonePrivate: '+493099' });
      return String(made.body.id);
    },
    lock: record,
    send: (id, _, amendmentId) =>
      services.partner('DELETE', `customers/${id}/self-service/amendment/${amendmentId}`),
  },
  'communication preferences': {
    customerId: 2001,
    lock: record,
    send: (id, index) =>
      services.partner('PUT', `communications/${id}/communication-preferences`, [
        {
          messageCategory: 'NEWSLETTER',
          channels: [{ communicationChannel: 'EMAIL', active: index % 2 === 0 }],
        },
      ]),
  },
  'a conversation': {
    customerId: 2001,
    prepare: async (id) => {
      const made = await services.api<{ threadId: number }>(`communications/${id}/threads`, said(0));
      return String(made.body.threadId);
    },
    lock: (tx, id) =>
      tx.select().from(communicationThreads).where(eq(communicationThreads.customerId, id)).for('update'),
    send: (id, index, threadId) =>
      services.partner('PUT', `communications/${id}/threads/${threadId}`, said(index)),
  },
  'a case of debt collection': {
    customerId: 2011,
    lock: lockCustomer,
    send: async (id, index) => {
      const [found] = await services.database.db
        .select()
        .from(collectionCases)
        .where(eq(collectionCases.customerId, id));
      const debts = ['d001', 'd002'].map((end) => ({
        debtId: `7d1c5a0e-3b52-4f0e-9a41-20110000${end}`,
        originalAmount: 39.9,
        paidAmount: index + 1,
        currency: 'EUR',
      }));
      const agencyCollectionCases = [
        { agencyCollectionCaseId: 'A-1', collectionCaseIds: [found?.id], debts },
      ];
      return services.api(
        'debt-collection/update',
        { requestId: `update-${index}`, debtors: [{ debtorId: String(id), agencyCollectionCases }] },
        undefined,
        { 'x-api-key': 'test-key-collection-berlin' },
      );
    },
  },
};

/** Sends four requests, each of which has read the entity before any of them could change it. */
async function atOnce(change: Change): Promise<Answer<unknown>[]> {
  const { customerId } = change;
  const prepared = (await change.prepare?.(customerId)) ?? '';
  return whileHeld(
    services.database.db,
    (tx) => change.lock(tx, customerId),
    [0, 1, 2, 3].map((index) => () => change.send(customerId, index, prepared)),
  );
}

describe('four changes of one entity at once, two processes on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  test.each(Object.entries(CHANGES))('%s: one is made, the others are told', async (_, change) => {
    const answers = await atOnce(change);
    const outcomes = answers.map(({ status, body }) => [
      status,
      (body as { errorCode?: string } | null)?.errorCode ?? null,
    ]);
    const conflict = [409, 'errormessage.concurrent.modification'];
    expect(outcomes.sort()).toEqual([[200, null], conflict, conflict, conflict]);
  });
});
