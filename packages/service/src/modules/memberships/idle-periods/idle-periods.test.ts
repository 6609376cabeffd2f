import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TERMS } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { TestClock } from '../../../../test/support/clock.js';
import { PDF } from '../../../../test/support/data-form.js';
import { integrationWith } from '../../../../test/support/integration.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import type { IdlePeriodSettings } from '../../studios/settings/idle-period-settings.js';
import { auditRecords } from '../../studios/staff/staff.tables.js';
import { webhookSubscriptions } from '../../webhooks/webhooks.tables.js';
import { advanceContract } from '../contracts/advance.js';
import { decideRules, type IdlePeriodAnswer, IdleContract, staff } from './idle-contract.fixture.js';

interface Charge {
  readonly dueDate: string;
  readonly amount: { readonly amount: number };
  readonly paidPeriodFrom?: string;
  readonly paidPeriodTo?: string;
  readonly chargeType?: string;
}
/** Formats a charge as `2027-02-01 MEMBERSHIP_CHARGE 2027-02-01 to 2027-02-28`. */
const said = ({ dueDate, chargeType, paidPeriodFrom, paidPeriodTo }: Charge) =>
  `${dueDate} ${chargeType} ${paidPeriodFrom} to ${paidPeriodTo}`;

interface Preview {
  readonly previewEndDate?: string;
  readonly previewContractEndDate?: string;
  readonly previewCharges?: readonly Charge[];
  readonly accountBalanceAfterUpdate?: { readonly amount: number };
  readonly validationStatus: string;
  readonly documentRequired?: boolean;
}

let service: TestService;
/** A clock that can also be set back. Each test begins on 20 November 2026. */
class MovableClock extends TestClock {
  backTo(instant: Date): void {
    this.advance(instant.getTime() - this.now().getTime());
  }
}
const clock = new MovableClock();
const start = clock.now();
const on = (date: string) => clock.backTo(new Date(`${date}T10:00:00Z`));

