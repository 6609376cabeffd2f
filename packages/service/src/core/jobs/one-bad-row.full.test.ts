import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NINA, tokenFor } from '../../../test/support/buyer.js';
import { requestToken } from '../../../test/support/clients.js';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { repeatRecentErasures } from '../../admin/retention/erased-customers.js';
import { requireNoTestData } from '../../admin/seed/require-no-test-data.js';
import { registerStudios } from '../../admin/seed/register-studios.js';
import { performStaffAction } from '../../admin/staff-actions.js';
import { checkIns } from '../../modules/check-ins/check-ins.tables.js';
import { endForgottenVisits } from '../../modules/check-ins/forgotten-visits.job.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { advanceContracts } from '../../modules/memberships/contracts/advance.job.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import { accountTransactions, debtClaims } from '../../modules/payments/account/account.tables.js';
import { settleCredit } from '../../modules/payments/account/credit.job.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { runPayments } from '../../modules/payments/charges/payment-runs.job.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import type { SimulatorProvider } from '../../modules/payments/providers/simulator/simulator-provider.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { originRules } from '../../modules/studios/origins.js';
import { studioOrigins } from '../../modules/studios/origins.tables.js';
import { isTimeZone } from '../../modules/studios/studios.js';
import { studios } from '../../modules/studios/studios.tables.js';

/*
 * A fault in the stored row of one studio or person must not affect any other. The damaged studios are read before the
 * studio under test.
 */

let service: TestService;
const faults: unknown[] = [];
const onFault = (fault: unknown) => void faults.push(fault);
const said = () => faults.map((fault) => (fault instanceof Error ? fault.message : 'no error'));
beforeEach(async () => {
  service = await startTestService();
  faults.length = 0;
});
afterEach(() => service.close());

const DAMAGED = 1;
const BAD_CREDITOR = expect.stringContaining(`The JSON of studios.creditor (row ${DAMAGED})`) as string;
const BAD_ZONE = 'Moon/Crater';

/** Adds a studio whose row this version cannot read. */
async function addDamaged(changes: { creditor?: unknown; timeZone?: string }): Promise<void> {
  const { creditor, timeZone } = changes;
  await service.database.db.execute(sql`
    insert into studios (id, name, currency, time_zone, language, region, creditor, public_key, payment_methods,
      settings)
    select ${DAMAGED}, name, currency, ${timeZone ?? 'Europe/Berlin'}, language, region,
      ${creditor === undefined ? sql`creditor` : sql`${JSON.stringify(creditor)}::jsonb`}, 'pk_damaged', payment_methods,
      settings
    from studios where id = 1001`);
}

