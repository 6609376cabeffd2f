import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.js';
import { contracts } from '../../src/store/membership-tables.js';
import { accountTransactions, customers, paymentCustomers, usages } from '../../src/store/schema.js';
import { TwoServices, type Person } from '../support/two-services.js';
import { whileHeld } from '../support/until.js';

let services: TwoServices;

/** The other studio of the same currency. */
const MILANO = 1006;

describe('a member who moves to another studio meanwhile', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  /** Sends a request that has found the member at the old studio, and lets the move commit while it waits for the lock. */
  const whileMoving = async <T>(
    { customerId, paymentCustomerId }: Person,
    send: () => Promise<T>,
  ): Promise<T> => {
    const isPerson = eq(paymentCustomers.id, paymentCustomerId);
    const hold = (tx: Database) => tx.select().from(paymentCustomers).where(isPerson).for('no key update');
    const [answer] = await whileHeld(services.database.db, hold, [send], async (tx) => {
      const moved = { id: randomUUID(), studioId: MILANO };
      await tx.insert(paymentCustomers).values({ ...moved, createdAt: services.now() });
      await tx
        .update(customers)
        .set({ studioId: MILANO, paymentCustomerId: moved.id })
        .where(eq(customers.id, customerId));
    });
    return answer as T;
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
    const { status } = await whileMoving(person, () =>
      services.api(`memberships/customers/${person.customerId}/add-membership`, {
        contractOfferTermId: 4104,
        startDate: services.day(40),
      }),
    );
    expect(status).toBe(403);
    await nothingWasDone(person);
  });
});
