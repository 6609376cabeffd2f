import { and, asc, eq, gt } from 'drizzle-orm';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { staff as perform } from '../../../../test/support/staff.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { subscribe } from '../../webhooks/subscriptions.js';
import { webhookDeliveries } from '../../webhooks/webhooks.tables.js';
import { advanceContracts } from '../contracts/advance.job.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const [url, webhookKey] = ['https://partner.example/events', 'webhook-key-of-the-tests'];
  const { db } = service.database;
  await subscribe(db, service.app.context.keys, { apiKey: EUR_KEY, url, webhookKey, types: null });
  await service.api().post('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());
afterEach(() => settings({}));

interface ContractData {
  readonly id: number;
  readonly endDate: string;
  readonly cancelationStatus?: string;
  readonly cancelationDate?: string;
  readonly availableCancelationDates: readonly string[];
}
interface Member {
  readonly customerId: number;
  readonly contractId: number;
}

const staff = (name: string, input: Record<string, unknown>) => perform(service, name, input);
const settings = (values: object) =>
  staff('settings.set', {
    subject: 'cancelation',
    values: { requireVerification: false, requireWithdrawalVerification: false, reasons: [], ...values },
  });

const contractOf = async ({ customerId }: Member) => {
  const url = `/v1/memberships/${customerId}/self-service/contract-data`;
  const { status, body } = await service.api().request<ContractData[]>({ url });
  expect(status, JSON.stringify(body)).toBe(200);
  return body[0];
};

/** Sells a contract from 1 December 2026 to 30 November 2027, with a notice of a month, extended by a month. */
async function member(): Promise<Member> {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  const { customerId } = made.body;
  const { token } = await tokenFor(service, { scope: 'ECOM', amount: 19.9, customerId });
  const url = `/v1/memberships/customers/${customerId}/add-membership`;
  const sold = await service.api().post(url, {
    contractOfferTermId: TERMS.rising,
    startDate: '2026-12-01',
    initialPaymentRequestToken: token,
  });
  expect(sold.status, JSON.stringify(sold.body)).toBe(200);
  const contract = await contractOf({ customerId, contractId: 0 });
  return { customerId, contractId: contract?.id ?? 0 };
}

type Answer = { readonly success: string } & Partial<ErrorBody>;

const cancel = (of: Member, changes: object = {}, headers: Record<string, string> = {}) =>
  service.api().request<Answer>({
    method: 'POST',
    url: `/v1/memberships/${of.customerId}/self-service/ordinary-contract-cancelation`,
    payload: {
      contractId: of.contractId,
      cancelationDate: '2027-11-30',
      cancelationReasonId: 1001,
      ...changes,
    },
    headers,
  });
const withdraw = ({ customerId, contractId }: Member) =>
  service
    .api()
    .post<Answer>(
      `/v1/memberships/${customerId}/self-service/withdraw-ordinary-contract-cancelation/${contractId}`,
      {},
    );

const dueOf = async ({ contractId }: Member, after = '2027-11-01') =>
  (
    await service.database.db
      .select()
      .from(debtClaims)
      .where(and(eq(debtClaims.contractId, contractId), gt(debtClaims.dueDate, after)))
      .orderBy(asc(debtClaims.dueDate))
  ).map(({ dueDate, amount }) => `${dueDate} ${amount}`);
const eventsOf = ({ customerId }: Member, type: string) =>
  service.database.db.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.entityId, customerId), eq(webhookDeliveries.type, type)),
  );

describe('a member cancels', () => {
  test('with immediate effect, once: a repetition with the same key is answered alike', async () => {
    const of = await member();
    const headers = { 'idempotency-key': `cancelation-of-${of.contractId}` };
    const answers = [await cancel(of, {}, headers), await cancel(of, {}, headers)];
    const done = { status: 200, body: { success: 'The contract has been cancelled.' } };
    expect(answers).toMatchObject([done, done]);
    expect(await contractOf(of)).toMatchObject({
      endDate: '2027-11-30',
      cancelationStatus: 'CANCELED',
      cancelationDate: '2027-11-30',
      cancelationReason: 'Moving away',
      cancelationOrigin: 'CUSTOMER',
      availableCancelationDates: [],
    });
    expect(await eventsOf(of, 'CONTRACT_CANCELLED')).toBe(1);
    expect(await cancel(of)).toMatchObject({ status: 400, body: { reference: 'contractId' } });
  });

  test.each([
    [{ cancelationDate: '2027-10-31' }, 400, 'cancelationDate', '2027-11-30, 2027-12-31, 2028-01-31'],
    [{ cancelationReasonId: 7 }, 400, 'cancelationReasonId', '1001, 1002'],
    [{ contractId: 7001 }, 404, 'contractId', '7001'],
  ])('%o is refused, with what is allowed', async (changes, status, reference, named) => {
    const of = await member();
    const refused = await cancel(of, changes);
    expect(refused).toMatchObject({ status, body: { reference } });
    expect(refused.body.errorMessage).toContain(named);
    expect(await contractOf(of)).not.toHaveProperty('cancelationStatus');
  });

  test('another member’s contract is not found', async () => {
    const [one, other] = [await member(), await member()];
    const refused = await cancel({ ...one, contractId: other.contractId });
    expect(refused).toMatchObject({ status: 404, body: { reference: 'contractId' } });
  });
});

