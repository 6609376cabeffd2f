import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { aggregatorMembers } from '../../src/modules/aggregators/aggregators.tables.js';
import { benefitUses } from '../../src/modules/benefits/benefits.tables.js';
import { checkInVoucherRedemptions } from '../../src/modules/check-ins/check-ins.tables.js';
import { bookings } from '../../src/modules/bookings/bookings.tables.js';
import { classSlots } from '../../src/modules/classes/classes.tables.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { vouchers } from '../../src/modules/memberships/vouchers/vouchers.tables.js';
import { amendments } from '../../src/modules/self-service/amendments.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { TwoServices } from '../support/two-services.js';

const ROUNDS = 6;
const AT_ONCE = 6;

let services: TwoServices;

describe('two processes on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  /** Sends the same kind of request to both processes at the same time. */
  const atOnce = <T>(send: (index: number, at: 0 | 1) => Promise<T>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(index, index % 2 === 0 ? 0 : 1)));
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

  test('a check-in voucher is redeemed once', async () => {
    const { db } = services.database;
    for (const round of rounds) {
      const voucherCode = `RACE-${randomUUID()}`;
      const definition = {
        code: voucherCode,
        type: 'CHECKIN' as const,
        validFrom: '2025-01-01',
        validUntil: '2035-12-31',
        maximumRedemptions: null,
        offerIds: null,
        textBlocks: [],
      };
      const [voucher] = await db
        .insert(vouchers)
        .values({ studioId: 1001, code: voucherCode, definition })
        .returning();
      const answers = await atOnce((index, at) => {
        const email = `${round}.${index}@race.example`;
        return services.api(
          'checkin-vouchers/redeem',
          { voucherCode, firstname: 'R', lastname: 'C', email },
          at,
        );
      });
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const redeemed = eq(checkInVoucherRedemptions.voucherId, voucher?.id ?? 0);
      expect(await db.$count(checkInVoucherRedemptions, redeemed)).toBe(1);
    }
  });

  test('one customer gets a PIN, and one change of an address waits', async () => {
    const address = { street: 'Weg 1', zipCode: '10115', city: 'Berlin', countryCode: 'DE' };
    for (const round of rounds) {
      const medium = { type: 'PIN', value: String(910_000 + round) };
      const given = await atOnce((index, at) =>
        services.api(`customers/${[2001, 2004, 2005][index % 3]}/access-mediums`, medium, at),
      );
      expect(given.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      await services.database.db.delete(amendments);
      const asked = await atOnce((index, at) =>
        services.api('customers/2001/self-service/address-data', { ...address, floor: String(index) }, at),
      );
      expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      expect(await services.database.db.$count(amendments)).toBe(1);
    }
  });

  test('a benefit is used as often as its contingent allows', async () => {
    const { db } = services.database;
    const isTheirs = eq(contracts.customerId, 2005);
    const [contract] = await db.select().from(contracts).where(isTheirs);
    await db.update(contracts).set({ startDate: '2020-01-01', endDate: '2035-12-31' }).where(isTheirs);
    const contingent = { uses: 2, period: 'CONTRACT' } as const;
    const benefit = { key: 'RACE', name: 'Race', membershipOfferIds: null, contingent };
    const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
    const decided = { ...studio?.settings.decided, benefits: { benefits: [benefit] } };
    await db.update(studios).set({ settings: { decided } }).where(eq(studios.id, 1001));
    for (const _ of rounds) {
      await db.delete(benefitUses);
      const used = await atOnce((_index, at) => services.api('customers/2005/benefits/RACE/use', {}, at));
      expect(used.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
      expect(await db.$count(benefitUses)).toBe(2);
    }
    await db.delete(benefitUses);
    await db
      .update(contracts)
      .set({ startDate: contract?.startDate, endDate: contract?.endDate })
      .where(isTheirs);
  });

  test('an aggregator member is made once, whom every answer names', async () => {
    const { db } = services.database;
    for (const _ of rounds) {
      const aggregatorId = `R-${randomUUID()}`;
      const person = { aggregatorId, firstName: 'Race', lastName: aggregatorId };
      const answers = await atOnce((_index, at) =>
        services.api<{ customerId: number }>('aggregators/member', person, at),
      );
      const made = await db
        .select()
        .from(aggregatorMembers)
        .where(eq(aggregatorMembers.aggregatorId, aggregatorId));
      expect(made).toHaveLength(1);
      expect(answers.map(({ status, body }) => [status, body.customerId])).toEqual(
        answers.map(() => [200, made[0]?.customerId]),
      );
      expect(await db.$count(customers, eq(customers.lastName, aggregatorId))).toBe(1);
    }
  });

  test('a lead is made once', async () => {
    const { db } = services.database;
    for (const _ of rounds) {
      const email = `${randomUUID()}@race.example`;
      const leadCustomerData = { firstname: 'Race', lastname: 'Lead', email };
      const answers = await atOnce((_index, at) =>
        services.api('trial-offers/lead/create', { leadCustomerData, trialOfferConfigId: 10_001 }, at),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
      const isLead = sql`${customers.profile} ->> 'email' = ${email}`;
      expect(await db.$count(customers, isLead)).toBe(1);
    }
  });

  test('the last places of a slot are booked once each, and nobody books more than their contingent', async () => {
    const { db } = services.database;
    const slots = await db
      .select()
      .from(classSlots)
      .where(and(eq(classSlots.classId, 11_001), gt(classSlots.startsAt, services.now())))
      .orderBy(asc(classSlots.startsAt))
      .limit(ROUNDS * AT_ONCE + ROUNDS);
    for (const round of rounds) {
      const slot = slots[round];
      await db
        .update(classSlots)
        .set({ maxParticipants: 2 })
        .where(eq(classSlots.id, slot?.id ?? 0));
      const persons = await Promise.all(Array.from({ length: AT_ONCE }, () => services.person()));
      const book = (customerId: number | undefined, classSlotId: number | undefined, at: 0 | 1) =>
        services.api('trial-offers/classes/booking/book', { customerId, classSlotId }, at);
      const answers = await atOnce((index, at) => book(persons[index]?.customerId, slot?.id, at));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
      expect(await db.$count(bookings, eq(bookings.subjectId, slot?.id ?? 0))).toBe(2);
      const greedy = persons[answers.findIndex(({ status }) => status === 400)]?.customerId;
      const others = slots.slice(ROUNDS + round * AT_ONCE, ROUNDS + (round + 1) * AT_ONCE);
      await atOnce((index, at) => book(greedy, others[index]?.id, at));
      const own = and(
        eq(bookings.customerId, greedy ?? 0),
        inArray(
          bookings.subjectId,
          others.map(({ id }) => id),
        ),
      );
      expect(await db.$count(bookings, own)).toBe(2);
    }
  });
});
