import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { paymentCustomers } from '../../src/modules/customers/customers.tables.js';
import { atOneMoment } from '../support/at-one-moment.js';
import { onServer, SERVER } from '../support/database.js';

test('several reads see nothing that changes between them', async () => {
  const database = await onServer(SERVER ?? '');
  const { db } = database;
  try {
    const { first, second } = await atOneMoment(db, async (tx) => {
      const first = await tx.$count(paymentCustomers);
      await db.insert(paymentCustomers).values({ id: randomUUID(), studioId: 1001, createdAt: new Date() });
      return { first, second: await tx.$count(paymentCustomers) };
    });
    expect(second).toBe(first);
    expect(await db.$count(paymentCustomers)).toBe(first + 1);
  } finally {
    await database.close();
  }
});