beforeAll(async () => {
  service = await startTestService({ clock });
  await service.database.db.insert(webhookSubscriptions).values({
    id: '7b0a8a5e-52a3-4c3c-9df1-3c0f1f1d2a01',
    studioId: 1001,
    integrationId: await integrationWith(service.database.db, { key: 'of another', scopes: [] }),
    url: 'http://localhost:9/',
    webhookKeyEncrypted: '',
    signingKeyEncrypted: '',
    types: null,
    isActive: true,
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  clock.backTo(start);
  await decideRules(service);
});

const sign = (term?: number) => IdleContract.sign(service, term);
const TWO_MONTHS = {
  startDate: '2027-02-01',
  temporalUnit: 'MONTH',
  termValue: 2,
  unlimited: false,
  reasonId: 1,
};
const ACTIVE = [
  '2026-12-01 19.90', '2027-01-01 19.90', '2027-02-01 19.90', '2027-03-01 29.90', '2027-04-01 29.90',
  '2027-05-01 29.90', '2027-06-01 39.90', '2027-07-01 39.90', '2027-08-01 39.90', '2027-09-01 39.90',
  '2027-10-01 39.90', '2027-11-01 39.90',
]; // prettier-ignore
/** February and March are idle and cost 5.00; everything from February on is two months later. */
const IDLE = [
  '2026-12-01 19.90', '2027-01-01 19.90', '2027-02-01 5.00', '2027-04-01 19.90', '2027-05-01 29.90',
  '2027-06-01 29.90', '2027-07-01 29.90', '2027-08-01 39.90', '2027-09-01 39.90', '2027-10-01 39.90',
  '2027-11-01 39.90', '2027-12-01 39.90', '2028-01-01 39.90',
]; // prettier-ignore

describe('an idle period', () => {
  test('its record, in the lists and by id', async () => {
    const contract = await sign();
    const made = await contract.create(TWO_MONTHS);
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: made.body.id,
        startDate: '2027-02-01',
        endDate: '2027-03-31',
        unlimited: false,
        state: 'ACCEPTED',
        idlePeriodFeeCalculationConfig: {
          idlePeriodAmount: { amount: 5, currency: 'EUR' },
          defaultTemporalUnit: 'MONTH',
          recurringIdlePeriodCharges: false,
        },
        idlePeriodFee: {
          idlePeriodFeeCalculationType: 'ABSOLUTE',
          idlePeriodTotalAmount: { amount: 5, currency: 'EUR' },
          idlePeriodFeeCalculationAmount: { amount: 5, currency: 'EUR' },
        },
        idlePeriodReason: { id: 1, name: 'Vacation', documentRequired: false },
        reason: 'Vacation',
        fee: { amount: 5, currency: 'EUR' },
        usedFreeTermsInDays: 28,
      },
    ]);
    expect((await contract.get(`/${made.body.id}`)).body).toEqual(made.body);
    const list = { pastIdlePeriods: [], currentAndUpcomingIdlePeriods: [made.body] };
    expect((await contract.get('')).body).toEqual(list);
    const short = await service.api().request({ url: `/v1/memberships/${contract.contractId}/idle-periods` });
    expect(short.body).toEqual(list);
    on('2027-03-31');
    expect((await contract.get('')).body).toEqual(list);
    on('2027-04-01');
    expect((await contract.get('')).body).toEqual({
      pastIdlePeriods: [made.body],
      currentAndUpcomingIdlePeriods: [],
    });
  });

  test('moves the end and the claims of its contract, and back when it is withdrawn', async () => {
    const contract = await sign();
    expect([await contract.endDate(), await contract.claims()]).toEqual(['2027-11-30', ACTIVE]);
    const { id } = await contract.accepted(TWO_MONTHS);
    expect([await contract.endDate(), await contract.claims()]).toEqual(['2028-01-31', IDLE]);
    const gone = await contract.withdraw(id);
    expect([gone.status, gone.body]).toEqual([200, { success: 'The freeze period was withdrawn.' }]);
    expect([await contract.endDate(), await contract.claims()]).toEqual(['2027-11-30', ACTIVE]);
    for (const again of [
      await contract.get<ErrorBody>(`/${id}`),
      await contract.withdraw(id),
      await contract.update(id, TWO_MONTHS),
    ]) {
      expect([again.status, again.body.errorCode]).toEqual([404, 'errormessage.idle.period.not.found']);
    }
    expect((await contract.get('')).body).toEqual({ pastIdlePeriods: [], currentAndUpcomingIdlePeriods: [] });
  });

  test('the preview of a change says what the change then does', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    const change = { ...TWO_MONTHS, termValue: 3 };
    const { body } = await contract.preview<Preview>(id, change);
    expect(body).toMatchObject({
      validationStatus: 'IDLEPERIOD_UPDATABLE',
      previewEndDate: '2027-04-30',
      previewContractEndDate: '2028-02-29',
    });
    expect(body.previewCharges?.[2]).toEqual({
      paidPeriodFrom: '2027-02-01',
      paidPeriodTo: '2027-04-30',
      dueDate: '2027-02-01',
      description: 'Freeze period fee',
      amount: { amount: 5, currency: 'EUR' },
      chargeType: 'CONTRACT_IDLE_PERIOD_CHARGE',
    });
    expect(await contract.claims()).toEqual(IDLE);
    const changed = await contract.update(id, change);
    expect([changed.status, changed.body.endDate]).toEqual([200, body.previewEndDate]);
    const previewed = body.previewCharges?.map(
      ({ dueDate, amount }) => `${dueDate} ${amount.amount.toFixed(2)}`,
    );
    expect([await contract.endDate(), await contract.claims()]).toEqual([
      body.previewContractEndDate,
      previewed,
    ]);
  });

  test('each charge says what it is for and which days it pays for, in the preview and on the account', async () => {
    await decideRules(service, { freeTerms: 0 });
    const contract = await sign();
    const asked = { ...TWO_MONTHS, startDate: '2027-01-11', termValue: 1 };
    const { id } = await contract.accepted(asked);
    const { body } = await contract.preview<Preview>(id, asked);
    // From the 11th everything is a month later, so the January payment also covers the days after the idle period.
    const charges = [
      '2026-12-01 MEMBERSHIP_CHARGE 2026-12-01 to 2026-12-31',
      '2027-01-01 MEMBERSHIP_CHARGE 2027-01-01 to 2027-02-28',
      '2027-01-11 CONTRACT_IDLE_PERIOD_CHARGE 2027-01-11 to 2027-02-10',
      '2027-03-01 MEMBERSHIP_CHARGE 2027-03-01 to 2027-03-31',
    ];
    expect(body.previewCharges?.slice(0, 4).map(said)).toEqual(charges);
    const account = `/v1/customers/${contract.customerId}/account/transactions`;
    const entries = async (url: string) =>
      (await service.api().request<{ result: Charge[] }>({ url })).body.result.map(said);
    expect((await entries(`${account}/upcoming`)).slice(0, 4)).toEqual(charges);
    on('2027-01-11');
    expect(await entries(account)).toEqual(expect.arrayContaining(charges.slice(0, 3)));
  });

  test('what is told to partners, in order', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    await contract.update(id, { ...TWO_MONTHS, termValue: 3 });
    await contract.withdraw(id);
    const { contractId } = contract;
    const content = { contractId, idlePeriodId: id, idlePeriodAmount: 5, usedFreeTermsInDays: 28 };
    expect(await contract.events()).toEqual([
      { type: 'CUSTOMER_CREATED', content: null },
      { type: 'CONTRACT_CREATED', content: { contractId } },
      { type: 'CONTRACT_IDLE_PERIOD_CREATED', content },
      { type: 'CONTRACT_UPDATED', content: { contractId } },
      { type: 'CONTRACT_IDLE_PERIOD_UPDATED', content },
      { type: 'CONTRACT_UPDATED', content: { contractId } },
      { type: 'CONTRACT_IDLE_PERIOD_CANCELLED', content },
      { type: 'CONTRACT_UPDATED', content: { contractId } },
    ]);
  });

  test('ends early, by a day', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    on('2027-02-10');
    const early = { startDate: '2027-02-01', endDate: '2027-02-14', reasonId: 1, unlimited: false };
    expect((await contract.update(id, early)).body).toMatchObject({
      endDate: '2027-02-14',
      usedFreeTermsInDays: 14,
    });
    expect(await contract.endDate()).toBe('2027-12-14');
    expect((await contract.claims()).slice(0, 4)).toEqual([
      '2026-12-01 19.90', '2027-01-01 19.90', '2027-02-15 19.90', '2027-03-15 29.90',
    ]); // prettier-ignore
  });

  test('ends yesterday at the earliest, and goes on from today: what waited for it falls due', async () => {
    await decideRules(service, {
      freeTerms: 0,
      fee: { amount: 0, amountPerTermUnit: 500, recurring: true },
    });
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    on('2027-01-01');
    await contract.pay('2027-01-01');
    on('2027-02-01');
    await contract.pay('2027-02-01');
    // In the studio it is half an hour past midnight, so yesterday is 28 February. The March fee is paid.
    on('2027-03-01');
    await contract.pay('2027-03-01');
    clock.backTo(new Date('2027-02-28T23:30:00Z'));
    const ended = (endDate: string) => ({ startDate: '2027-02-01', endDate, reasonId: 1, unlimited: false });
    const early = await contract.update(id, ended('2027-02-27'));
    expect([early.status, early.body.errorCode]).toEqual([400, 'IDLEPERIOD_DEADLINE_VIOLATED']);
    const preview = await contract.preview<Preview>(id, ended('2027-02-28'));
    expect(preview.body).toMatchObject({
      validationStatus: 'IDLEPERIOD_UPDATABLE',
      accountBalanceAfterUpdate: { amount: -14.9, currency: 'EUR' },
    });
    for (const time of ['once', 'again']) {
      const { status, body } = await contract.update(id, ended('2027-02-28'));
      expect([time, status, body.endDate]).toEqual([time, 200, '2027-02-28']);
      // February was idle, so the next 19.90 is due now. There is no fee for March any more, so the payment for it
      // settles part of that.
      expect(await contract.endDate()).toBe('2027-12-31');
      expect((await contract.claims()).slice(2, 6)).toEqual([
        '2027-02-01 5.00', '2027-03-01 19.90', '2027-03-01 5.00', '2027-04-01 29.90',
      ]); // prettier-ignore
      expect(await contract.balance()).toBe(-14.9);
    }
    const list = await contract.get<{ pastIdlePeriods: IdlePeriodAnswer[] }>('');
    expect(list.body.pastIdlePeriods).toMatchObject([{ id, endDate: '2027-02-28' }]);
    const longer = await contract.update(id, { ...TWO_MONTHS, termValue: 2 });
    expect(longer.body.errorCode).toBe('IDLEPERIOD_DEADLINE_VIOLATED');
  });

  test('that begins today can end today, and no sooner', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    on('2027-02-01');
    const ended = (endDate: string) => ({ startDate: '2027-02-01', endDate, reasonId: 1, unlimited: false });
    const before = await contract.update(id, ended('2027-01-31'));
    expect([before.status, before.body.errorCode]).toEqual([400, 'IDLEPERIOD_ENDDATE_BEFORE_STARTDATE']);
    expect((await contract.update(id, ended('2027-02-01'))).status).toBe(200);
  });

  test('a deadline that is over: the error names the first day of the configuration', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    on('2027-02-10');
    const { body } = await contract.get<{ firstPossibleStartDate: string }>('/config');
    const late = [
      await contract.update(id, { startDate: '2027-02-01', endDate: '2027-02-03', reasonId: 1 }),
      await contract.create({ ...TWO_MONTHS, startDate: '2027-02-11' }),
    ];
    for (const { body: refused } of late) {
      expect(refused.errorCode).toBe('IDLEPERIOD_DEADLINE_VIOLATED');
      expect(refused.errorMessage).toContain(body.firstPossibleStartDate);
    }
  });

  test('cannot be withdrawn once it has begun, but for the days that the studio gives', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    on('2027-02-01');
    const late = await contract.withdraw(id);
    expect([late.status, late.body.errorCode]).toEqual([400, 'errormessage.idle.period.withdrawal.too.late']);
    await decideRules(service, { cancellationDays: 3 });
    on('2027-02-04');
    expect((await contract.withdraw(id)).status).toBe(400);
    on('2027-02-03');
    expect((await contract.withdraw(id)).status).toBe(200);
    expect([await contract.endDate(), await contract.claims()]).toEqual(['2027-11-30', ACTIVE]);
  });
});

