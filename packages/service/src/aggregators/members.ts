import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { lockNewCustomers } from '../customers/duplicates.js';
import { insertPerson } from '../customers/new-customer.js';
import { checkPlausible } from '../customers/profile-rules.js';
import { calendarDateIn } from '../domain/calendar.js';
import type { PartnerMeta } from '../domain/request-meta.js';
import type { SliceRange } from '../domain/slice.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import { keepMade, partnerRequest } from '../requests/partner-request.js';
import { requestHash } from '../requests/request-hash.js';
import { aggregatorMembers } from '../store/aggregator-tables.js';
import type { Database } from '../store/database.js';
import { customers } from '../store/schema.js';
import { emit } from '../webhooks/outbox.js';
import { profileOf, type AggregatorPerson } from './person.js';

export type AggregatorMember = typeof aggregatorMembers.$inferSelect;

/**
 * Makes the member of an aggregator a customer of the studio. One whose `aggregatorId` is there already stays as they
 * are, and is active again if they were not.
 *
 * @returns the customer's id.
 * @throws ApiError 400 for a date of birth or a country that there is not.
 */
export async function createMember(
  context: Context,
  studio: Studio,
  person: AggregatorPerson,
  meta: PartnerMeta,
): Promise<number> {
  const hash = requestHash(context, 'create aggregator member', person);
  return context.db.transaction(async (tx) => {
    // It may be done again and again; its key is kept so that no other request can have it.
    await keepMade(context, tx, partnerRequest(studio, hash, meta), randomUUID());
    return insertMember(context, tx, studio, person);
  });
}

/** The same as a part of something else. */
export async function insertMember(
  context: Context,
  tx: Database,
  studio: Studio,
  person: AggregatorPerson,
): Promise<number> {
  const profile = profileOf(person);
  checkPlausible(profile, calendarDateIn(context.clock.now(), studio.timeZone), '', {
    countryCode: 'country',
  });
  await lockNewCustomers(tx, studio);
  const { aggregatorId } = person;
  const [there] = await tx
    .update(aggregatorMembers)
    .set({ endedAt: null })
    .where(and(eq(aggregatorMembers.studioId, studio.id), eq(aggregatorMembers.aggregatorId, aggregatorId)))
    .returning({ customerId: aggregatorMembers.customerId });
  if (there) return there.customerId;
  const newPerson = { studioId: studio.id, paymentCustomerId: randomUUID() };
  const customerId = await insertPerson(context, tx, newPerson, profile);
  const createdAt = context.clock.now();
  await tx.insert(aggregatorMembers).values({ customerId, studioId: studio.id, aggregatorId, createdAt });
  await emit(context, tx, studio.id, {
    type: 'AGGREGATOR_MEMBER_CREATED',
    entityId: customerId,
    content: { aggregatorId },
  });
  return customerId;
}

/** @throws ApiError 404 for an id that no active member has, 403 for another studio's, or who has not consented. */
export async function findMember(
  db: Database,
  studio: Studio,
  aggregatorId: string,
): Promise<AggregatorMember> {
  const all = await db
    .select({ member: aggregatorMembers, consents: customers.thirdPartyAccess })
    .from(aggregatorMembers)
    .innerJoin(customers, eq(customers.id, aggregatorMembers.customerId))
    .where(and(isNull(aggregatorMembers.endedAt), eq(aggregatorMembers.aggregatorId, aggregatorId)));
  const found = all.find(({ member }) => member.studioId === studio.id);
  if (!found && all.length > 0) {
    throw new ApiError('errormessage.permission.denied', 'aggregatorId', {
      problem: textPart('problem.customer.otherStudio'),
    });
  }
  if (!found) throw new ApiError('errormessage.aggregator.member.not.found', 'aggregatorId');
  if (!found.consents) {
    throw new ApiError('errormessage.third.party.customer.access.disabled', 'aggregatorId');
  }
  return found.member;
}

/**
 * Active members by the customer's id, one more than the slice where there are more. Members who have not consented are
 * left out.
 */
export async function membersOf(
  db: Database,
  studio: Studio,
  { offset, size }: SliceRange,
): Promise<AggregatorMember[]> {
  const rows = await db
    .select({ member: aggregatorMembers })
    .from(aggregatorMembers)
    .innerJoin(customers, eq(customers.id, aggregatorMembers.customerId))
    .where(
      and(isActiveAt(studio), eq(customers.thirdPartyAccess, true), gt(aggregatorMembers.customerId, offset)),
    )
    .orderBy(asc(aggregatorMembers.customerId))
    .limit(size + 1);
  return rows.map(({ member }) => member);
}

/** The membership of a customer who comes through an aggregator; null for everybody else. */
export async function activeMembership(
  db: Database,
  studio: Studio,
  customerId: number,
): Promise<AggregatorMember | null> {
  const isTheirs = and(isActiveAt(studio), eq(aggregatorMembers.customerId, customerId));
  const [found] = await db.select().from(aggregatorMembers).where(isTheirs);
  return found ?? null;
}

/** Ends the membership at the aggregator; the customer stays. @throws ApiError 404 when there is none. */
export async function endMember(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  customerId: number,
): Promise<void> {
  const ended = await tx
    .update(aggregatorMembers)
    .set({ endedAt: clock.now() })
    .where(and(isActiveAt(studio), eq(aggregatorMembers.customerId, customerId)))
    .returning({ customerId: aggregatorMembers.customerId });
  if (ended.length === 0) throw new ApiError('errormessage.aggregator.member.not.found', 'customerId');
}

function isActiveAt({ id }: Studio) {
  return and(eq(aggregatorMembers.studioId, id), isNull(aggregatorMembers.endedAt));
}
