import { inArray } from 'drizzle-orm';
import { addTerm, calendarDateIn } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import {
  collectionCases,
  collectionDebtors,
  collectionDebts,
  collectionPartnerships,
  collectionRestrictions,
  collectionRuns,
} from '../../modules/debt-collection/debt-collection.tables.js';
import { apiKeys, collectionPartners, integrations } from '../../modules/integrations/integrations.tables.js';
import { debtClaims } from '../../modules/payments/account/account.tables.js';
import { COLLECTION_KEYS } from './keys.js';
import { SEED_STUDIOS } from './studios.js';

const PARTNER = 1;
/** The run of the demo, and what it hands over. */
const SEED_RUN = 40000;
const SEED_CASE = '7d1c5a0e-3b52-4f0e-9a41-20110000c001';
/** A run that the partner has fetched, and a debtor whom it may not pursue for now. */
const BLOCKED_RUN = 39999;
const BLOCKED_CASE = '7d1c5a0e-3b52-4f0e-9a41-20120000c001';
const BLOCKED_DEBT = '7d1c5a0e-3b52-4f0e-9a41-20120000d001';
const BLOCKED = { id: 2012, studioId: 1001, firstName: 'Svenja', lastName: 'Holm', amount: 2990 } as const;
const SEED_DEBTS = ['7d1c5a0e-3b52-4f0e-9a41-20110000d001', '7d1c5a0e-3b52-4f0e-9a41-20110000d002'] as const;

/** A member of each studio who has paid nothing for months. */
const OVERDUE = [
  { id: 2011, studioId: 1001, firstName: 'Malte', lastName: 'Brandt', amount: 3990 },
  { id: 2111, studioId: 1002, firstName: 'Urs', lastName: 'Zgraggen', amount: 8900 },
  { id: 2211, studioId: 1003, firstName: 'Alfie', lastName: 'Moss', amount: 3500 },
  { id: 2311, studioId: 1004, firstName: 'Trent', lastName: 'Kowalski', amount: 4900 },
  { id: 2511, studioId: 1005, firstName: 'Fabio', lastName: 'Serra', amount: 4500 },
  { id: 2611, studioId: 1006, firstName: 'Lucía', lastName: 'Ferrer', amount: 4200 },
  { id: 2411, studioId: 1007, firstName: 'Jarrah', lastName: 'Doyle', amount: 5600 },
] as const;

/** Days before the seeding at which their claims were due. */
const OVERDUE_DAYS = [90, 60];

const claimId = (customerId: number, index: number) => customerId * 10 + 1 + index;

/**
 * A collection partner of all demo studios, an overdue member of each, and one run at the first studio that waits for its
 * confirmation; what is there already stays as it is.
 */
export async function seedDebtCollection(tx: Database, now: Date): Promise<void> {
  await tx
    .insert(collectionPartners)
    .values({ id: PARTNER, name: 'Claims Desk', debtModificationEnabled: true, adjustmentsEnabled: true })
    .onConflictDoNothing();
  const itsIntegrations = tx
    .select({ id: apiKeys.integrationId })
    .from(apiKeys)
    .where(
      inArray(
        apiKeys.keyHash,
        COLLECTION_KEYS.map(({ key }) => hashToken(key)),
      ),
    );
  await tx
    .update(integrations)
    .set({ collectionPartnerId: PARTNER })
    .where(inArray(integrations.id, itsIntegrations));
  await tx
    .insert(collectionPartnerships)
    .values(SEED_STUDIOS.map(({ id }) => ({ studioId: id, partnerId: PARTNER, status: 'ACTIVE' as const })))
    .onConflictDoNothing();
  const overdue = [...OVERDUE, BLOCKED];
  const persons = overdue.map(({ amount: _, ...member }) => ({
    ...member,
    paymentCustomerId: `5b0f6a52-0d1c-4a6e-9f6b-0a${member.id}000001`,
  }));
  await tx
    .insert(paymentCustomers)
    .values(persons.map(({ paymentCustomerId: id, studioId }) => ({ id, studioId, createdAt: now })))
    .onConflictDoNothing();
  await tx.insert(customers).values(persons).onConflictDoNothing();
  const today = calendarDateIn(now, 'UTC');
  const claims = overdue.flatMap(({ id: customerId, amount }) =>
    (customerId === BLOCKED.id ? OVERDUE_DAYS.slice(0, 1) : OVERDUE_DAYS).map((days, index) => ({
      id: claimId(customerId, index),
      customerId,
      description: 'Membership fee',
      amount,
      dueDate: addTerm(today, { value: days, unit: 'DAY' }, -1),
    })),
  );
  await tx.insert(debtClaims).values(claims).onConflictDoNothing();
  await seedRun(tx, now);
  await seedBlocked(tx, now);
}

async function seedRun(tx: Database, now: Date): Promise<void> {
  const [{ id: customerId, studioId, amount }] = OVERDUE;
  await tx
    .insert(collectionRuns)
    .values({
      id: SEED_RUN,
      studioId,
      partnerId: PARTNER,
      status: 'WAITING_FOR_CONFIRMATION',
      origin: 'DEBT_COLLECTION_RUN',
      collectionType: 'TRUST',
      collectionDate: calendarDateIn(now, 'UTC'),
      createdAt: now,
    })
    .onConflictDoNothing();
  await tx
    .insert(collectionCases)
    .values({ id: SEED_CASE, runId: SEED_RUN, partnerId: PARTNER, customerId })
    .onConflictDoNothing();
  await tx
    .insert(collectionDebts)
    .values(
      SEED_DEBTS.map((id, index) => ({
        id,
        caseId: SEED_CASE,
        claimId: claimId(customerId, index),
        originalAmount: amount,
      })),
    )
    .onConflictDoNothing();
  await tx.insert(collectionRestrictions).values({ customerId, since: now }).onConflictDoNothing();
  await tx
    .insert(collectionDebtors)
    .values({ partnerId: PARTNER, customerId, isGranted: true })
    .onConflictDoNothing();
}

async function seedBlocked(tx: Database, now: Date): Promise<void> {
  const { id: customerId, studioId, amount: originalAmount } = BLOCKED;
  const block = { limitType: 'UNLIMITED' } as const;
  const made = await tx
    .insert(collectionRuns)
    .values({
      id: BLOCKED_RUN,
      studioId,
      partnerId: PARTNER,
      status: 'COMPLETED',
      origin: 'DEBT_COLLECTION_RUN',
      collectionType: 'TRUST',
      collectionDate: addTerm(calendarDateIn(now, 'UTC'), { value: 30, unit: 'DAY' }, -1),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made.length === 0) return;
  const inRun = { runId: BLOCKED_RUN, partnerId: PARTNER, customerId };
  await tx.insert(collectionCases).values({ id: BLOCKED_CASE, ...inRun, block });
  await tx.insert(collectionDebts).values({
    id: BLOCKED_DEBT,
    caseId: BLOCKED_CASE,
    claimId: claimId(customerId, 0),
    originalAmount,
    block,
  });
  await tx.insert(collectionRestrictions).values({ customerId, since: now }).onConflictDoNothing();
  await tx.insert(collectionDebtors).values({ partnerId: PARTNER, customerId, isGranted: true, block });
}
