import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../../src/store/membership-tables.js';
import { accountTransactions, customers, paymentCustomers, usages } from '../../src/store/schema.js';
import { SERVER } from '../support/database.js';
import { TwoServices, type Person } from '../support/two-services.js';

let services: TwoServices;

/** The other studio of the same currency. */
const MILANO = 1006;

describe.runIf(SERVER !== undefined)(
  'a member who moves to another studio meanwhile',
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      services = await TwoServices.start(SERVER ?? '');
    });
    afterAll(() => services.close());

    /** Sends a request that has found the member at the old studio, and lets the move commit while it waits for the lock. */
    const whileMoving = async <T>(
      { customerId, paymentCustomerId }: Person,
      send: () => Promise<T>,
    ): Promise<T> => {
      const { db } = services.database;
      let sent: Promise<T> | undefined;
      await db.transaction(async (tx) => {
        const isPerson = eq(paymentCustomers.id, paymentCustomerId);
        await tx.select().from(paymentCustomers).where(isPerson).for('no key update');
        sent = send();
        await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
        const moved = randomUUID();
        await tx.insert(paymentCustomers).values({ id: moved, studioId: MILANO, createdAt: new Date() });
        await tx
          .update(customers)
          .set({ studioId: MILANO, paymentCustomerId: moved })
          .where(eq(customers.id, customerId));
      });
      if (!sent) throw new Error('Nothing was sent.');
      return sent;
    };

    const waiting = async () => {
      const { rows } = (await services.database.db.execute(
        sql`select count(*)::int as number from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )) as { rows: { number: number }[] };
      return rows[0]?.number;
    };

    const tokenOf = async ({ customerId }: Person, fields: object) => {
      const payment = await services.paySepa(await services.session({ customerId, ...fields }));
      return payment.paymentRequestToken ?? '';
    };

    const nothingWasDone = async ({ customerId }: Person) => {
      const { db } = services.database;
      expect({
        usages: await db.$count(usages, eq(usages.customerId, customerId)),
        booked: await db.$count(accountTransactions, eq(accountTransactions.customerId, customerId)),
        contracts: await db.$count(contracts, eq(contracts.customerId, customerId)),
      }).toEqual({ usages: 0, booked: 0, contracts: 0 });
    };

    test('is not paid for with a token of the old studio', async () => {
      const person = await services.person();
      const token = await tokenOf(person, { amount: 30 });
      const { status, body } = await whileMoving(person, () => services.payAccount(person, token, 30));
      expect([status, body.errorCode]).toEqual([403, 'errormessage.permission.denied']);
      await nothingWasDone(person);
    });

    test('gets no instrument of the old studio', async () => {
      const person = await services.person();
      const token = await tokenOf(person, { scope: 'MEMBER_ACCOUNT', amount: 0 });
      const { status } = await whileMoving(person, () =>
        services.api(`customers/${person.customerId}/account/payment-instrument`, {
          paymentRequestToken: token,
        }),
      );
      expect(status).toBe(403);
      await nothingWasDone(person);
      const [member] = await services.database.db
        .select()
        .from(customers)
        .where(eq(customers.id, person.customerId));
      expect(member).toMatchObject({ paymentMethod: 'CASH', paymentInstrumentId: null });
    });

    test('buys no membership at the old studio', async () => {
      const person = await services.person();
      const startDate = new Date(Date.now() + 40 * 24 * 3600_000).toISOString().slice(0, 10);
      const { status } = await whileMoving(person, () =>
        services.api(`memberships/customers/${person.customerId}/add-membership`, {
          contractOfferTermId: 4104,
          startDate,
        }),
      );
      expect(status).toBe(403);
      await nothingWasDone(person);
    });
  },
);
