import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueue } from '../../../../test/support/batches.js';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import { makePaymentRun } from '../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { events } from '../../../core/events.tables.js';
import { customers } from '../../customers/customers.tables.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { paymentInstruments } from '../../payments/instruments/instruments.tables.js';
import { refunds } from '../../payments/refunds/refunds.tables.js';
import { contracts } from '../contracts/contracts.tables.js';
import { withdrawals } from './withdrawals.tables.js';

/*
 * Members withdraw from contracts that they have just signed. Debits settle after two minutes and can be cancelled in the
 * first of them. Each test has its own member, who paid the first month on signing: 19.90.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: TestService;
let sent: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  sent = await subscribeToEvents(service);
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
});
afterAll(() => service.close());

const db = () => service.database.db;
const today = () => service.clock.now().toISOString().slice(0, 10);

interface Member {
  readonly customerId: number;
  readonly contractId: number;
}

/** Sells a contract that starts today to a member whose account payment runs charge. */
async function member(request: object = { earlyStartRequested: true }): Promise<Member> {
  const { token: instrument } = await tokenFor(service, {});
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: instrument });
  const { customerId } = made.body;
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
  const sold = await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
    contractOfferTermId: TERMS.rising,
    startDate: today(),
    initialPaymentRequestToken: token,
    ...request,
  });
  expect(sold.status, JSON.stringify(sold.body)).toBe(200);
  const [contract] = await contractsOf(customerId);
  return { customerId, contractId: contract?.id ?? 0 };
}

const contractsOf = (customerId: number) =>
  db().select().from(contracts).where(eq(contracts.customerId, customerId)).orderBy(asc(contracts.id));
const withdraw = ({ contractId }: Member, input: object = {}) =>
  staff(service, 'contract.withdraw', { contractId, ...input });
const settle = () => service.clock.advance(2 * MINUTE);
/** Works on withdrawals and refunds until nothing is due. */
const work = async () => {
  await runQueue(service.app.context, 'WITHDRAWALS', 0);
  await runQueue(service.app.context, 'REFUNDS', 0);
};
const refundsOf = async ({ customerId }: Member) => {
  const rows = await db().select().from(refunds).where(eq(refunds.customerId, customerId));
  return rows.map(({ status, amount }) => `${status} ${amount}`).sort();
};
const statusOf = async ({ contractId }: Member) => {
  const [row] = await db().select().from(withdrawals).where(eq(withdrawals.contractId, contractId));
  return row?.status;
};
const claimsOf = async ({ customerId }: Member) => {
  const rows = await db()
    .select()
    .from(debtClaims)
    .where(eq(debtClaims.customerId, customerId))
    .orderBy(asc(debtClaims.id));
  return rows.map(
    ({ description, amount, isSettled }) => `${description} ${amount} ${isSettled ? 'paid' : 'open'}`,
  );
};
const balance = async ({ customerId }: Member) => {
  const url = `/v1/customers/${customerId}/account/balances`;
  const { body } = await service.api().request<{ accountBalance: { amount: number } }>({ url });
  return Math.round(body.accountBalance.amount * 100);
};
const customerOf = async ({ customerId }: Member) => {
  const [row] = await db().select().from(customers).where(eq(customers.id, customerId));
  if (!row) throw new Error('The customer is gone.');
  return row;
};

