import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, tokenFor } from '../../../../test/support/buyer.js';
import { TestClock } from '../../../../test/support/clock.js';
import { makePaymentRun } from '../../../../test/support/payment-run.js';
import { SEEDED_OFFERS } from '../../../../test/support/seeded-offers.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { readRetention } from '../../../admin/retention/retention-periods.js';
import { applyRetention } from '../../../admin/retention/retention.js';
import { calendarDateIn } from '../../../core/calendar.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { accountTransactions, debtClaims } from '../../payments/account/account.tables.js';
import { settleCredit } from '../../payments/account/credit.job.js';
import { charges } from '../../payments/charges/charges.tables.js';
import { studios } from '../../studios/studios.tables.js';
import { idlePeriods } from '../idle-periods/idle-periods.tables.js';
import type { AgreedIdlePeriod } from '../idle-periods/idle-time.js';
import { sales } from '../sales/sales.tables.js';
import { advanceContracts } from './advance.job.js';
import type { Contract } from './contracts.js';
import { contracts } from './contracts.tables.js';
import { isIdlePeriodKey } from './planned-claims.js';
import { contractFor } from './signed.fixture.js';
import { TEN_YEARS } from './ten-years.fixture.js';

/*
 * Runs the jobs against the database over ten years. There is a contract for every seeded term, one contract with idle
 * periods, and one that payment runs collect from a stored instrument; the other contracts are paid by credit. The
 * clock shows 23:30 UTC, when it is already tomorrow in Berlin but still today in Chicago. For two years the jobs run
 * every eleven days, across both clock changes; after that, outages of three months follow one another.
 */
const DAY = 24 * 3600_000;
const START = '2027-01-31';
/** A term that ends automatically. */
const ENDED = 4104;
const MUCH = 10_000_000;
const clock = new TestClock(Date.parse(`${START}T23:30:00Z`));

let service: TestService;
let idle: Contract;
let collected: Contract;
/** Claims that were written after their due date although no outage delayed the jobs. */
let late: string[];

const rethrow = (fault: unknown) => {
  throw fault;
};
// In Sydney it is already the next day, so its studio is left out.
const terms = SEEDED_OFFERS.filter(({ studioId }) => studioId !== 1007).flatMap(({ studioId, offers }) =>
  offers.flatMap((offer) => offer.terms.map((term) => ({ studioId, offer, term }))),
);
const signedIds = new Map<number, number>();

beforeAll(async () => {
  service = await startTestService({ clock });
  const { db } = service.database;
  await db.update(studios).set({ settings: { decided: { paymentRuns: { automatic: true } } } });
  for (const { studioId, term } of terms) signedIds.set(term.id, (await sign(studioId, term.id)).id);
  idle = await sign(1001, 4105);
  await db.insert(idlePeriods).values([
    // This period spans the change to summer time on 26 March 2028.
    idlePeriod('2028-03-01', '2028-03-31', 'MONTH'),
    // This period spans the change back to winter time on 28 October 2029.
    idlePeriod('2029-10-22', '2029-10-31', 'DAY'),
  ]);
  collected = await sign(1001, 4101, await memberWithInstrument());
  late = await walk('2029-03-31', 11);
  await walk('2037-02-28', 92);
}, 180_000);
afterAll(() => service.close());

async function sign(studioId: number, termId: number, customerId?: number): Promise<Contract> {
  const { db } = service.database;
  const found = terms.find(({ term }) => term.id === termId);
  if (!found) throw new Error(`The seed has no term ${termId}.`);
  const credit = termId === ENDED ? (TEN_YEARS[ENDED]?.sum ?? 0) : MUCH;
  const member = customerId ?? (await memberWithCredit(studioId, credit));
  const [customer] = await db.select().from(customers).where(eq(customers.id, member));
  const saleId = randomUUID();
  await db.insert(sales).values({
    id: saleId,
    studioId,
    kind: 'SIGNUP',
    status: 'DONE',
    paymentCustomerId: customer?.paymentCustomerId ?? '',
    customerId: member,
    requestHash: saleId,
    createdAt: clock.now(),
    finishedAt: clock.now(),
    traceId: saleId,
  });
  const { id: _, ...contract } = contractFor(found.offer, found.term, START);
  const [made] = await db
    .insert(contracts)
    .values({ ...contract, customerId: member, saleId })
    .returning();
  if (!made) throw new Error('The contract was not inserted.');
  return made;
}

async function memberWithCredit(studioId: number, amount: number): Promise<number> {
  const { db } = service.database;
  const paymentCustomerId = randomUUID();
  await db.insert(paymentCustomers).values({ id: paymentCustomerId, studioId, createdAt: clock.now() });
  const [customer] = await db
    .insert(customers)
    .values({ studioId, paymentCustomerId, firstName: 'Ten', lastName: 'Years' })
    .returning();
  const [studio] = await db.select().from(studios).where(eq(studios.id, studioId));
  const customerId = customer?.id ?? 0;
  const credit = { customerId, amount, currency: studio?.currency ?? '', bookedAt: clock.now() };
  await db.insert(accountTransactions).values(credit);
  return customerId;
}

async function memberWithInstrument(): Promise<number> {
  const { token } = await tokenFor(service, {}, { iban: 'DE89370400440532013000' });
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.customerId;
}

