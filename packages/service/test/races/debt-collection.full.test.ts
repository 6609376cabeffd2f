import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/property-tests.mjs';
import type { Step } from '../../src/core/context.js';
import {
  collectionBookings,
  collectionCases,
  collectionDebtors,
  collectionRestrictions,
} from '../../src/modules/debt-collection/debt-collection.tables.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../src/modules/payments/account/account.tables.js';
import { expectBooks } from '../support/books.js';
import { TwoServices } from '../support/two-services.js';
import {
  after,
  bodyOf,
  type Books,
  booksOf,
  handedOver,
  type State,
  reportedCases,
  type ReportedCases,
} from './collection-model.js';
import { bookAtOnce, type Debtor, handOver, sendUpdate } from './collection-scene.js';

/*
 * These tests send a partner's updates to two processes, one after the other and simultaneously, once and repeatedly,
 * while the processes are killed. The account must match the last totals, and nothing may be booked twice.
 */

const RUNS = propertyRuns(10);
/** Amounts of the debts of each case, in cents. */
const AMOUNTS = [[10000, 3990], [5000]] as const;
/** Steps at which the process is killed: before its bookings are committed, and before it responds. */
const KILLED_AT: readonly Step[] = ['collection.updated', 'collection.committed'];

interface Update {
  readonly cases: ReportedCases;
  readonly at: 0 | 1;
  readonly killAt: Step | null;
  /** Whether the update is also sent to the other process at the same time. */
  readonly isDoubled: boolean;
}

const update: fc.Arbitrary<Update> = fc.record({
  cases: reportedCases(AMOUNTS.map(({ length }) => length)),
  at: fc.constantFrom<0 | 1>(0, 1),
  // Kills are rare, because a start takes longer than a hundred updates.
  killAt: fc.oneof(
    { weight: 24, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...KILLED_AT) },
  ),
  isDoubled: fc.boolean(),
});
/** Updates sent at the same time, and one earlier update that is sent again, long after its response. */
const batch = fc.record({
  updates: fc.array(update, { minLength: 1, maxLength: 3 }),
  repeated: fc.option(fc.nat()),
});
type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never;

const paid = (percent: number): ReportedCases => [
  { shares: [[percent, 10, 0], [0, 0, percent]], end: null },
  { shares: [[percent, 0, 0]], end: null },
]; // prettier-ignore
const killed = (percent: number, killAt: Step, isDoubled: boolean): Batch => ({
  updates: [{ cases: paid(percent), at: 0, killAt, isDoubled }],
  repeated: 0,
});

let services: TwoServices;

describe('a collection case, two processes on PostgreSQL', { timeout: 600_000 + RUNS * 10_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
    return bookAtOnce(services);
  });

  test('whatever the order of updates, the account is that of the last totals, and nothing is booked twice', async () => {
    const { seed } = fc.readConfigureGlobal();
    process.stdout.write(`Updates of seed ${seed}; FC_SEED takes another.\n`);
    const before = services.crashes;
    const scenario = fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), play);
    await fc.assert(scenario, {
      numRuns: RUNS,
      // Shrinking the scenario of a race does not reproduce it.
      endOnFailure: true,
      // Of two simultaneous updates, the second has nothing to update and is not killed at this step. So a single
      // update comes first.
      examples: [
        [
          [
            killed(40, 'collection.updated', false),
            killed(30, 'collection.updated', true),
            killed(20, 'collection.committed', true),
          ],
        ],
      ],
    });
    const crashes = services.crashes - before;
    process.stdout.write(`${crashes} processes killed.\n`);
    expect(crashes).toBeGreaterThanOrEqual(KILLED_AT.length);
  });

  test('an update and a payment of the same member at the same time: nothing is paid with more than it comes to', async () => {
    for (let round = 0; round < 5; round += 1) {
      const debtor = await handOver(services, [[10000]]);
      const reported: ReportedCases = [{ shares: [[60, 0, 0]], end: null }];
      const token = await services.session({ customerId: debtor.customerId, amount: 100 });
      const { paymentRequestToken = '' } = await services.paySepa(token);
      const debtClaimIds = debtor.cases.flatMap(({ debts }) => debts.map(({ claimId }) => claimId));
      const [payment, answer] = await Promise.all([
        services.payAccount(debtor, paymentRequestToken, 100, { debtClaimIds }),
        sendUpdate(services, bodyOf(debtor, reported), round % 2 === 0 ? 0 : 1),
      ]);
      await services.settled();
      expect([payment.status, answer.status]).toEqual([400, 200]);
      expectBooks(await observed(debtor)).toEqual(
        booksOf(after(handedOver(debtor), debtor, reported), debtor),
      );
    }
  });
});