describe('what was paid is refunded', () => {
  test('in full without an early start; a pending debit is cancelled', async () => {
    const of = await member({});
    await sent();
    const { changed } = await withdraw(of);
    expect(changed).toMatchObject({ amountUsed: { amount: 0 }, amountToRefund: { amount: 19.9 } });
    expect(await sent()).toContainEqual({ type: 'CONTRACT_WITHDRAWN', entityId: of.customerId });
    await work();
    expect([await refundsOf(of), await statusOf(of), await balance(of)]).toEqual([
      ['CANCELLED 1990'],
      'DONE',
      0,
    ]);
    const [contract] = await contractsOf(of.customerId);
    expect(contract).toMatchObject({ withdrawnOn: today(), amountUsed: 0, nextChange: null });
    const data = await service
      .api()
      .request<object[]>({ url: `/v1/memberships/${of.customerId}/self-service/contract-data` });
    expect(data.body).toMatchObject([{ contractStatus: 'INACTIVE', availableCancelationDates: [] }]);
  });

  test('less what was used since an early start that the member asked for', async () => {
    const of = await member();
    service.clock.advance(5 * DAY);
    const { changed } = await withdraw(of);
    // Three months of 19.90, three of 29.90 and six of 39.90 are 388.80; five of 365 days are 5.326.
    expect(changed).toMatchObject({ amountUsed: { amount: 5.32 }, amountToRefund: { amount: 14.58 } });
    await work();
    expect([await refundsOf(of), await statusOf(of), await balance(of)]).toEqual([['DONE 1458'], 'DONE', 0]);
    expect((await claimsOf(of)).filter((claim) => claim.endsWith('open'))).toEqual([]);
    await makePaymentRun(service.app.context);
    expect(await balance(of)).toBe(0);
  });

  test('not what a voucher had brought', async () => {
    const of = await member({ voucherCode: 'CREDIT25' });
    settle();
    await withdraw(of);
    await work();
    expect([await statusOf(of), await balance(of)]).toEqual(['DONE', 0]);
  });

  test('including a booked module, which ends too', async () => {
    const of = await member();
    const booked = await service
      .api()
      .post(`/v1/memberships/${of.contractId}/self-service/additional-modules/purchase`, {
        additionalModuleId: 6202,
        paymentFrequencyId: 6252,
        bookTrialPeriod: false,
      });
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    await makePaymentRun(service.app.context);
    settle();
    const { changed } = await withdraw(of);
    expect(changed).toMatchObject({ amountToRefund: { amount: 26.8 } });
    await work();
    expect([await refundsOf(of), await balance(of)]).toEqual([['DONE 1990', 'DONE 690'], 0]);
  });

  test('once a charge whose outcome is unknown has ended', async () => {
    const of = await member();
    settle();
    service.clock.advance(31 * DAY);
    service.network.lose('answer-lost', /intents$/);
    await makePaymentRun(service.app.context);
    service.network.mend();
    await withdraw(of, { acceptLate: true });
    await runQueue(service.app.context, 'WITHDRAWALS', 0);
    expect(await statusOf(of)).toBe('REFUNDING');
    await runQueue(service.app.context, 'CHARGES', 0);
    settle();
    await work();
    await work();
    const used = (await contractsOf(of.customerId))[0]?.amountUsed ?? 0;
    expect([await statusOf(of), await balance(of)]).toEqual(['DONE', 0]);
    const refunded = (await refundsOf(of)).map((text) => Number(text.split(' ')[1]));
    expect(refunded.reduce((sum, amount) => sum + amount, 0)).toBe(1990 + 1990 - used);
  });
});

describe('the member’s account or card', () => {
  test('is charged no more, and stays stored', async () => {
    const of = await member();
    await withdraw(of);
    const { paymentInstrumentId, paymentCustomerId } = await customerOf(of);
    await work();
    const kept = await db()
      .select({ status: paymentInstruments.status })
      .from(paymentInstruments)
      .where(eq(paymentInstruments.paymentCustomerId, paymentCustomerId));
    expect([paymentInstrumentId, kept]).toEqual([null, expect.arrayContaining([{ status: 'ACTIVE' }])]);
  });

  test('is removed if the member wants that', async () => {
    const of = await member();
    await withdraw(of, { removeInstruments: true });
    const { paymentCustomerId } = await customerOf(of);
    await work();
    const kept = await db()
      .select({ status: paymentInstruments.status })
      .from(paymentInstruments)
      .where(eq(paymentInstruments.paymentCustomerId, paymentCustomerId));
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['DISCARDED']));
  });

  test('is still charged for another contract', async () => {
    const of = await member();
    const { token } = await tokenFor(service, { customerId: of.customerId, scope: 'ECOM', amount: 19.9 });
    await service.api().post(`/v1/memberships/customers/${of.customerId}/add-membership`, {
      contractOfferTermId: TERMS.rising,
      startDate: today(),
      initialPaymentRequestToken: token,
    });
    await withdraw(of);
    expect((await customerOf(of)).paymentInstrumentId).not.toBeNull();
  });
});