describe('a fee that is paid', () => {
  const perMonth = { amount: 0, amountPerTermUnit: 500, recurring: false };
  beforeEach(() =>
    decideRules(service, { freeTerms: 0, fee: perMonth, cancellationDays: 10, modificationDays: 10 }),
  );

  /** Creates a contract that is idle in February and March for 5.00 each, paid on 1 February. */
  const paidContract = async () => {
    const contract = await sign();
    const { id } = await contract.accepted(TWO_MONTHS);
    on('2027-01-01');
    await contract.pay('2027-01-01');
    on('2027-02-01');
    await contract.pay('2027-02-01');
    expect(await contract.balance()).toBe(0);
    return { contract, id };
  };
  /** Makes a change and checks that it does what its preview showed, and does it only once. */
  const change = async (contract: IdleContract, id: number, request: object) => {
    const { body } = await contract.preview<Preview>(id, request);
    const before = await contract.claims();
    expect((await contract.update(id, request)).status).toBe(200);
    const after = await contract.claims();
    await service.app.context.db.transaction((tx) =>
      advanceContract(service.app.context, tx, contract.contractId),
    );
    expect(await contract.claims()).toEqual(after);
    expect(body.accountBalanceAfterUpdate).toEqual({ amount: await contract.balance(), currency: 'EUR' });
    const previewed = (body.previewCharges ?? []).map(
      ({ dueDate, amount }) => `${dueDate} ${amount.amount.toFixed(2)}`,
    );
    const isCredit = (charge: string) => charge.includes('-', 10);
    const today = clock.now().toISOString().slice(0, 10);
    expect(previewed.filter((charge) => !isCredit(charge))).toEqual(after.filter((claim) => claim >= today));
    return { added: after.filter((claim) => !before.includes(claim)), credits: previewed.filter(isCredit) };
  };

  test('is credited when the idle period is withdrawn, and settles what is due', async () => {
    const { contract, id } = await paidContract();
    expect((await contract.withdraw(id)).status).toBe(200);
    // The 19.90 for February is due again; the fee stays on the account as paid.
    expect((await contract.claims()).toSorted()).toEqual(['2027-02-01 10.00', ...ACTIVE].toSorted());
    expect(await contract.balance()).toBe(-9.9);
  });

  test('more is charged when it is lengthened, the difference credited when it is shortened', async () => {
    const { contract, id } = await paidContract();
    on('2027-02-03');
    const longer = await change(contract, id, { ...TWO_MONTHS, termValue: 3 });
    expect(longer.added).toContain('2027-02-03 5.00');
    expect([longer.credits, await contract.balance()]).toEqual([[], -5]);
    // The further claim is not paid yet, so it is dropped; a paid claim would be credited.
    const shorter = await change(contract, id, { ...TWO_MONTHS, termValue: 1 });
    expect([shorter.credits, await contract.balance()]).toEqual([['2027-02-03 -5.00'], 5]);
    expect(await contract.claims()).not.toContain('2027-02-03 5.00');
    const again = await change(contract, id, TWO_MONTHS);
    expect([again.credits, await contract.balance()]).toEqual([[], 0]);
    expect((await contract.withdraw(id)).status).toBe(200);
    expect(await contract.balance()).toBe(-9.9);
  });
});

