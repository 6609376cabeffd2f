import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { aggregatorMembers } from '../../modules/aggregators/aggregators.tables.js';
import { checkIns } from '../../modules/check-ins/check-ins.tables.js';
import { accessMediums } from '../../modules/customers/access-mediums/access-mediums.tables.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { memberListEntries, memberLists } from '../../modules/customers/member-lists/member-lists.tables.js';
import { onlineOffers } from '../../modules/memberships/offers/offers.tables.js';

const BERLIN = 1001;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Members of an aggregator, with what they show at the entrance: cards as bytes in hexadecimal. */
const AGGREGATOR_MEMBERS = [
  { id: 2051, aggregatorId: 'A-100045', firstName: 'Nora', lastName: 'Weiß', card: 'AABBCCDD', pin: '4711' },
  {
    id: 2052,
    aggregatorId: 'A-100046',
    firstName: 'Piet',
    lastName: 'Krämer',
    card: '04A2B3C4D5E680',
    pin: null,
  },
] as const;

const ONLINE_OFFERS = [
  { id: 7001, name: 'Day pass', price: 1500, isActive: true, isSoldOnline: true, until: null },
  { id: 7002, name: 'Ten visits', price: 12_000, isActive: true, isSoldOnline: true, until: null },
  { id: 7003, name: 'Towel pack', price: 990, isActive: true, isSoldOnline: false, until: null },
  {
    id: 7004,
    name: 'Summer pass 2026',
    price: 9900,
    isActive: true,
    isSoldOnline: true,
    until: '2026-09-30',
  },
] as const;

/** Hours before the seeding at which somebody came, and how long they stayed; null: they are there. */
const DAY: readonly {
  readonly customerId: number;
  readonly hoursAgo: number;
  readonly stayed: number | null;
}[] = [
  { customerId: 2001, hoursAgo: 5, stayed: 1.5 },
  { customerId: 2002, hoursAgo: 4, stayed: 2 },
  { customerId: 2051, hoursAgo: 1.2, stayed: null },
  { customerId: 2002, hoursAgo: 0.5, stayed: null },
];

/** Events in the demo studio in Berlin beside memberships; rows that are there already stay as they are. */
export async function seedStudioLife(tx: Database, now: Date): Promise<void> {
  await seedAggregatorMembers(tx, now);
  await tx
    .insert(onlineOffers)
    .values(
      ONLINE_OFFERS.map(({ until, ...offer }) => ({
        ...offer,
        studioId: BERLIN,
        publishedFrom: '2025-01-01',
        publishedUntil: until,
      })),
    )
    .onConflictDoNothing();
  await tx
    .insert(memberLists)
    .values([
      { id: 7101, studioId: BERLIN, name: 'Back course', modifiedAt: now },
      { id: 7102, studioId: BERLIN, name: 'Climbing group', modifiedAt: now },
    ])
    .onConflictDoNothing();
  await tx
    .insert(memberListEntries)
    .values([
      { listId: 7101, customerId: 2001 },
      { listId: 7101, customerId: 2002 },
      { listId: 7102, customerId: 2002 },
    ])
    .onConflictDoNothing();
  await seedDay(tx, now);
}

async function seedAggregatorMembers(tx: Database, now: Date): Promise<void> {
  const persons = AGGREGATOR_MEMBERS.map((member) => ({
    ...member,
    studioId: BERLIN,
    paymentCustomerId: `5b0f6a52-0d1c-4a6e-9f6b-0a${member.id}000001`,
  }));
  const made = await tx
    .insert(paymentCustomers)
    .values(persons.map(({ paymentCustomerId: id, studioId }) => ({ id, studioId, createdAt: now })))
    .onConflictDoNothing()
    .returning();
  // Customers who were seeded before keep the media they have now.
  if (made.length === 0) return;
  await tx
    .insert(customers)
    .values(
      persons.map(({ id, studioId, paymentCustomerId, firstName, lastName }) => ({
        id,
        studioId,
        paymentCustomerId,
        firstName,
        lastName,
      })),
    )
    .onConflictDoNothing();
  await tx
    .insert(aggregatorMembers)
    .values(
      persons.map(({ id: customerId, studioId, aggregatorId }) => {
        return { customerId, studioId, aggregatorId, createdAt: now };
      }),
    )
    .onConflictDoNothing();
  const mediums = persons.flatMap(({ id: customerId, studioId, card, pin }) => [
    { studioId, customerId, type: 'CARD_NUMBER' as const, value: card },
    ...(pin === null ? [] : [{ studioId, customerId, type: 'PIN' as const, value: pin }]),
  ]);
  await tx.insert(accessMediums).values(mediums).onConflictDoNothing();
}

/** A day of visits that ends now, if nobody has been there for a day. */
async function seedDay(tx: Database, now: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const ofLastDay = and(eq(checkIns.studioId, BERLIN), gte(checkIns.checkedInAt, ago(DAY_MS)));
  const [visit] = await tx.select().from(checkIns).where(ofLastDay).limit(1);
  if (visit) return;
  const visits = DAY.map(({ customerId, hoursAgo, stayed }) => ({
    studioId: BERLIN,
    customerId,
    checkedInAt: ago(hoursAgo * HOUR_MS),
    checkedOutAt: stayed === null ? null : ago((hoursAgo - stayed) * HOUR_MS),
  }));
  const wasForgotten = and(eq(checkIns.studioId, BERLIN), isNull(checkIns.checkedOutAt));
  await tx
    .update(checkIns)
    .set({ checkedOutAt: ago(DAY_MS) })
    .where(wasForgotten);
  await tx.insert(checkIns).values(visits).onConflictDoNothing();
}
