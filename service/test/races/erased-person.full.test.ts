import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasePerson } from '../../src/customers/erasure/erase.js';
import { lockPerson } from '../../src/customers/customers.js';
import { paymentSessions, studios } from '../../src/store/schema.js';
import { SERVER } from '../support/database.js';
import { TwoServices } from '../support/two-services.js';

let services: TwoServices;

describe.runIf(SERVER !== undefined)('a person who is erased meanwhile', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.start(SERVER ?? '');
  });
  afterAll(() => services.close());

  const openSessions = (paymentCustomerId: string) =>
    services.database.db.$count(
      paymentSessions,
      and(eq(paymentSessions.paymentCustomerId, paymentCustomerId), eq(paymentSessions.status, 'OPEN')),
    );

  const waiting = async () => {
    const { rows } = (await services.database.db.execute(
      sql`select count(*)::int as number from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )) as { rows: { number: number }[] };
    return rows[0]?.number ?? 0;
  };

  test('gets no session from requests that were on their way', async () => {
    const { customerId, paymentCustomerId } = await services.person();
    const request = { scope: 'ECOM', amount: 5, referenceText: 'Race', customerId };
    let answered = false;
    const { asked } = await services.database.db.transaction(async (tx) => {
      await lockPerson(tx, paymentCustomerId);
      const both = ([0, 1] as const).map((at) => services.api('payments/user-session', request, at));
      const ended = Promise.all(both).finally(() => (answered = true));
      await expect.poll(async () => answered || (await waiting()) === 2, { timeout: 60_000 }).toBe(true);
      const [studio] = await tx.select().from(studios).where(eq(studios.id, 1001));
      if (!studio) throw new Error('The studio is gone.');
      await erasePerson({ clock: { now: () => new Date() } }, tx, studio, { customerId });
      return { asked: ended };
    });
    expect((await asked).map(({ status }) => status)).toEqual([404, 404]);
    expect(await openSessions(paymentCustomerId)).toBe(0);
  });

  test('is not erased, with a reason, while a session of theirs is being made', async () => {
    const { customerId, paymentCustomerId } = await services.person();
    await services.session({ customerId, amount: 5 });
    const { db } = services.database;
    const isSession = eq(paymentSessions.paymentCustomerId, paymentCustomerId);
    const { refusal } = await db.transaction(async (tx) => {
      await lockPerson(tx, paymentCustomerId);
      const erased = db.transaction(async (other) => {
        const [studio] = await other.select().from(studios).where(eq(studios.id, 1001));
        if (!studio) throw new Error('The studio is gone.');
        return erasePerson({ clock: { now: () => new Date() } }, other, studio, { customerId });
      });
      const ended = erased.then(
        () => 'erased',
        (error: unknown) => String(error),
      );
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      const [first] = await tx.select().from(paymentSessions).where(isSession);
      if (!first) throw new Error('The session is gone.');
      await tx.insert(paymentSessions).values({ ...first, id: randomUUID(), tokenHash: 'another' });
      return { refusal: ended };
    });
    expect(await refusal).toContain('A payment session of theirs was made at this moment; try again.');
    expect(await openSessions(paymentCustomerId)).toBe(2);
  });
});