describe('an idle period without an end', () => {
  const ENDLESS = { startDate: '2027-02-01', unlimited: true, reasonId: 1 };
  const perMonth: Partial<IdlePeriodSettings> = {
    unlimitedAllowed: true,
    fee: { amount: 0, amountPerTermUnit: 700, recurring: false },
  };
  beforeEach(() => decideRules(service, perMonth));

  test('has no end, no total, no free terms; the contract waits for it', async () => {
    const contract = await sign();
    const { body } = await contract.create(ENDLESS);
    expect(body).toMatchObject({ unlimited: true, fee: { amount: 7 }, usedFreeTermsInDays: 0 });
    expect(body).not.toHaveProperty('endDate');
    expect(body).not.toHaveProperty('idlePeriodFee.idlePeriodTotalAmount');
    expect(await contract.claims()).toEqual(['2026-12-01 19.90', '2027-01-01 19.90']);
    expect(await contract.get('/remaining')).toMatchObject({
      body: { remainingFreeTerms: { value: 1, unit: 'MONTH' } },
    });
  });

  test.each([
    [
      'by terms',
      { startDate: '2027-02-01', temporalUnit: 'MONTH', termValue: 2, reasonId: 1 },
      '2027-03-31',
      '2028-01-31',
    ],
    [
      'by a day',
      { startDate: '2027-02-01', endDate: '2027-03-20', unlimited: false, reasonId: 1 },
      '2027-03-20',
      '2028-01-17',
    ],
  ])('is ended %s', async (_, end, endDate, contractEnd) => {
    const contract = await sign();
    const { id } = await contract.accepted({ ...ENDLESS, temporalUnit: undefined });
    on('2027-03-10');
    const preview = await contract.preview<Preview>(id, end);
    expect(preview.body).toMatchObject({ previewEndDate: endDate, previewContractEndDate: contractEnd });
    const ended = await contract.update(id, end);
    expect(ended.body).toMatchObject({
      endDate,
      unlimited: false,
      fee: { amount: 14 },
      usedFreeTermsInDays: 0,
    });
    expect(await contract.endDate()).toBe(contractEnd);
    expect((await contract.claims()).filter((claim) => claim.endsWith(' 7.00'))).toEqual([
      '2027-02-01 7.00',
      '2027-03-01 7.00',
    ]);
  });

  test('is withdrawn: what has gone by stays idle, the contract continues from today', async () => {
    const contract = await sign();
    const { id } = await contract.accepted({ ...ENDLESS, temporalUnit: undefined });
    on('2027-04-01');
    expect((await contract.withdraw(id)).body).toEqual({
      success: 'The freeze period has ended. The contract continues from today.',
    });
    expect((await contract.get(`/${id}`)).status).toBe(404);
    expect(await contract.endDate()).toBe('2028-01-31');
    expect((await contract.claims()).slice(1, 5)).toEqual([
      '2027-01-01 19.90', '2027-02-01 7.00', '2027-03-01 7.00', '2027-04-01 19.90',
    ]); // prettier-ignore
  });
});

