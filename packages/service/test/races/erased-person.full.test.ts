import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { erasePerson } from '../../src/admin/erasure/erase.js';
import type { Database } from '../../src/core/database/database.js';
import { laterModules } from '../../src/make-context.js';
import { lockPerson } from '../../src/modules/customers/customers.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { TwoServices } from '../support/two-services.js';
import { whileHeld } from '../support/until.js';

let services: TwoServices;

describe('a person who is erased meanwhile', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  const openSessions = (paymentCustomerId: string) =>
    services.database.db.$count(
      paymentSessions,
      and(eq(paymentSessions.paymentCustomerId, paymentCustomerId), eq(paymentSessions.status, 'OPEN')),
    );

  const erase = async (tx: Database, customerId: number) => {
    const [studio] = await tx.select().from(studios).where(eq(studios.id, 1001));
    if (!studio) throw new Error('The studio is gone.');
    await erasePerson({ clock: services, ...laterModules }, tx, studio, { customerId });
  };

  test('gets no session from requests that were on their way', async () => {
    const { customerId, paymentCustomerId } = await services.person();
    const request = { scope: 'ECOM', amount: 5, referenceText: 'Race', customerId };
    const asked = await whileHeld(
      services.database.db,
      (tx) => lockPerson(tx, paymentCustomerId),
      ([0, 1] as const).map((at) => () => services.api('payments/user-session', request, at)),
      (tx) => erase(tx, customerId),
    );
    expect(asked.map(({ status }) => status)).toEqual([404, 404]);
    expect(await openSessions(paymentCustomerId)).toBe(0);
  });

  test('is not erased, with a reason, while a session of theirs is being made', async () => {
    const { customerId, paymentCustomerId } = await services.person();
    await services.session({ customerId, amount: 5 });
    const { db } = services.database;
    const isSession = eq(paymentSessions.paymentCustomerId, paymentCustomerId);
    const erased = whileHeld(
      db,
      (tx) => lockPerson(tx, paymentCustomerId),
      [() => db.transaction((tx) => erase(tx, customerId))],
      async (tx) => {
        const [first] = await tx.select().from(paymentSessions).where(isSession);
        if (!first) throw new Error('The session is gone.');
        await tx.insert(paymentSessions).values({ ...first, id: randomUUID(), tokenHash: randomUUID() });
      },
    );
    await expect(erased).rejects.toThrow(
      'One of these persons has just opened a payment session. Try again.',
    );
    expect(await openSessions(paymentCustomerId)).toBe(2);
  });
});