describe('a studio whose JSON cannot be read', () => {
  beforeEach(() => addDamaged({ creditor: { name: ['Mara Lindner'] } }));

  test('has its visits ended, as the others have', async () => {
    const { db } = service.database;
    const goneAt = service.clock.now();
    await db.insert(checkIns).values([
      { studioId: DAMAGED, customerId: 2003, checkedInAt: goneAt, goneAt },
      { studioId: 1001, customerId: 2001, checkedInAt: goneAt, goneAt },
    ]);
    await endForgottenVisits(service.app.context, onFault);
    const ended = await db.select().from(checkIns).where(eq(checkIns.checkedInAt, goneAt));
    expect(ended.map(({ checkedOutAt }) => checkedOutAt)).toEqual([goneAt, goneAt]);
    expect(said()).toEqual([]);
  });

  test('is named, and the others have their payment runs', async () => {
    const { db } = service.database;
    await performStaffAction(service.app.context, {
      name: 'settings.set',
      studioId: 1001,
      actor: 'test',
      input: { subject: 'paymentRuns', values: { automatic: true } },
      traceId: 'test',
    });
    const { token } = await tokenFor(service, {});
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
    const { customerId } = made.body;
    await db
      .insert(debtClaims)
      .values({ customerId, description: 'Fee', amount: 500, dueDate: '2001-01-01' });
    await runPayments(service.app.context, onFault);
    expect(said()).toEqual([BAD_CREDITOR]);
    expect(await db.$count(charges, eq(charges.customerId, customerId))).toBe(1);
  });

  test('is named, and the provider knows the others', async () => {
    const { db } = service.database;
    const registered: string[] = [];
    const providerOf = ({ publicKey }: { publicKey: string }) =>
      ({ registerAccount: async () => void registered.push(publicKey) }) as unknown as SimulatorProvider;
    await registerStudios({ ...service.app.context, report: onFault }, providerOf, []);
    expect(registered).toHaveLength((await db.$count(studios)) - 1);
    expect(said()).toEqual([BAD_CREDITOR]);
  });

  test('keeps its pages', async () => {
    const { db } = service.database;
    await db.insert(studioOrigins).values({ studioId: DAMAGED, pattern: 'https://damaged.example' });
    expect(await originRules(service.app.context, []).isOfAny('https://damaged.example')).toBe(true);
  });

  test('is named, and who was erased at the others is erased again', async () => {
    const { db } = service.database;
    const erasedAt = service.clock.now();
    await db
      .update(customers)
      .set({ erasedAt })
      .where(inArray(customers.id, [2001, 2002]));
    await db.update(customers).set({ studioId: DAMAGED }).where(eq(customers.id, 2001));
    expect(await db.$count(checkIns, eq(checkIns.customerId, 2002))).toBeGreaterThan(0);
    await repeatRecentErasures(service.app.context, onFault);
    expect(await db.$count(checkIns, eq(checkIns.customerId, 2002))).toBe(0);
    expect(said()).toEqual([BAD_CREDITOR]);
  });

  test('is named, and the books of the others are compared', async () => {
    const { db } = service.database;
    const paid = async () => {
      const token = await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
      const payment = await service.gateway(token).paySepa();
      await service.api().post('/v1/customers/2001/account/payment', {
        paymentRequestToken: requestToken(payment),
        amount: { amount: 25, currency: 'EUR' },
      });
      return payment.id;
    };
    const theirs = await paid();
    await paid();
    const [payment] = await db.select().from(payments).where(eq(payments.id, theirs));
    await db
      .update(paymentSessions)
      .set({ studioId: DAMAGED })
      .where(eq(paymentSessions.id, payment?.sessionId ?? ''));
    const { out, err, code } = await giveCommand(service, ['check']);
    expect(err).toBe('');
    expect(out).toContain(
      `1 payments and charges of studio ${DAMAGED} are not compared: The JSON of studios.`,
    );
    expect(out).toContain('Payments compared: 1. Findings: 2.');
    expect(out).not.toContain('Lindner');
    expect(code).toBe(1);
  });

  test('is named, and the others are listed', async () => {
    const { out, err, code } = await giveCommand(service, ['studio', 'list']);
    expect(out).toContain('1001');
    expect([err, code]).toEqual([expect.stringContaining('studios.creditor (row 1)'), 1]);
  });

  test('keeps no service from its start where the published keys are looked for', async () => {
    const { db } = service.database;
    await db.insert(studioOrigins).values({ studioId: DAMAGED, pattern: 'http://localhost:*' });
    await expect(requireNoTestData(db, 'live')).rejects.toThrow('the origin http://localhost:* (studio 1)');
  });

  test('stops no contract of the others, which need nothing of it', async () => {
    await advanceContracts(service.app.context, onFault);
    expect(said()).toEqual([]);
  });
});

describe('a studio whose time zone nobody knows', () => {
  beforeEach(() => addDamaged({ timeZone: BAD_ZONE }));

  /**
   * Adds a claim and enough credit to a customer.
   *
   * @returns the id of the claim
   */
  const oweWithCredit = async (customerId: number): Promise<number> => {
    const { db } = service.database;
    const bookedAt = service.clock.now();
    await db.insert(accountTransactions).values({ customerId, amount: 500, currency: 'EUR', bookedAt });
    const claim = { customerId, description: 'Fee', amount: 500, dueDate: '2001-01-01' };
    const [made] = await db.insert(debtClaims).values(claim).returning();
    return made?.id ?? 0;
  };

  test('is named, and the credit of the others is settled', async () => {
    const { db } = service.database;
    const moved = [2001, 2002];
    for (const customerId of moved) await oweWithCredit(customerId);
    await db.update(customers).set({ studioId: DAMAGED }).where(inArray(customers.id, moved));
    const claimId = await oweWithCredit(2003);
    await settleCredit(service.app.context, onFault);
    const [settled] = await db.select().from(debtClaims).where(eq(debtClaims.id, claimId));
    expect(settled?.isSettled).toBe(true);
    expect(said()).toEqual([
      `Credit of 2 customers of studio ${DAMAGED} is not settled: its time zone "${BAD_ZONE}" is not known.`,
    ]);
  });

  test('keeps no visit of a member at another studio back', async () => {
    const { db } = service.database;
    const checkedInAt = service.clock.now();
    await db.insert(checkIns).values([
      { studioId: DAMAGED, customerId: 2001, checkedInAt, goneAt: checkedInAt, checkedOutAt: checkedInAt },
      { studioId: 1001, customerId: 2001, checkedInAt, goneAt: checkedInAt, checkedOutAt: checkedInAt },
    ]);
    const { status, body } = await service.api().request<{ result: readonly Record<string, unknown>[] }>({
      url: '/v1/customers/2001/activities/checkins?fromDate=2026-11-20&toDate=2026-11-20',
    });
    expect(status).toBe(200);
    const ofNow = body.result.slice(-2);
    expect(ofNow.map(({ studioId }) => studioId)).toEqual([DAMAGED, 1001]);
    expect(new Set(ofNow.map(({ checkInDateTime }) => checkInDateTime)).size).toBe(1);
  });

  test('gets another name, and another zone only if it is known', async () => {
    await staff(service, 'studio.set', { name: 'Ostkreuz' }, DAMAGED);
    const [changed] = await service.database.db.select().from(studios).where(eq(studios.id, DAMAGED));
    expect(changed?.name).toBe('Ostkreuz');
    await expect(staff(service, 'studio.set', { timeZone: BAD_ZONE }, DAMAGED)).rejects.toThrow(
      'timeZone is',
    );
  });

  test('is named, and the contracts of the others continue', async () => {
    const { db } = service.database;
    await db.update(contracts).set({ nextChange: '2001-01-01' });
    await advanceContracts(service.app.context, onFault);
    expect(faults).toHaveLength(1);
    expect(await db.$count(contracts, eq(contracts.nextChange, '2001-01-01'))).toBe(0);
  });
});

