import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA, TERMS } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { deleteOldLedgers } from '../../../admin/retention/ledger.js';
import { performStaffAction } from '../../../admin/staff-actions.js';
import { accountTransactions, debtClaims } from '../../payments/account/account.tables.js';
import { advanceContracts } from '../contracts/advance.job.js';
import { contracts } from '../contracts/contracts.tables.js';
import { aVoucher } from '../offers/an-offer.fixture.js';
import { vouchers } from './vouchers.tables.js';

/*
 * A voucher's credit belongs to the member from the start of the contract, and only while the contract is kept. Amounts
 * are in cents.
 */

const DAY = 24 * 3600_000;

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  customerId = made.body.customerId;
});

const day = (fromNow: number) =>
  new Date(service.clock.now().getTime() + fromNow * DAY).toISOString().slice(0, 10);
const rethrow = (fault: unknown) => {
  throw fault;
};
const advance = async (days: number) => {
  service.clock.advance(days * DAY);
  await advanceContracts(service.app.context, rethrow);
};
const staff = (name: string, input: object) =>
  performStaffAction(service.app.context, {
    name,
    studioId: 1001,
    actor: 'test',
    input,
    traceId: randomUUID(),
  });
const sign = (startsIn: number, voucherCode = 'CREDIT25') =>
  service.api().post<ErrorBody | null>(`/v1/memberships/customers/${customerId}/add-membership`, {
    contractOfferTermId: TERMS.free,
    startDate: day(startsIn),
    voucherCode,
  });
/** Signs a free contract of two weeks with 25.00 of credit. @returns its id */
const signed = async (startsIn: number): Promise<number> => {
  const { status, body } = await sign(startsIn);
  expect(status, JSON.stringify(body)).toBe(200);
  const [found] = await service.database.db
    .select()
    .from(contracts)
    .where(eq(contracts.customerId, customerId));
  return found?.id ?? 0;
};
const owe = async (amount: number) => {
  await service.database.db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount, dueDate: day(0) });
};
const balance = async () => {
  const { body } = await service
    .api()
    .request<{ accountBalance: { amount: number } }>({ url: `/v1/customers/${customerId}/account/balances` });
  return Math.round(body.accountBalance.amount * 100);
};
const booked = async () => {
  const rows = await service.database.db
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.customerId, customerId))
    .orderBy(asc(accountTransactions.id));
  return rows.map(({ amount }) => amount);
};
const isSettled = async () => {
  const [found] = await service.database.db
    .select()
    .from(debtClaims)
    .where(eq(debtClaims.customerId, customerId));
  return found?.isSettled;
};

describe('the credit of a voucher', () => {
  test('is booked once when the contract starts, and pays nothing before', async () => {
    await signed(10);
    await owe(1500);
    await advance(9);
    expect([await booked(), await balance(), await isSettled()]).toEqual([[], -1500, false]);
    await advance(1);
    await advance(1);
    expect([await booked(), await balance(), await isSettled()]).toEqual([[2500], 1000, true]);
  });

  test('of a contract that starts today is booked immediately', async () => {
    await owe(1500);
    await signed(0);
    expect([await booked(), await balance(), await isSettled()]).toEqual([[2500], 1000, true]);
  });

  test('waits for the start, even if the contract changes before', async () => {
    const contractId = await signed(10);
    await staff('contract.cancel', { contractId, origin: 'CUSTOMER' });
    await staff('contract.withdraw-cancelation', { contractId });
    await advance(9);
    expect(await booked()).toEqual([]);
    await advance(1);
    expect(await booked()).toEqual([2500]);
  });

  test.each([
    ['before it starts', 5],
    ['to a day of the initial runtime', 12],
  ])('is never booked when the contract is cancelled before its start, to end %s', async (_, endsIn) => {
    const contractId = await signed(10);
    await staff('contract.cancel', { contractId, origin: 'STUDIO', date: day(endsIn) });
    await advance(20);
    expect(await booked()).toEqual([]);
  });

  test('is reversed on early cancellation, even if spent, and restored with the contract', async () => {
    await owe(1500);
    const contractId = await signed(0);
    expect([await balance(), await isSettled()]).toEqual([1000, true]);
    await staff('contract.cancel', { contractId, origin: 'STUDIO', date: day(3) });
    expect([await booked(), await balance(), await isSettled()]).toEqual([[2500, -2500], -1500, false]);
    await advance(1);
    expect(await booked()).toHaveLength(2);
    await staff('contract.withdraw-cancelation', { contractId });
    expect([await booked(), await balance(), await isSettled()]).toEqual([[2500, -2500, 2500], 1000, true]);
  });

  test('does not affect the contract after retention has deleted it', async () => {
    await owe(2500);
    await signed(0);
    const cutoff = new Date(service.clock.now().getTime() + 2 * DAY);
    await deleteOldLedgers(service.database.db, cutoff, { after: customerId - 1, limit: 1 }, rethrow);
    expect(await booked()).toEqual([]);
    await service.database.db
      .update(contracts)
      .set({ nextChange: day(1) })
      .where(eq(contracts.customerId, customerId));
    await advance(1);
    expect(await booked()).toEqual([]);
  });

  test('stays when the member cancels to the end of the initial runtime', async () => {
    const contractId = await signed(0);
    await staff('contract.cancel', { contractId, origin: 'CUSTOMER' });
    await advance(20);
    expect(await booked()).toEqual([2500]);
  });

  test('is granted once per person, for any voucher', async () => {
    await signed(10);
    await service.database.db.insert(vouchers).values({
      studioId: 1001,
      code: 'CREDIT10',
      definition: { ...aVoucher({ type: 'CREDIT', credit: 1000 }), code: 'CREDIT10' },
    });
    for (const code of ['CREDIT25', 'CREDIT10']) {
      const preview = await service
        .api()
        .post<{ voucherErrorCode?: string }>(
          `/v1/memberships/customers/${customerId}/add-membership/preview`,
          { contractOfferTermId: TERMS.free, startDate: day(20), voucherCode: code },
        );
      expect([preview.status, JSON.stringify(preview.body)]).toEqual([
        200,
        expect.stringContaining('"voucherErrorCode":"INVALID_CODE"'),
      ]);
      const again = await sign(20, code);
      expect([again.status, again.body?.errorCode, again.body?.reference]).toEqual([
        400,
        'errormessage.membership.voucher.credit.redeemed',
        'voucherCode',
      ]);
      expect(again.body?.errorMessage).toContain('only once');
    }
    // Vouchers of other types are not limited to one per customer.
    expect((await sign(20, 'FIVE')).status).toBe(200);
    await advance(10);
    expect(await booked()).toEqual([2500]);
  });
});
