import { randomUUID } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import {
  collectionCases,
  collectionDebtors,
  collectionDebts,
  collectionRestrictions,
  collectionRuns,
} from '../../src/modules/debt-collection/debt-collection.tables.js';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { DEFAULT_DEBT_COLLECTION } from '../../src/modules/studios/settings/debt-collection-settings.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import type { Answer, Person, TwoServices } from '../support/two-services.js';

/** Id of the seeded collection partner. */
const PARTNER = 1;
const PARTNER_KEY = { 'x-api-key': 'test-key-collection-berlin' };

interface HandedOverDebt {
  readonly id: string;
  readonly claimId: number;
  /** Amount in cents. */
  readonly original: number;
}

interface HandedOverCase {
  readonly id: string;
  readonly debts: readonly HandedOverDebt[];
}

/** A debtor with the cases that were handed over. */
export interface Debtor extends Person {
  readonly cases: readonly HandedOverCase[];
}

/** Makes the studio book the partner's reports immediately. @returns a function that restores the previous setting. */
export async function bookAtOnce({ database: { db } }: TwoServices): Promise<() => Promise<void>> {
  const isStudio = eq(studios.id, 1001);
  const [before] = await db.select({ settings: studios.settings }).from(studios).where(isStudio);
  const debtCollection = { ...DEFAULT_DEBT_COLLECTION, debtModificationOnUpdateMode: 'IMMEDIATELY' as const };
  await db
    .update(studios)
    .set({ settings: { decided: { debtCollection } } })
    .where(isStudio);
  return async () => {
    await db
      .update(studios)
      .set(before ?? {})
      .where(isStudio);
  };
}

/**
 * Hands over cases of a new person.
 *
 * @param cases the amounts of each case's debts, in cents
 */
export async function handOver(
  services: TwoServices,
  cases: readonly (readonly number[])[],
): Promise<Debtor> {
  const { db } = services.database;
  const person = await services.person();
  const { customerId } = person;
  const handedOver: HandedOverCase[] = [];
  for (const amounts of cases) {
    const claims = amounts.map((amount) => ({
      customerId,
      description: 'Fee',
      amount,
      dueDate: '2026-01-01',
    }));
    const owed = await db.insert(debtClaims).values(claims).returning();
    const [run] = await db
      .insert(collectionRuns)
      .values({
        studioId: 1001,
        partnerId: PARTNER,
        status: 'COMPLETED',
        origin: 'DEBT_COLLECTION_RUN',
        collectionType: 'TRUST',
        collectionDate: '2026-11-20',
        createdAt: services.now(),
      })
      .returning();
    const id = randomUUID();
    await db.insert(collectionCases).values({ id, runId: run?.id ?? 0, partnerId: PARTNER, customerId });
    const debts = owed.map((claim) => ({ id: randomUUID(), claimId: claim.id, original: claim.amount }));
    await db
      .insert(collectionDebts)
      .values(debts.map((debt) => ({ ...debt, caseId: id, originalAmount: debt.original })));
    handedOver.push({ id, debts });
  }
  await db.insert(collectionDebtors).values({ partnerId: PARTNER, customerId, isGranted: true });
  await db.insert(collectionRestrictions).values({ customerId, since: services.now() });
  return { ...person, cases: handedOver };
}

export function sendUpdate(
  services: TwoServices,
  body: object,
  at: 0 | 1,
): Promise<Answer<Schemas['Error']>> {
  return services.api('debt-collection/update', body, at, PARTNER_KEY);
}