describe('where the studio approves cancellations', () => {
  test('the contract continues until it has, and then ends on the day that was agreed', async () => {
    await settings({ requireVerification: true });
    const of = await member();
    const asked = await cancel(of);
    expect(asked.body.success).toBe('The studio has received the cancellation and will check it.');
    expect(await contractOf(of)).toMatchObject({
      cancelationStatus: 'PENDING_VERIFICATION',
      cancelationDate: '2027-11-30',
      availableCancelationDates: [],
    });
    const customer = `/v1/customers/${of.customerId}/contracts`;
    const cancelled = async () => {
      const { body } = await service.api().request<{ cancelled: boolean }[]>({ url: customer });
      return body.map((contract) => contract.cancelled);
    };
    expect(await cancelled()).toEqual([false]);
    expect(await cancel(of)).toMatchObject({ status: 400, body: { reference: 'contractId' } });
    expect([await eventsOf(of, 'CONTRACT_CANCELLED'), await eventsOf(of, 'CONTRACT_UPDATED')]).toEqual([
      0, 1,
    ]);
    const approved = await staff('cancelation.approve', { contractId: of.contractId });
    expect(approved.changed).toEqual({ approved: true, cancelation: 'CANCELED', endDate: '2027-11-30' });
    expect([await cancelled(), await eventsOf(of, 'CONTRACT_CANCELLED')]).toEqual([[true], 1]);
    await expect(staff('cancelation.approve', { contractId: of.contractId })).rejects.toMatchObject({
      code: 'errormessage.membership.cancelation.not.possible',
    });
  });

  test('the studio rejects it, or the member takes it back', async () => {
    await settings({ requireVerification: true, requireWithdrawalVerification: true });
    const of = await member();
    await cancel(of);
    await staff('cancelation.reject', { contractId: of.contractId });
    expect(await contractOf(of)).not.toHaveProperty('cancelationStatus');
    await cancel(of);
    expect((await withdraw(of)).body.success).toBe('The cancellation of the contract has been withdrawn.');
    expect(await contractOf(of)).not.toHaveProperty('cancelationStatus');
    expect(await withdraw(of)).toMatchObject({ status: 400, body: { reference: 'contractId' } });
  });

  test('one that was replaced in the meantime can only be rejected', async () => {
    await settings({ requireVerification: true });
    const of = await member();
    await cancel(of);
    await switchContract(of);
    await expect(staff('cancelation.approve', { contractId: of.contractId })).rejects.toMatchObject({
      reference: 'contractId',
    });
    expect(await contractOf(of)).toMatchObject({ endDate: '2026-12-31' });
  });
});

describe('a member withdraws a cancellation', () => {
  test('with immediate effect, and the contract continues', async () => {
    const of = await member();
    await cancel(of);
    expect((await withdraw(of)).body.success).toBe('The cancellation of the contract has been withdrawn.');
    expect(await contractOf(of)).toMatchObject({ availableCancelationDates: { length: 3 } });
  });

  test.each(['approve', 'reject'])('where the studio decides: %s', async (decision) => {
    await settings({ requireWithdrawalVerification: true });
    const of = await member();
    await cancel(of);
    expect((await withdraw(of)).body.success).toBe('The studio has been asked to let the contract continue.');
    expect(await contractOf(of)).toMatchObject({
      cancelationStatus: 'PENDING_WITHDRAWAL_VERIFICATION',
      cancelationDate: '2027-11-30',
    });
    expect(await withdraw(of)).toMatchObject({ status: 400, body: { reference: 'contractId' } });
    await staff(`cancelation.${decision}`, { contractId: of.contractId });
    const { cancelationStatus } = (await contractOf(of)) ?? {};
    expect(cancelationStatus).toBe(decision === 'approve' ? undefined : 'CANCELED');
  });

  test('not that of the studio', async () => {
    const of = await member();
    await staff('contract.cancel', { contractId: of.contractId, origin: 'STUDIO' });
    expect(await withdraw(of)).toMatchObject({ status: 400, body: { reference: 'contractId' } });
    expect(await contractOf(of)).toMatchObject({ cancelationStatus: 'CANCELED' });
  });

  test('not after the contract was replaced, so that nobody has two', async () => {
    const of = await member();
    await cancel(of);
    await switchContract(of);
    const staffToo = staff('contract.withdraw-cancelation', { contractId: of.contractId });
    await expect(staffToo).rejects.toMatchObject({ reference: 'contractId' });
    expect(await withdraw(of)).toMatchObject({ status: 400 });
    expect(await contractOf(of)).toMatchObject({ endDate: '2026-12-31' });
  });
});

