import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, tokenFor } from '../../../test/support/buyer.js';
import { makePaymentRun } from '../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { collectionPartners } from '../integrations/integrations.tables.js';
import { charges } from '../payments/charges/charges.tables.js';
import { CollectionStudio, type Scene, type ReportedAmounts } from './collection-scene.fixture.js';

/*
 * Accounts of debtors, calculated by hand from rules 1, 3, 6, 7 and 9 of the specification. Reported amounts are in
 * euros, all others in cents.
 */

let service: TestService;
let studio: CollectionStudio;
beforeAll(async () => {
  service = await startTestService();
  studio = new CollectionStudio(service);
  await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
});
afterAll(() => service.close());

interface Account {
  /** For each debt: payment, reduction, abandonment. */
  readonly booked: readonly (readonly [number, number, number])[];
  /** Open amount of each open claim, whether handed over or not. */
  readonly open: readonly number[];
  readonly balance: number;
}
interface History {
  /** Claims that are handed over. */
  readonly owed: readonly number[];
  /** Another claim of the member, due since yesterday. */
  readonly owedBesides?: number;
  readonly steps: readonly (readonly [step: Step, Account])[];
}
type Step =
  | { readonly reported: readonly ReportedAmounts[]; readonly closure?: object }
  /** Payment to the studio itself for the claims handed over, in euros. */
  | { readonly paidHere: number };

const rejected = { type: 'REJECTION', date: '2026-11-20', rejectionReason: 'FRAUD' };
const writtenOff = { type: 'NEGATIVE', date: '2026-11-20', options: ['WRITE_OFF_REMAINING_DEBTS'] };
const paid = (...amounts: number[]): ReportedAmounts[] => amounts.map((paidAmount) => ({ paidAmount }));

const HISTORIES: Record<string, History> = {
  'payments that grow until nothing is open': {
    owed: [10000, 3990],
    steps: [
      [{ reported: paid(25, 0) }, { booked: [[2500, 0, 0], [0, 0, 0]], open: [7500, 3990], balance: -11490 }],
      [{ reported: paid(100, 9.9) }, { booked: [[10000, 0, 0], [990, 0, 0]], open: [3000], balance: -3000 }],
      [{ reported: paid(100, 39.9) }, { booked: [[10000, 0, 0], [3990, 0, 0]], open: [], balance: 0 }],
    ],
  },
  'a payment that belonged to the other debt, and then to none': {
    owed: [10000, 3990],
    steps: [
      [{ reported: paid(60, 0) }, { booked: [[6000, 0, 0], [0, 0, 0]], open: [4000, 3990], balance: -7990 }],
      [{ reported: paid(20.1, 39.9) }, { booked: [[2010, 0, 0], [3990, 0, 0]], open: [7990], balance: -7990 }],
      [{ reported: paid(0, 0) }, { booked: [[0, 0, 0], [0, 0, 0]], open: [10000, 3990], balance: -13990 }],
    ],
  },
  'the three kinds change places': {
    owed: [10000],
    steps: [
      [{ reported: [{ paidAmount: 30, reducedAmount: 20, writeOffAmount: 50 }] }, { booked: [[3000, 2000, 5000]], open: [], balance: 0 }],
      [{ reported: [{ paidAmount: 50, canceledAmount: 50 }] }, { booked: [[5000, 0, 5000]], open: [], balance: 0 }],
      [{ reported: [{ reducedAmount: 0.01 }] }, { booked: [[0, 1, 0]], open: [9999], balance: -9999 }],
    ],
  },
  'paid here after a rejection, and to the partner as well: what is too much is credit': {
    owed: [10000],
    steps: [
      [{ reported: [{ paidAmount: 10, reducedAmount: 10 }], closure: rejected }, { booked: [[1000, 1000, 0]], open: [8000], balance: -8000 }],
      [{ paidHere: 30 }, { booked: [[1000, 1000, 0]], open: [5000], balance: -5000 }],
      [{ reported: paid(100) }, { booked: [[10000, 0, 0]], open: [], balance: 3000 }],
      [{ reported: paid(50) }, { booked: [[5000, 1000, 0]], open: [1000], balance: -1000 }],
      // The claim is fully paid, so nothing is left to reduce.
      [{ reported: paid(70) }, { booked: [[7000, 0, 0]], open: [], balance: 0 }],
      [{ reported: paid(50) }, { booked: [[5000, 1000, 0]], open: [1000], balance: -1000 }],
    ],
  },
  'credit of the partner settles what else is due, and is taken back from it': {
    owed: [10000],
    owedBesides: 2500,
    steps: [
      [{ reported: paid(0), closure: rejected }, { booked: [[0, 0, 0]], open: [10000, 2500], balance: -12500 }],
      [{ paidHere: 100 }, { booked: [[0, 0, 0]], open: [2500], balance: -2500 }],
      [{ reported: paid(20) }, { booked: [[2000, 0, 0]], open: [500], balance: -500 }],
      [{ reported: paid(0) }, { booked: [[0, 0, 0]], open: [2500], balance: -2500 }],
      [{ reported: paid(40) }, { booked: [[4000, 0, 0]], open: [], balance: 1500 }],
    ],
  },
  'written off with the closure, and paid after all, and yet not': {
    owed: [10000],
    steps: [
      [{ reported: [{ paidAmount: 10, writeOffAmount: 20 }], closure: writtenOff }, { booked: [[1000, 0, 9000]], open: [], balance: 0 }],
      [{ reported: paid(60) }, { booked: [[6000, 0, 4000]], open: [], balance: 0 }],
      [{ reported: [{ paidAmount: 95, reducedAmount: 5 }] }, { booked: [[9500, 0, 500]], open: [], balance: 0 }],
      [{ reported: paid(0) }, { booked: [[0, 0, 10000]], open: [], balance: 0 }],
    ],
  },
}; // prettier-ignore