describe('a withdrawal is refused', () => {
  const problem = (key: string) => ({
    code: 'errormessage.membership.withdrawal.not.possible',
    params: { problem: { key } },
  });

  test('a second time, after its last day unless staff accept it, and from the future', async () => {
    const of = await member();
    await expect(withdraw(of, { receivedOn: '2030-01-01' })).rejects.toMatchObject(
      problem('problem.withdrawal.future'),
    );
    const signed = today();
    service.clock.advance(30 * DAY);
    await expect(withdraw(of)).rejects.toMatchObject(problem('problem.withdrawal.late'));
    await withdraw(of, { receivedOn: signed });
    await expect(withdraw(of)).rejects.toMatchObject(problem('problem.withdrawal.done'));
    await work();
    expect((await contractsOf(of.customerId))[0]).toMatchObject({ withdrawnOn: signed, amountUsed: 0 });
  });

  test('from a contract that was not made online, and from one of another studio', async () => {
    await expect(withdraw({ customerId: 2005, contractId: 599_005 })).rejects.toMatchObject(
      problem('problem.withdrawal.notOnline'),
    );
    const { contractId } = await member();
    await expect(staff(service, 'contract.withdraw', { contractId }, 1002)).rejects.toMatchObject({
      code: 'errormessage.membership.contract.not.found',
    });
  });
});

/** Replaces the member's contract by another in ten days. @returns the id of the other. */
async function switchContract(of: Member): Promise<number> {
  const startDate = new Date(service.clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
  const { token } = await tokenFor(service, { customerId: of.customerId, scope: 'ECOM', amount: 68.9 });
  const switched = await service.api().post(`/v1/memberships/${of.customerId}/membership-switch`, {
    configId: 9001,
    membershipOfferTermId: TERMS.standard,
    sourceContractId: of.contractId,
    startDate,
    initialPaymentRequestToken: token,
  });
  expect(switched.status, JSON.stringify(switched.body)).toBe(200);
  settle();
  return (await contractsOf(of.customerId))[1]?.id ?? 0;
}

describe('a contract that was replaced', () => {
  test('continues, with the cancellation that it had', async () => {
    const of = await member();
    settle();
    await staff(service, 'contract.cancel', { contractId: of.contractId, origin: 'CUSTOMER' });
    const [before] = await contractsOf(of.customerId);
    const contractId = await switchContract(of);
    const [old, made] = await contractsOf(of.customerId);
    expect([old?.cancelation, made?.details.replacedCancelation]).toEqual([null, before?.cancelation]);
    await withdraw({ ...of, contractId });
    const [restored] = await contractsOf(of.customerId);
    expect(restored).toMatchObject({ cancelation: before?.cancelation, endDate: before?.endDate });
    await work();
    expect(await refundsOf(of)).toEqual(['DONE 6890']);
  });

  test('does not come back if the member has withdrawn from it, too', async () => {
    const of = await member();
    settle();
    const contractId = await switchContract(of);
    await withdraw(of);
    const [before] = await contractsOf(of.customerId);
    await withdraw({ ...of, contractId });
    expect((await contractsOf(of.customerId))[0]).toEqual(before);
    await work();
    expect([await refundsOf(of), await balance(of)]).toEqual([['DONE 1990', 'DONE 6890'], 0]);
  });
});

test('a process that ends after it has reserved the refund leaves nothing to be done twice', async () => {
  const of = await member();
  settle();
  await withdraw(of);
  service.onStep = (step) => {
    if (step === 'withdrawal.settled') throw new Error('The process ends.');
  };
  await expect(runQueue(service.app.context, 'WITHDRAWALS', 0)).rejects.toThrow('The process ends.');
  service.onStep = () => {};
  await work();
  expect([await refundsOf(of), await statusOf(of), await balance(of)]).toEqual([['DONE 1990'], 'DONE', 0]);
});

test('staff are told what cannot be refunded, because credit has paid another fee', async () => {
  const of = await member({});
  settle();
  await db()
    .insert(debtClaims)
    .values({ customerId: of.customerId, description: 'Towel', amount: 1000, dueDate: today() });
  await withdraw(of);
  await work();
  expect([await statusOf(of), await refundsOf(of), await balance(of)]).toEqual(['DONE', ['DONE 990'], 0]);
  const told = await db().select().from(events).where(eq(events.kind, 'WITHDRAWAL_NOT_REFUNDED'));
  expect(told.map(({ detail }) => detail)).toEqual([expect.stringContaining('10 EUR')]);
});