describe('where the studio has to agree', () => {
  beforeEach(() => decideRules(service, { creationStatus: 'CHANGES_REQUIRE_VERIFICATION' }));

  test('nothing moves before it has approved', async () => {
    const contract = await sign();
    const { body } = await contract.create(TWO_MONTHS);
    expect(body.state).toBe('PENDING_VERIFICATION');
    expect([await contract.endDate(), await contract.claims()]).toEqual(['2027-11-30', ACTIVE]);
    expect((await contract.validate({ ...TWO_MONTHS, startDate: '2027-08-01' })).body).toEqual({
      validationStatus: 'IDLEPERIOD_PENDING_VERIFICATION',
    });
    await staff(service, 'idle-period.approve', { idlePeriodId: body.id });
    expect([await contract.endDate(), await contract.claims()]).toEqual(['2028-01-31', IDLE]);
    expect((await contract.get<IdlePeriodAnswer>(`/${body.id}`)).body.state).toBe('ACCEPTED');
    const types = (await contract.events()).map(({ type }) => type).slice(2);
    expect(types).toEqual([
      'CONTRACT_IDLE_PERIOD_CREATED',
      'CONTRACT_IDLE_PERIOD_UPDATED',
      'CONTRACT_UPDATED',
    ]);
    const [audit] = await service.database.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.entity, `idle-period ${body.id}`));
    expect(audit).toMatchObject({
      action: 'idle-period.approve',
      changed: { approved: true, state: 'ACCEPTED' },
    });
  });

  test('a rejected one is gone, and cannot be decided about again', async () => {
    const contract = await sign();
    const { body } = await contract.create(TWO_MONTHS);
    await staff(service, 'idle-period.reject', { idlePeriodId: body.id });
    expect((await contract.get(`/${body.id}`)).status).toBe(404);
    expect((await contract.get('')).body).toEqual({ pastIdlePeriods: [], currentAndUpcomingIdlePeriods: [] });
    expect((await contract.events()).at(-1)?.type).toBe('CONTRACT_IDLE_PERIOD_CANCELLED');
    const again = staff(service, 'idle-period.approve', { idlePeriodId: body.id });
    await expect(again).rejects.toMatchObject({ code: 'errormessage.idle.period.not.pending', status: 400 });
    expect(await contract.claims()).toEqual(ACTIVE);
    expect((await contract.create(TWO_MONTHS)).status).toBe(200);
  });

  test('a pending one can be withdrawn', async () => {
    const contract = await sign();
    const { body } = await contract.create(TWO_MONTHS);
    expect((await contract.update(body.id, TWO_MONTHS)).body.errorCode).toBe(
      'IDLEPERIOD_PENDING_VERIFICATION',
    );
    expect((await contract.withdraw(body.id)).status).toBe(200);
    expect((await contract.get(`/${body.id}`)).status).toBe(404);
  });

  test.each(['approve', 'reject', 'withdraw'] as const)('a change waits too: %s', async (decision) => {
    const contract = await sign();
    const { body } = await contract.create(TWO_MONTHS);
    await staff(service, 'idle-period.approve', { idlePeriodId: body.id });
    const change = await contract.update(body.id, { ...TWO_MONTHS, termValue: 1 });
    expect(change.body).toMatchObject({ state: 'PENDING_VERIFICATION', endDate: '2027-02-28' });
    expect(await contract.claims()).toEqual(IDLE);
    if (decision === 'withdraw') {
      expect((await contract.withdraw(body.id)).body.success).toMatch(/^The change was withdrawn/);
    } else await staff(service, `idle-period.${decision}`, { idlePeriodId: body.id });
    const { body: now } = await contract.get<IdlePeriodAnswer>(`/${body.id}`);
    const approved = decision === 'approve';
    expect(now).toMatchObject({ state: 'ACCEPTED', endDate: approved ? '2027-02-28' : '2027-03-31' });
    expect(await contract.endDate()).toBe(approved ? '2027-12-31' : '2028-01-31');
    expect(
      (await contract.events()).filter(({ type }) => type.startsWith('CONTRACT_IDLE')).at(-1)?.type,
    ).toBe('CONTRACT_IDLE_PERIOD_UPDATED');
  });
});

