import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { bookings } from '../../modules/bookings/bookings.tables.js';
import { checkIns, checkInVoucherRedemptions } from '../../modules/check-ins/check-ins.tables.js';
import { trialSessionBookings } from '../../modules/classes/classes.tables.js';
import { vouchers } from '../../modules/memberships/vouchers/vouchers.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { taxExports } from '../../modules/tax-exports/tax-exports.tables.js';
import { readRetention } from './retention-periods.js';
import { applyRetention } from './retention.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // The visits of the seed would disturb the tests.
  await db().delete(checkIns);
});
afterAll(() => service.close());

/** A kind of row under test: how to store one at an instant, and the instants of the rows that remain. */
interface Kept {
  readonly keep: (at: Date) => Promise<unknown>;
  readonly times: () => Promise<Date[]>;
}

const instant = (text: string) => new Date(`${text}T10:00:00Z`);
const db = () => service.database.db;

const KINDS: Readonly<Record<string, Kept>> = {
  visits: {
    keep: (at) =>
      db()
        .insert(checkIns)
        .values({ studioId: 1001, customerId: 2001, checkedInAt: at, goneAt: at, checkedOutAt: at }),
    times: async () =>
      (await db().select().from(checkIns).where(eq(checkIns.customerId, 2001))).map(
        ({ checkedInAt }) => checkedInAt,
      ),
  },
  bookings: {
    keep: (at) =>
      db()
        .insert(bookings)
        .values({
          ...{ uuid: crypto.randomUUID(), studioId: 1001, customerId: 2001, kind: 'CLASS', subjectId: 1 },
          ...{ instructorIds: [], status: 'BOOKED', startsAt: at, endsAt: at, bookedAt: at },
        }),
    times: async () =>
      (await db().select().from(bookings).where(eq(bookings.customerId, 2001))).map(
        ({ bookedAt }) => bookedAt,
      ),
  },
  'bookings of trial sessions': {
    keep: (at) =>
      db().insert(trialSessionBookings).values({
        id: crypto.randomUUID(),
        studioId: 1001,
        startsAt: at,
        resourceId: 0,
        customerId: 2001,
        bookedAt: at,
      }),
    times: async () =>
      (await db().select().from(trialSessionBookings).where(eq(trialSessionBookings.customerId, 2001))).map(
        ({ startsAt }) => startsAt,
      ),
  },
  'files for tax advisors': {
    keep: (createdAt) =>
      db()
        .insert(taxExports)
        .values({
          ...{ uuid: crypto.randomUUID(), studioId: 1001, fromDate: '2026-01-01', toDate: '2026-01-31' },
          ...{ format: 'SINGLE', fileFormat: 'CSV', locale: 'ENGLISH', state: 'READY', createdAt },
        }),
    times: async () => (await db().select().from(taxExports)).map(({ createdAt }) => createdAt),
  },
  'audit records': {
    keep: (at) =>
      db().insert(auditRecords).values({
        studioId: 1001,
        action: 'check-in.start',
        actor: 'test',
        entity: 'customer 2001',
        changed: {},
        traceId: 'trace',
        createdAt: at,
      }),
    times: async () => (await db().select().from(auditRecords)).map(({ createdAt }) => createdAt),
  },
};

const remove = () =>
  applyRetention(service.app.context, readRetention({}), (fault) => {
    throw fault;
  });

describe('by default', () => {
  // The clock of the tests shows 2026-11-20.
  test.each([
    ['visits', '2025-11-19', '2025-11-21'],
    ['bookings', '2025-11-19', '2025-11-21'],
    ['bookings of trial sessions', '2025-11-19', '2025-11-21'],
    ['files for tax advisors', '2026-10-20', '2026-10-22'],
    ['audit records', '2016-11-19', '2016-11-21'],
  ])('%s of %s are removed, those of %s are kept', async (kind, old, younger) => {
    const { keep, times } = KINDS[kind] ?? expect.fail(kind);
    await keep(instant(old));
    await keep(instant(younger));
    expect(await times()).toHaveLength(2);
    await remove();
    expect(await times()).toEqual([instant(younger)]);
  });
});

test('a visit by a voucher is kept as long as its redemption, or the code would open the studio again', async () => {
  const at = instant('2020-01-01');
  const [visit] = await db()
    .insert(checkIns)
    .values({ studioId: 1001, customerId: 2002, checkedInAt: at, goneAt: at, checkedOutAt: at })
    .returning();
  const [voucher] = await db().select().from(vouchers);
  await db()
    .insert(checkInVoucherRedemptions)
    .values({
      id: crypto.randomUUID(),
      voucherId: voucher?.id ?? 0,
      studioId: 1001,
      customerId: 2002,
      studioAccessCode: 'CODE',
      redeemedAt: at,
      checkInId: visit?.id,
    });
  await remove();
  expect(await db().$count(checkIns, eq(checkIns.customerId, 2002))).toBe(1);
});