test.each(Object.entries(HISTORIES))('%s', async (_, { owed, owedBesides, steps }) => {
  const scene = await studio.handOver(...owed);
  if (owedBesides !== undefined) await studio.claim(scene.customerId, owedBesides, -1);
  for (const [step, account] of steps) {
    if ('paidHere' in step) await payHere(scene, step.paidHere);
    else {
      const debts = step.reported.map((reported, index) => ({ original: owed[index] ?? 0, ...reported }));
      await studio.update(scene, debts, step.closure ? { closure: step.closure } : {});
    }
    expect(await accountOf(scene), JSON.stringify(step)).toEqual(account);
  }
});

async function accountOf({ customerId, debtIds }: Scene): Promise<Account> {
  const booked = await Promise.all(debtIds.map((id) => studio.booked(id)));
  const { accountBalance } = await studio.balances(customerId);
  return {
    booked: booked as unknown as Account['booked'],
    open: await studio.open(customerId),
    balance: accountBalance as number,
  };
}

async function payHere({ customerId, claimIds }: Scene, amount: number): Promise<void> {
  const { token: paymentRequestToken } = await tokenFor(service, { customerId, scope: 'ECOM', amount });
  const body = { paymentRequestToken, amount: { amount, currency: 'EUR' }, debtClaimIds: claimIds };
  const paidHere = await service.api().post(`/v1/customers/${customerId}/account/payment`, body);
  expect(paidHere.status, JSON.stringify(paidHere.body)).toBe(200);
}

describe('booked only if the partner may and the studio wants it (rule 6)', () => {
  const enable = (debtModificationEnabled: boolean) =>
    service.database.db.update(collectionPartners).set({ debtModificationEnabled }).where(eq(collectionPartners.id, 1));
  afterAll(async () => {
    await enable(true);
    await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
  });
  test.each([
    [true, 'IMMEDIATELY', [2500, 1000, 700], 7],
    [true, 'IGNORED', [0, 0, 0], 0],
    [false, 'IMMEDIATELY', [0, 0, 0], 0],
    [false, 'IGNORED', [0, 0, 0], 0],
  ] as const)('the partner may: %s, the studio: %s', async (isEnabled, debtModificationOnUpdateMode, booked, writeOffAmount) => {
    await enable(isEnabled);
    await studio.settings({ debtModificationOnUpdateMode });
    const configuration = await studio.partner().request<object>({ url: '/v1/debt-collection/configuration' });
    expect(configuration.body).toMatchObject({ debtModificationOnUpdateMode });
    const scene = await studio.handOver(10000);
    const reported = { paidAmount: 25, reducedAmount: 10, canceledAmount: 7 };
    await studio.update(scene, [{ original: 10000, ...reported }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual(booked);
    // The amount is stored in either case. The deprecated amount becomes a write-off only if totals are booked.
    expect(await studio.cases(`debtorId=${scene.debtorId}`)).toMatchObject([
      { agencyCollectionCases: [{ debts: [{ ...reported, writeOffAmount }] }] },
    ]);
  });
}); // prettier-ignore

test('what is with the partner is not charged by a payment run; what is taken back from it is', async () => {
  const { token: paymentRequestToken } = await tokenFor(service, {}, { iban: 'DE89370400440532013000' });
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken });
  const { customerId } = made.body;
  await studio.staff('settings.set', { subject: 'paymentRuns', values: { automatic: true } });
  await studio.claim(customerId, 10000);
  const { collectionCaseId } = await studio.run(customerId);
  await studio.claim(customerId, 2000, 0);
  const charged = async () => {
    await makePaymentRun(service.app.context);
    const rows = await service.database.db.select().from(charges).where(eq(charges.customerId, customerId));
    return rows.map(({ amount }) => amount).sort((a, b) => a - b);
  };
  expect(await charged()).toEqual([2000]);
  await studio.staff('debt-collection.withdraw-case', { collectionCaseId });
  expect(await charged()).toEqual([2000, 10000]);
});