async function switchContract({ customerId, contractId }: Member): Promise<void> {
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 68.9 });
  const switched = await service.api().post(`/v1/memberships/${customerId}/membership-switch`, {
    configId: 9001,
    membershipOfferTermId: TERMS.standard,
    sourceContractId: contractId,
    startDate: '2027-01-01',
    initialPaymentRequestToken: token,
  });
  expect(switched.status, JSON.stringify(switched.body)).toBe(200);
}

describe('staff cancel', () => {
  test('for a member, to a day that the notice allows; nothing falls due later', async () => {
    const of = await member();
    const { contractId } = of;
    const cancelled = { contractId, origin: 'CUSTOMER' };
    await expect(staff('contract.cancel', { ...cancelled, date: '2027-10-31' })).rejects.toMatchObject({
      code: 'errormessage.membership.cancelation.not.possible',
      reference: 'date',
    });
    await staff('contract.cancel', { ...cancelled, reason: 'Moving' });
    await expect(staff('contract.cancel', cancelled)).rejects.toMatchObject({ reference: 'contractId' });
    await staff('contract.withdraw-cancelation', { contractId });
    expect(await contractOf(of)).not.toHaveProperty('cancelationStatus');
    await expect(staff('contract.withdraw-cancelation', { contractId })).rejects.toMatchObject({
      reference: 'contractId',
    });
  });

  test.each([
    ['for the studio', { origin: 'STUDIO' }],
    ['for a member with good cause', { origin: 'CUSTOMER', isExtraordinary: true }],
  ])('%s, to any day: what is due later is dropped', async (_, input) => {
    const of = await member();
    const { contractId } = of;
    await staff('contract.cancel', { contractId, date: '2027-01-15', ...input });
    expect(await dueOf(of, '2026-11-20')).toEqual(['2026-12-01 1990', '2027-01-01 1990']);
    await staff('contract.withdraw-cancelation', { contractId });
    expect(await dueOf(of, '2027-01-01')).toHaveLength(10);
  });

  test('no contract of another studio', async () => {
    const { contractId } = await member();
    const foreign = perform(service, 'contract.cancel', { contractId, origin: 'STUDIO' }, 1002);
    await expect(foreign).rejects.toMatchObject({ code: 'errormessage.membership.contract.not.found' });
  });
});

describe('as time passes', () => {
  let late: Member;
  let unattended: Member;
  beforeAll(async () => {
    [late, unattended] = [await member(), await member()];
  });

  test('a day that is listed is accepted, even if no job has extended the contract yet', async () => {
    service.clock.advance(Date.parse('2028-01-10T10:00:00Z') - service.clock.now().getTime());
    const [cancelationDate] = (await contractOf(unattended))?.availableCancelationDates ?? [];
    expect(cancelationDate).toBe('2028-02-29');
    expect(await cancel(unattended, { cancelationDate })).toMatchObject({ status: 200 });
    expect(await contractOf(unattended)).toMatchObject({
      endDate: '2028-02-29',
      cancelationStatus: 'CANCELED',
    });
  });

  test('approved after its day, the cancellation takes back what was charged for the time since', async () => {
    await settings({ requireVerification: true });
    await advance();
    const [, cancelationDate = ''] = (await contractOf(late))?.availableCancelationDates ?? [];
    expect((await cancel(late, { cancelationDate })).status).toBe(200);
    service.clock.advance(
      Date.parse(`${cancelationDate}T10:00:00Z`) + 40 * 24 * 3600_000 - service.clock.now().getTime(),
    );
    await advance();
    expect((await dueOf(late, cancelationDate)).length).toBeGreaterThan(0);
    await staff('cancelation.approve', { contractId: late.contractId });
    expect(await dueOf(late, cancelationDate)).toEqual([]);
    expect(await contractOf(late)).toMatchObject({ endDate: cancelationDate, cancelationStatus: 'CANCELED' });
  });
});

function advance(): Promise<number> {
  return advanceContracts(service.app.context, (fault) => {
    throw fault;
  });
}