/** Plays the batches. After each of them, the account must be one that some order of its updates leads to. */
async function play(batches: readonly Batch[]): Promise<void> {
  const debtor = await handOver(services, AMOUNTS);
  const sent: { body: object; at: 0 | 1; cases: ReportedCases; isTaken: boolean }[] = [];
  let possible: State[] = [handedOver(debtor)];
  for (const { updates, repeated } of batches) {
    const requests = updates.map((one) => ({ ...one, body: bodyOf(debtor, one.cases) }));
    for (const { at, killAt } of requests) if (killAt) await services.killAt(at, killAt);
    const answers = await Promise.all(
      requests.map(async ({ body, at, cases, isDoubled }) => {
        const processes = isDoubled ? ([at, at === 0 ? 1 : 0] as const) : [at];
        const answers = await Promise.all(processes.map((process) => sendUpdate(services, body, process)));
        const statuses = answers.map(({ status }) => status);
        // An update that has waited for another gets 409, and does not replace newer data.
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        return { body, at, cases, isTaken: statuses.includes(200) };
      }),
    );
    const taken = answers.filter(({ isTaken }) => isTaken);
    expect(taken).not.toEqual([]);
    possible = outcomes(possible, debtor, taken);
    sent.push(...answers);
    const late = repeated === null ? undefined : sent[repeated % sent.length];
    if (late) {
      expect((await sendUpdate(services, late.body, late.at)).status).toBe(200);
      // An update that was refused before counts now; one that was accepted has counted already.
      if (!late.isTaken) possible = outcomes(possible, debtor, [late]);
      late.isTaken = true;
    }
    const books = await observed(debtor);
    const fitting = possible.filter((state) => isEqual(booksOf(state, debtor), books));
    if (fitting.length === 0) expectBooks(books).toEqual(possible.map((state) => booksOf(state, debtor)));
    possible = fitting;
  }
}

function outcomes(
  states: readonly State[],
  debtor: Debtor,
  updates: readonly Pick<Update, 'cases'>[],
): State[] {
  if (updates.length === 0) return [...states];
  return updates.flatMap(({ cases }, index) => {
    const others = updates.toSpliced(index, 1);
    return outcomes(
      states.map((state) => after(state, debtor, cases)),
      debtor,
      others,
    );
  });
}

function isEqual(one: Books, other: Books): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function observed({ customerId, cases: known }: Debtor): Promise<Books> {
  const { db } = services.database;
  const claimIds = known.flatMap(({ debts }) => debts.map(({ claimId }) => claimId));
  const [ends, bookings, entries, parts, claims] = await Promise.all([
    db.select().from(collectionCases).where(eq(collectionCases.customerId, customerId)),
    db
      .select({ debtId: collectionBookings.debtId, kind: collectionBookings.kind, amount: accountTransactions.amount })
      .from(collectionBookings)
      .innerJoin(accountTransactions, eq(accountTransactions.id, collectionBookings.transactionId))
      .where(eq(accountTransactions.customerId, customerId)),
    db.select().from(accountTransactions).where(eq(accountTransactions.customerId, customerId)),
    db.select().from(claimPayments).where(inArray(claimPayments.claimId, claimIds)),
    db.select().from(debtClaims).where(eq(debtClaims.customerId, customerId)),
  ]); // prettier-ignore
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const cases = known.map(({ id, debts }) => ({
    end: ends.find((one) => one.id === id)?.closure?.type ?? null,
    debts: debts.map((debt) => {
      const of = (kind: string) => sum(bookings.filter((row) => row.debtId === debt.id && row.kind === kind));
      return {
        booked: [of('PAYMENT'), of('REDUCTION'), of('ABANDONMENT')] as const,
        ofClaim: sum(parts.filter(({ claimId }) => claimId === debt.claimId)),
        isSettled: claims.find((claim) => claim.id === debt.claimId)?.isSettled ?? false,
      };
    }),
  }));
  const [debtor] = await db
    .select()
    .from(collectionDebtors)
    .where(eq(collectionDebtors.customerId, customerId));
  const restrictions = await db.$count(
    collectionRestrictions,
    eq(collectionRestrictions.customerId, customerId),
  );
  return {
    cases,
    total: sum(entries),
    isRestricted: restrictions > 0,
    isGranted: debtor?.isGranted ?? false,
  };
}
