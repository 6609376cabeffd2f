import { addTerm, calendarDateIn } from '../domain/calendar.js';
import { hashToken } from '../platform/tokens.js';
import type { Database } from '../store/database.js';
import {
  collectionCases,
  collectionDebtors,
  collectionDebts,
  collectionPartnerKeys,
  collectionPartners,
  collectionPartnerships,
  collectionRestrictions,
  collectionRuns,
} from '../store/debt-collection-tables.js';
import { customers, debtClaims, paymentCustomers } from '../store/schema.js';
import { COLLECTION_KEYS } from './keys.js';
import { SEED_STUDIOS } from './studios.js';

const PARTNER = 1;
/** The run of the demo, and what it hands over. */
const SEED_RUN = 40000;
const SEED_CASE = '7d1c5a0e-3b52-4f0e-9a41-20110000c001';
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
  await tx
    .insert(collectionPartnerKeys)
    .values(COLLECTION_KEYS.map(({ key }) => ({ keyHash: hashToken(key), partnerId: PARTNER })))
    .onConflictDoNothing();
  await tx
    .insert(collectionPartnerships)
    .values(SEED_STUDIOS.map(({ id }) => ({ studioId: id, partnerId: PARTNER, status: 'ACTIVE' as const })))
    .onConflictDoNothing();
  const persons = OVERDUE.map(({ amount: _, ...member }) => ({
    ...member,
    paymentCustomerId: `5b0f6a52-0d1c-4a6e-9f6b-0a${member.id}000001`,
  }));
  await tx
    .insert(paymentCustomers)
    .values(persons.map(({ paymentCustomerId: id, studioId }) => ({ id, studioId, createdAt: now })))
    .onConflictDoNothing();
  await tx.insert(customers).values(persons).onConflictDoNothing();
  const today = calendarDateIn(now, 'UTC');
  const claims = OVERDUE.flatMap(({ id: customerId, amount }) =>
    OVERDUE_DAYS.map((days, index) => ({
      id: claimId(customerId, index),
      customerId,
      description: 'Membership fee',
      amount,
      dueDate: addTerm(today, { value: days, unit: 'DAY' }, -1),
    })),
  );
  await tx.insert(debtClaims).values(claims).onConflictDoNothing();
  await seedRun(tx, now);
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
