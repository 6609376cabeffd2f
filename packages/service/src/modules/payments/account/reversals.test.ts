import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/support/database.js';
import { laterModules } from '../../../make-context.js';
import type { CalendarDate } from '../../../core/calendar.js';
import type { OpenDatabase } from '../../../core/database/database.js';
import { accountTransactions, claimPayments, debtClaims } from './account.tables.js';
import { bookPayment, restoreTransaction, reverseTransaction } from './bookings.js';
import { openClaims } from './claims.js';
import { freeCredit } from './credit.js';

let database: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a payment that comes and goes opens each time what it pays at that time', async () => {
  const { db } = database;
  const customerId = 2001;
  await db.delete(claimPayments);
  await db.delete(debtClaims).where(eq(debtClaims.customerId, customerId));
  const today = '2026-11-19' as CalendarDate;
  const time = { today, bookedAt: new Date('2026-11-19T10:00:00Z') };
  const owe = async (amount: number) => {
    await db.insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate: today });
  };
  const pay = async (amount: number) => {
    await bookPayment({ ...laterModules, clock: { now: () => time.bookedAt } }, db, {
      customerId,
      by: null,
      amount,
      currency: 'EUR',
      claimIds: null,
      ...time,
    });
    const [made] = await db.select().from(accountTransactions).orderBy(desc(accountTransactions.id)).limit(1);
    return made?.id ?? 0;
  };
  const state = async () => ({
    open: (await openClaims(db, customerId)).map(({ open }) => open),
    credit: await freeCredit(laterModules, db, customerId),
  });
  const credit = (await state()).credit;
  await owe(3000);
  const paid = await pay(3000);
  const isBooked = async (book: typeof reverseTransaction, ...open: number[]) => {
    const bookAgain = () => book(laterModules, db, paid, time);
    expect([await bookAgain(), await bookAgain()]).toEqual([expect.any(Array), null]);
    expect((await state()).open).toEqual(open);
  };
  expect(await restoreTransaction(laterModules, db, paid, time)).toBeNull();
  await isBooked(reverseTransaction, 3000);
  // Another payment has paid the claim in the meantime, so the restored money pays the next one.
  await pay(3000);
  await isBooked(restoreTransaction);
  await owe(1000);
  await isBooked(reverseTransaction, 1000);
  await isBooked(restoreTransaction);
  expect((await state()).credit).toBe(credit + 2000);
  await isBooked(reverseTransaction, 1000);
  expect((await state()).credit).toBe(credit);
});