function idlePeriod(
  startDate: string,
  endDate: string,
  unit: 'MONTH' | 'DAY',
): typeof idlePeriods.$inferInsert {
  const agreed: AgreedIdlePeriod = {
    startDate,
    endDate,
    unit,
    reason: { id: 1, name: 'Vacation', documentRequired: false },
    documentId: null,
    fee: { amount: 500, recurring: false },
    feeDescription: 'Idle period',
    monthlyContribution: 3990,
    freeTermStarts: [],
  };
  const at = clock.now();
  const state = 'ACCEPTED' as const;
  const kept = { asked: agreed, inForce: agreed, version: 1, createdAt: at, updatedAt: at };
  return { uuid: randomUUID(), contractId: idle.id, state, ...kept };
}

/** Runs the jobs every `everyDays` days. @returns the claims that were written after their due date. */
async function walk(until: string, everyDays: number): Promise<string[]> {
  const { context } = service.app;
  const end = Date.parse(`${until}T23:30:00Z`);
  const written = new Set<number>();
  const late: string[] = [];
  for (;;) {
    await advanceContracts(context, rethrow);
    // A second service would run the jobs again and find nothing to do.
    await advanceContracts(context, rethrow);
    const today = calendarDateIn(clock.now(), 'America/Chicago');
    for (const { id, dueDate, contractKey } of await context.db.select().from(debtClaims)) {
      const key = contractKey ?? '';
      const isLate = START < dueDate && dueDate < today && key !== '' && !isIdlePeriodKey(key);
      if (isLate && !written.has(id)) late.push(`${key} ${dueDate}`);
      written.add(id);
    }
    await settleCredit(context, rethrow);
    await makePaymentRun(context);
    const left = end - clock.now().getTime();
    if (left <= 0) return late;
    clock.advance(Math.min(left, everyDays * DAY));
  }
}

const claimsOf = (contractId: number) =>
  service.database.db
    .select()
    .from(debtClaims)
    .where(eq(debtClaims.contractId, contractId))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
const contractOf = async (id: number) => {
  const [contract] = await service.database.db.select().from(contracts).where(eq(contracts.id, id));
  return contract;
};
const dueIn = async (id: number, year: string) =>
  (await claimsOf(id))
    .filter(({ dueDate }) => dueDate.startsWith(year))
    .map(({ dueDate, amount }) => `${dueDate.slice(5)} ${amount}`);

test('every contract has cost what was counted by hand', async () => {
  const found: Record<number, object> = {};
  for (const [id, contractId] of signedIds) {
    const claims = (await claimsOf(contractId)).filter(({ dueDate }) => dueDate <= '2037-01-30');
    const sum = claims.reduce((total, { amount }) => total + amount, 0);
    found[id] = { count: claims.length, sum, endDate: (await contractOf(contractId))?.endDate };
    expect(claims.filter(({ isSettled }) => !isSettled)).toEqual([]);
  }
  expect(found).toEqual(TEN_YEARS);
});

test('while the jobs ran, everything was written down before it fell due', () => {
  expect(late).toEqual([]);
});

test('month ends: on the 31st, on the last day of a shorter month, in a leap year on 29 February', async () => {
  const days = '01-31 02-29 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31'.split(' ');
  expect(await dueIn(signedIds.get(4105) ?? 0, '2028')).toEqual(days.map((day) => `${day} 3990`));
});

test('idle periods over changes of the clock: a calendar month moves by a month, ten days by ten days', async () => {
  expect(await dueIn(idle.id, '2028')).toEqual([
    '01-31 3990', '02-29 3990', '03-01 500', '04-30 3990', '05-30 3990', '06-30 3990', '07-30 3990', '08-31 3990',
    '09-30 3990', '10-30 3990', '11-30 3990', '12-30 3990',
  ]); // prettier-ignore
  expect(await dueIn(idle.id, '2029')).toEqual([
    '01-31 3990', '02-28 3990', '03-28 3990', '04-30 3990', '05-30 3990', '06-30 3990', '07-30 3990', '08-31 3990',
    '09-30 3990', '10-22 500', '11-09 3990', '12-10 3990',
  ]); // prettier-ignore
});

test('payment runs have taken what fell due, once, and left nothing open', async () => {
  const { db } = service.database;
  const made = await db.select().from(charges).where(eq(charges.customerId, collected.customerId));
  // The sum of all claims until 30 January 2037 and the rates of 31 January and 28 February 2037; claims that fall due
  // later are not collected.
  const due = 120 * 3990 + 2900 + 20 * 1500 + 2 * 3990;
  expect(made.every(({ status }) => status === 'DONE')).toBe(true);
  expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(due);
  const taken = await service.takenFrom(collected.customerId);
  expect(taken.reduce((sum, amount) => sum + amount, 0)).toBe(due);
});

describe('what is old is removed', () => {
  test('and never written down, nor charged, again while the contract runs', async () => {
    const { context } = service.app;
    await applyRetention(context, { ...readRetention({}), ledgerYears: 1 }, rethrow);
    clock.advance(31 * DAY);
    await advanceContracts(context, rethrow);
    const isOpen = and(eq(debtClaims.contractId, collected.id), sql`not ${debtClaims.isSettled}`);
    const open = await context.db.select().from(debtClaims).where(isOpen).orderBy(asc(debtClaims.dueDate));
    expect(open.map(({ dueDate }) => dueDate)).toEqual(['2037-03-31', '2037-04-30', '2037-04-30']);
    // Retention has deleted the claims of a contract that ended long ago.
    expect(await claimsOf(signedIds.get(ENDED) ?? 0)).toEqual([]);
  });
});