describe('documents', () => {
  const ILL = { ...TWO_MONTHS, reasonId: 2 };

  test('a reason that requires one', async () => {
    const contract = await sign();
    expect((await contract.validate(ILL)).body).toEqual({
      validationStatus: 'IDLEPERIOD_CREATABLE',
      documentRequired: true,
    });
    expect((await contract.validate({ ...ILL, termValue: 9 })).body).toEqual({
      validationStatus: 'IDLEPERIOD_MAXIMUM_TERMS_VIOLATED',
      documentRequired: true,
    });
    expect((await contract.validate(TWO_MONTHS)).body).toEqual({ validationStatus: 'IDLEPERIOD_CREATABLE' });
    const refused = await contract.create(ILL);
    expect([refused.status, refused.body.errorCode, refused.body.reference]).toEqual([
      400,
      'errormessage.idle.period.document.required',
      'document',
    ]);
    const made = await contract.create(ILL, PDF);
    const address = new URL(made.body.documentUrl ?? '');
    const fetchIt = () => service.app.app.inject({ url: `${address.pathname}${address.search}` });
    const document = await fetchIt();
    expect([document.statusCode, document.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(document.rawPayload.equals(PDF.bytes)).toBe(true);
    clock.advance(15 * 60_000);
    expect((await fetchIt()).statusCode).toBe(403);
    const changed = await contract.update(made.body.id, { ...ILL, termValue: 1 });
    expect([changed.status, typeof changed.body.documentUrl]).toEqual([200, 'string']);
    const pregnant = { ...ILL, termValue: 1, reasonId: 3 };
    const other = await contract.update(made.body.id, pregnant);
    expect([other.status, other.body.reference]).toEqual([400, 'document']);
    // The preview shows this in advance. A document need not be sent again for the same reason.
    const previewed = async (request: object) =>
      (await contract.preview<Preview>(made.body.id, request)).body.documentRequired;
    expect([await previewed(pregnant), await previewed({ ...ILL, termValue: 1 })]).toEqual([true, undefined]);
  });

  test.each([
    ['no PDF, JPEG or PNG', ILL, { name: 'a.pdf', bytes: Buffer.from('text') }, 'document'],
    ['no start', { reasonId: 1 }, undefined, 'data.startDate'],
    ['no reason', { startDate: '2027-02-01', unlimited: true }, undefined, 'data.reasonId'],
    ['no day', { ...ILL, startDate: '2027-02-30' }, undefined, 'data.startDate'],
    ['no term', { ...ILL, termValue: 0 }, undefined, 'data.termValue'],
    ['another reason', { ...ILL, reasonId: 99 }, undefined, 'reasonId'],
  ])('%s', async (_, data, document, reference) => {
    const contract = await sign();
    const answer = await contract.create(data, document);
    expect([answer.status, answer.body.reference], JSON.stringify(answer.body)).toEqual([400, reference]);
    expect((await contract.get('')).body).toEqual({ pastIdlePeriods: [], currentAndUpcomingIdlePeriods: [] });
  });
});

/* validation.test.ts covers the rules one by one. */
describe('a validation status', () => {
  const ONE = { startDate: '2027-03-01', temporalUnit: 'MONTH', termValue: 1, reasonId: 1 };
  test.each<[string, Partial<IdlePeriodSettings>, Record<string, unknown>, string]>([
    ['DEACTIVATED_FOR_CONTRACT', { excludedOfferIds: [4004] }, {}, 'contractId'],
    ['OVERLAPPING', {}, { startDate: '2027-06-01' }, 'startDate'],
    ['MAXIMUM_TERMS_VIOLATED', { maxTermPerReferencePeriod: 1 }, {}, 'termValue'],
    ['ENDDATE_AND_TERM_PROVIDED', {}, { endDate: '2027-03-31' }, 'endDate'],
  ])('%s is answered, and is the error of a creation', async (status, settings, more, reference) => {
    const contract = await sign();
    await contract.accepted({ ...ONE, startDate: '2027-06-01' });
    await decideRules(service, settings);
    const validated = await contract.validate({ ...ONE, ...more });
    expect([validated.status, validated.body]).toEqual([200, { validationStatus: `IDLEPERIOD_${status}` }]);
    const before = await contract.claims();
    const created = await contract.create({ ...ONE, ...more });
    expect([created.status, created.body.errorCode, created.body.reference]).toEqual([
      400,
      `IDLEPERIOD_${status}`,
      reference,
    ]);
    expect(await contract.claims()).toEqual(before);
  });

  test('PENDING_VERIFICATION and UPDATABLE', async () => {
    const contract = await sign();
    const { id } = await contract.accepted(ONE);
    const preview = () => contract.preview<Preview>(id, ONE);
    expect((await preview()).body.validationStatus).toBe('IDLEPERIOD_UPDATABLE');
    await decideRules(service, { creationStatus: 'CHANGES_REQUIRE_VERIFICATION' });
    expect((await contract.update(id, ONE)).body.state).toBe('PENDING_VERIFICATION');
    expect((await preview()).body).toEqual({ validationStatus: 'IDLEPERIOD_PENDING_VERIFICATION' });
  });
});

describe('configuration and what is left', () => {
  test('as usual', async () => {
    const contract = await sign();
    expect((await contract.get('/config')).body).toEqual({
      temporalUnit: 'MONTH',
      maxTerms: 3,
      maxTermPerReferencePeriod: 6,
      referencePeriod: 'CALENDAR_YEAR',
      firstPossibleStartDate: '2026-12-01',
      nextPossibleStartDateOnly: false,
      idlePeriodFee: { amount: 5, currency: 'EUR' },
      accessRefusal: true,
      idlePeriodReasons: [
        { id: 1, name: 'Vacation', documentRequired: false },
        { id: 2, name: 'Illness', documentRequired: true },
        { id: 3, name: 'Pregnancy', documentRequired: true },
        { id: 4, name: 'Stay abroad', documentRequired: false },
      ],
      idlePeriodCreationStatus: 'CHANGES_WITHOUT_VERIFICATION',
      contractHasExtension: true,
      unlimitedAllowed: false,
      freeTerms: { value: 1, unit: 'MONTH' },
      dayBasedTermShorteningAllowed: true,
      idlePeriodFeeCalculationConfig: {
        idlePeriodAmount: { amount: 5, currency: 'EUR' },
        defaultTemporalUnit: 'MONTH',
        recurringIdlePeriodCharges: false,
      },
    });
    const left = {
      remainingMaxTerms: { value: 6, unit: 'MONTH' },
      remainingFreeTerms: { value: 1, unit: 'MONTH' },
    };
    expect((await contract.get('/remaining')).body).toEqual(left);
    on('2027-01-10');
    await contract.accepted(TWO_MONTHS);
    expect((await contract.get('/remaining')).body).toEqual({
      remainingMaxTerms: { value: 4, unit: 'MONTH' },
      remainingFreeTerms: { value: 0, unit: 'MONTH' },
    });
  });

  test.each<[string, Partial<IdlePeriodSettings>, string]>([
    ['any day', {}, '2027-01-16'],
    ['the first day of a term', { firstDayOfTemporalUnitOnly: true }, '2027-02-01'],
  ])('an idle period begins on %s: configuration and rules agree', async (_, more, first) => {
    const contract = await sign();
    await decideRules(service, more);
    on('2027-01-13');
    const { body } = await contract.get<{ firstPossibleStartDate: string }>('/config');
    expect(body.firstPossibleStartDate).toBe(first);
    const at = { temporalUnit: 'MONTH', termValue: 1, reasonId: 1 };
    expect((await contract.validate({ ...at, startDate: first })).body.validationStatus).toBe(
      'IDLEPERIOD_CREATABLE',
    );
    for (const startDate of ['2027-01-15', '2027-01-31']) {
      const { validationStatus } = (await contract.validate({ ...at, startDate })).body;
      const isRefused = startDate < first;
      expect([startDate, validationStatus === 'IDLEPERIOD_CREATABLE']).toEqual([startDate, !isRefused]);
    }
    expect((await contract.create({ ...at, startDate: first })).body.startDate).toBe(first);
  });

  test('a contract that cannot be idle can be read', async () => {
    const contract = await sign(TERMS.free);
    on('2027-03-01');
    const { body } = await contract.get<{ idlePeriodCreationStatus: string }>('/config');
    expect(body.idlePeriodCreationStatus).toBe('READ');
  });

  test('today is a day of the studio: at 23:30 UTC it is tomorrow in Berlin', async () => {
    const contract = await sign();
    await decideRules(service, { temporalUnit: 'DAY', leadDays: 0 });
    clock.backTo(new Date('2026-12-09T23:30:00Z'));
    const { body } = await contract.get<{ firstPossibleStartDate: string }>('/config');
    expect(body.firstPossibleStartDate).toBe('2026-12-10');
  });
});

test('the idle period of another contract is not there', async () => {
  const [one, other] = [await sign(), await sign()];
  const { id } = await one.accepted(TWO_MONTHS);
  expect((await other.get(`/${id}`)).status).toBe(404);
});

test('the same request with the same key makes one idle period', async () => {
  const contract = await sign();
  const key = { 'idempotency-key': '8e03978e-40d5-43dd-bc93-6894a57f9324' };
  const first = await contract.create(TWO_MONTHS, PDF, key);
  const again = await contract.create(TWO_MONTHS, PDF, key);
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  expect((await contract.create({ ...TWO_MONTHS, startDate: '2027-08-01' }, PDF, key)).status).toBe(409);
  expect((await contract.create(TWO_MONTHS, PDF)).body.errorCode).toBe('IDLEPERIOD_OVERLAPPING');
});

test('fees by the rules of the studio, in its currency', async () => {
  const contract = await sign();
  await decideRules(service, { freeTerms: 0, fee: { amount: 0, percentage: 10, recurring: true } });
  // The fee is a tenth of 19.90, the February price of the contract.
  expect(await contract.accepted(TWO_MONTHS)).toMatchObject({
    fee: { amount: 3.98 },
    idlePeriodFee: {
      idlePeriodFeeCalculationType: 'RELATIVE',
      idlePeriodFeeCalculationPercentage: 10,
      idlePeriodFeeCalculationTerm: { value: 1, unit: 'MONTH' },
      idlePeriodFeeCalculationAmount: { amount: 1.99 },
    },
  });
  expect((await contract.claims()).slice(2, 4)).toEqual(['2027-02-01 1.99', '2027-03-01 1.99']);
});