test('an instrument that cannot be read is named and left out of the list; the session and the others are shown', async () => {
  const { db } = service.database;
  const [person] = await db.select().from(customers).where(eq(customers.id, 2001));
  const row = (token: string) => ({
    id: crypto.randomUUID(),
    token,
    paymentCustomerId: person?.paymentCustomerId ?? '',
    paymentMethod: 'SEPA' as const,
    status: 'ACTIVE' as const,
    details: { sepa: { bankAccountDetails: { accountHolder: token, iban: 'DE89 **** 3000' } } },
    provider: 'SIMULATOR' as const,
    providerReference: token,
    createdAt: service.clock.now(),
  });
  const [bad, good] = [row('bad'), row('good')];
  await db.insert(paymentInstruments).values([bad, good]);
  await db.execute(sql`update payment_instruments set details = '{"sepa": 4711}' where id = ${bad.id}`);
  const token = await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
  const { status, body } = await service.gateway(token).session();
  const tokens = body.paymentInstruments.map(({ token: listed }) => listed);
  expect([status, tokens.includes('good'), tokens.includes('bad')]).toEqual([200, true, false]);
});

test('upc-service check names every row that cannot be read, and a time zone that nobody knows', async () => {
  const { db } = service.database;
  await addDamaged({ creditor: { name: ['Mara Lindner'] }, timeZone: BAD_ZONE });
  const ofSomebodyElse = service.app.context.keys.encrypt('{}', 'customers somebody else');
  await db.update(customers).set({ identityEncrypted: ofSomebodyElse }).where(eq(customers.id, 2001));
  const [person] = await db.select().from(customers).where(eq(customers.id, 2001));
  const sale = {
    id: crypto.randomUUID(),
    studioId: 1001,
    kind: 'CUSTOMER' as const,
    status: 'RESERVED' as const,
    paymentCustomerId: person?.paymentCustomerId ?? '',
    requestHash: 'hash',
    planEncrypted: ofSomebodyElse,
    createdAt: service.clock.now(),
    traceId: 'test',
  };
  await db.insert(sales).values(sale);
  const { out, code, err } = await giveCommand(service, ['check']);
  expect(err).toBe('');
  expect(out).toContain(`The JSON of studios.creditor (row ${DAMAGED})`);
  expect(out).toContain(`sales.plan_encrypted (row ${sale.id}) cannot be decrypted`);
  expect(out).toContain('customers.identity_encrypted (row 2001) cannot be decrypted');
  expect(out).toContain(`The time zone "${BAD_ZONE}" of studio ${DAMAGED}`);
  expect(out).not.toContain('Lindner');
  expect(code).toBe(1);
});

test('upc-service check names a time zone that the database does not know', async () => {
  await addDamaged({ timeZone: 'US/Pacific-New' });
  const { out } = await giveCommand(service, ['check']);
  expect(out).toContain(`The time zone "US/Pacific-New" of studio ${DAMAGED}`);
});

describe('the time zone of a studio', () => {
  test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'EST5EDT', 'Etc/GMT+5'])(
    '%s is taken',
    async (zone) => {
      expect(await isTimeZone(service.database.db, zone)).toBe(true);
    },
  );

  // Abbreviations are ambiguous: IST is India for Node and Israel for PostgreSQL.
  test.each(['VST', 'IST', 'ACT', 'Factory', '+01:00', 'Europe/Atlantis', ''])(
    '%s is refused',
    async (zone) => {
      expect(await isTimeZone(service.database.db, zone)).toBe(false);
    },
  );
});
