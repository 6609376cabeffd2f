import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_DEBT_COLLECTION } from '../../src/domain/debt-collection.js';
import {
  collectionBookings,
  collectionCases,
  collectionDebtors,
  collectionDebts,
  collectionRuns,
} from '../../src/store/debt-collection-tables.js';
import { accountTransactions, debtClaims, studios } from '../../src/store/schema.js';
import { SERVER } from '../support/database.js';
import { TwoServices } from '../support/two-services.js';

/*
 * A partner's updates of one case, at both processes at the same time, also beside a payment of the same member: the
 * account shows one of them as a whole, once.
 */

const ORIGINAL = 10000;
const KEY = { 'x-api-key': 'test-key-collection-berlin' };
/** Of the seed. */
const PARTNER = 1;

let services: TwoServices;

describe.runIf(SERVER !== undefined)(
  'a collection case, two processes on PostgreSQL',
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      services = await TwoServices.start(SERVER ?? '');
      const debtCollection = {
        ...DEFAULT_DEBT_COLLECTION,
        debtModificationOnUpdateMode: 'IMMEDIATELY' as const,
      };
      await services.database.db
        .update(studios)
        .set({ settings: { version: 1, decided: { debtCollection } } })
        .where(eq(studios.id, 1001));
    });
    afterAll(() => services.close());

    test('different updates at the same time: the account is one of them as a whole', async () => {
      for (let round = 0; round < 10; round += 1) {
        const scene = await handOver();
        const told = [1000, 2500, 4000, 5500].map((paid) => ({
          paid,
          reduced: paid / 10,
          writeOff: 3000 - paid / 10,
        }));
        const answers = await Promise.all(
          told.map((one, index) => send(updateOf(scene, one), index % 2 === 0 ? 0 : 1)),
        );
        // One that has waited for another is told so, and does not replace what is newer.
        const statuses = answers.map(({ status }) => status);
        expect(statuses).toContain(200);
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        expect(told).toContainEqual(await accountOf(scene));
      }
    });

    test('an update and a payment of the same member at the same time: nothing is paid with more than it comes to', async () => {
      for (let round = 0; round < 5; round += 1) {
        const scene = await handOver();
        const token = await services.session({ customerId: scene.customerId, amount: 100 });
        const { paymentRequestToken = '' } = await services.paySepa(token);
        const [paid, updated] = await Promise.all([
          services.payAccount(scene, paymentRequestToken, 100, { debtClaimIds: [scene.claimId] }),
          send(updateOf(scene, { paid: 6000, reduced: 0, writeOff: 0 })),
        ]);
        await services.settled();
        expect([paid.status, updated.status]).toEqual([400, 200]);
        expect(await accountOf(scene)).toEqual({ paid: 6000, reduced: 0, writeOff: 0 });
      }
    });
  },
);

type Scene = Awaited<ReturnType<typeof handOver>>;

async function handOver() {
  const { db } = services.database;
  const person = await services.person();
  const { customerId } = person;
  const dueDate = '2026-01-01';
  const [claim] = await db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount: ORIGINAL, dueDate })
    .returning();
  const [run] = await db
    .insert(collectionRuns)
    .values({
      studioId: 1001,
      partnerId: PARTNER,
      status: 'COMPLETED',
      origin: 'DEBT_COLLECTION_RUN',
      collectionType: 'TRUST',
      collectionDate: '2026-11-20',
      createdAt: new Date(),
    })
    .returning();
  const [caseId, debtId] = [randomUUID(), randomUUID()];
  const claimId = claim?.id ?? 0;
  await db
    .insert(collectionCases)
    .values({ id: caseId, runId: run?.id ?? 0, partnerId: PARTNER, customerId });
  await db.insert(collectionDebts).values({ id: debtId, caseId, claimId, originalAmount: ORIGINAL });
  await db.insert(collectionDebtors).values({ partnerId: PARTNER, customerId, isGranted: true });
  return { ...person, caseId, debtId, claimId };
}

interface Totals {
  paid: number;
  reduced: number;
  writeOff: number;
}

function updateOf({ customerId, caseId, debtId }: Scene, { paid, reduced, writeOff }: Totals): object {
  const debt = {
    debtId,
    originalAmount: ORIGINAL / 100,
    paidAmount: paid / 100,
    reducedAmount: reduced / 100,
    writeOffAmount: writeOff / 100,
    currency: 'EUR',
  };
  const agencyCollectionCases = [
    { agencyCollectionCaseId: caseId, collectionCaseIds: [caseId], debts: [debt] },
  ];
  return { requestId: randomUUID(), debtors: [{ debtorId: String(customerId), agencyCollectionCases }] };
}

function send(body: object, at?: 0 | 1) {
  return services.api('debt-collection/update', body, at, KEY);
}

/** What the account shows of the debt; a kind that is booked twice cannot be stored, so all entries are counted. */
async function accountOf({ customerId, debtId }: Scene): Promise<Totals> {
  const { db } = services.database;
  const booked = await db
    .select({ kind: collectionBookings.kind, amount: accountTransactions.amount })
    .from(collectionBookings)
    .innerJoin(accountTransactions, eq(accountTransactions.id, collectionBookings.transactionId))
    .where(eq(collectionBookings.debtId, debtId));
  const all = await db
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.customerId, customerId));
  expect(all).toHaveLength(booked.length);
  const of = (kind: string) => booked.find((row) => row.kind === kind)?.amount ?? 0;
  return { paid: of('PAYMENT'), reduced: of('REDUCTION'), writeOff: of('ABANDONMENT') };
}
