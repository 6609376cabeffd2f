import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { classes, classSlots } from '../../modules/classes/classes.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { readIdentity } from '../../modules/customers/identity.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { vouchers } from '../../modules/memberships/vouchers/vouchers.tables.js';
import { debtClaims } from '../../modules/payments/account/account.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';

/* A studio moves to this service: files supply its vouchers, classes, customers and contracts. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const STUDIO = 1003;
const OFFER_TERM = 4501;

const load = (subject: string, given: unknown, more: Record<string, unknown> = {}) => {
  const options = { [plural[subject] ?? subject]: given, ...more };
  const texts = Object.entries(options).flatMap(([name, value]) => [`--${name}`, JSON.stringify(value)]);
  return giveCommand(service, [subject, 'import', '--studio', String(STUDIO), ...texts]);
};
const plural: Readonly<Record<string, string>> = {
  voucher: 'vouchers',
  class: 'classes',
  customer: 'customers',
  contract: 'contracts',
};

const voucher = {
  code: 'TEN',
  type: 'CREDIT',
  credit: 1000,
  validFrom: '2026-01-01',
  validUntil: '2027-12-31',
  maximumRedemptions: null,
  offerIds: [4401],
  textBlocks: [],
};
const ada = {
  id: 90_001,
  firstName: 'Ada',
  lastName: 'Moss',
  profile: { email: 'ada@example.com', dateOfBirth: '1990-02-03', countryCode: 'GB' },
};
const contract = { id: 590_001, customerId: 90_001, offerTermId: OFFER_TERM, startDate: '2026-09-20' };
const yoga = {
  id: 90_001,
  places: 8,
  weekly: [{ dayOfWeek: 5, from: '17:00', until: '18:00' }],
  plannedUntil: '2026-12-31',
  title: 'Yoga',
  type: 'STUDIO',
  duration: 60,
  category: 'Fitness',
  description: 'For all.',
  bookable: true,
  cancelCondition: {
    cancelationAfterLatestPossible: false,
    latestCancelTerm: { value: 2, unit: 'HOURS' },
  },
  bookingOpens: { value: 1, unit: 'YEAR' },
  bookingCloses: { value: 30, unit: 'MINUTES' },
  location: { id: 1, name: 'Room 2' },
};

describe('a file', () => {
  test('of vouchers is imported, and imported again with changes', async () => {
    const { out, err } = await load('voucher', [voucher]);
    expect([out, err]).toEqual([`voucher.import: studio ${STUDIO} {"vouchers":["TEN"]}\n`, '']);
    await load('voucher', [{ ...voucher, credit: 1500 }]);
    const rows = await service.database.db.select().from(vouchers).where(eq(vouchers.studioId, STUDIO));
    expect(rows.map(({ definition }) => definition)).toEqual([{ ...voucher, credit: 1500 }]);
  });

  test('of classes plans their slots; planned slots stay unchanged', async () => {
    const { db } = service.database;
    for (const places of [8, 9]) {
      expect((await load('class', [{ ...yoga, places }])).err).toBe('');
      const slots = await db.select().from(classSlots).where(eq(classSlots.classId, yoga.id));
      // The slots are on the Fridays from 20 November to 25 December.
      expect(slots.map(({ maxParticipants }) => maxParticipants)).toEqual([8, 8, 8, 8, 8, 8]);
    }
    const [kept] = await db.select().from(classes).where(eq(classes.id, yoga.id));
    expect(kept).toMatchObject({ studioId: STUDIO, definition: { title: 'Yoga' }, trialOfferId: null });
  });

  test('of customers adds them, with their identity encrypted', async () => {
    expect((await load('customer', [ada, { firstName: 'Bo', lastName: 'Lund' }])).err).toBe('');
    const { db, keys } = service.app.context;
    const [customer] = await db.select().from(customers).where(eq(customers.id, ada.id));
    if (!customer) throw new Error('The customer was not found.');
    expect(customer.profile).toEqual({
      firstName: 'Ada',
      lastName: 'Moss',
      email: 'ada@example.com',
      countryCode: 'GB',
    });
    expect(readIdentity(keys, customer)).toEqual({ dateOfBirth: '1990-02-03' });
    const [record] = await db.select().from(auditRecords).where(eq(auditRecords.action, 'customer.import'));
    expect(record?.changed).toEqual({ customersAdded: [ada.id, expect.any(Number)] });
  });

  test('of contracts adds them with their fees, of which the latest are unpaid', async () => {
    expect((await load('contract', [{ ...contract, unpaid: 1 }])).err).toBe('');
    const { db } = service.database;
    const [made] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(made).toMatchObject({ startDate: '2026-09-20', endDate: '2027-09-19', cancelation: null });
    const claims = await db
      .select({ dueDate: debtClaims.dueDate, isSettled: debtClaims.isSettled })
      .from(debtClaims)
      .where(and(eq(debtClaims.contractId, contract.id), eq(debtClaims.amount, 3500)))
      .orderBy(debtClaims.dueDate);
    expect(claims.slice(0, 4)).toEqual([
      { dueDate: '2026-09-20', isSettled: true },
      { dueDate: '2026-10-20', isSettled: true },
      { dueDate: '2026-11-20', isSettled: false },
      { dueDate: '2026-12-20', isSettled: false },
    ]);
  });
});

describe('rejects a file and stores nothing of it:', () => {
  test.each([
    ['voucher', { ...voucher, code: 'NEW', offerIds: [4001] }, 'studio 1003 has no offer 4001'],
    [
      'voucher',
      { ...voucher, code: 'NEW', validUntil: '2025-01-01' },
      'valid until 2025-01-01, before it begins',
    ],
    ['voucher', { ...voucher, code: 'NEW', crdit: 5 }, 'crdit'],
    ['class', { ...yoga, id: 11_001 }, 'The id 11001 belongs to a class of another studio'],
    ['class', { ...yoga, id: 90_002, trialOfferId: 10_001 }, 'studio 1003 has no trial offer 10001'],
    [
      'class',
      { ...yoga, id: 90_002, weekly: [{ dayOfWeek: 8, from: '17:00', until: '18:00' }] },
      'dayOfWeek',
    ],
    ['customer', { ...ada, id: 2001 }, 'Customer 2001 already exists'],
    ['customer', { ...ada, id: 100_001 }, '100000'],
    ['customer', { ...ada, id: 90_009, profile: { dateOfBirth: '2027-01-01' } }, 'dateOfBirth'],
    ['customer', { ...ada, id: 90_009, profile: { mail: 'ada@example.com' } }, 'mail'],
    ['contract', { ...contract, id: 599_004 }, 'Contract 599004 already exists'],
    ['contract', { ...contract, id: 590_002, customerId: 2001 }, 'There is no customer 2001'],
    [
      'contract',
      { ...contract, id: 590_002, offerTermId: 4100 },
      'No offer of studio 1003 has a term with id 4100',
    ],
    ['contract', { ...contract, id: 590_002, unpaid: 9 }, '9 unpaid fees, but only 4 have fallen due'],
  ])('a %s %j', async (subject, given, problem) => {
    const { code, err } = await load(subject, [given]);
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
    const { db } = service.database;
    expect(await db.$count(contracts, eq(contracts.id, 590_002))).toBe(0);
    expect(await db.$count(classes, eq(classes.id, 90_002))).toBe(0);
  });
});
