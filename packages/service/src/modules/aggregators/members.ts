import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { SliceRange } from '../../core/http/slices.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { insertPerson } from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import { lockNewCustomers } from '../customers/duplicates.js';
import { checkPlausible, GENDERS, type PersonProfile } from '../customers/profile.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { aggregatorMembers } from './aggregators.tables.js';

const text = (maxLength = 200) => Type.String({ maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]*$' });
const name = () => Type.String({ maxLength: 200, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$' });

/** The aggregator's own id for a person. */
export const AggregatorId = Type.String({
  maxLength: 100,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$',
  examples: ['A-100045'],
});

/** A person as aggregators describe them in requests and responses (specification, Aggregator member). */
export const AggregatorPerson = Type.Object({
  aggregatorId: AggregatorId,
  firstName: name(),
  lastName: name(),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254, examples: ['example@example.com'] })),
  dateOfBirth: Type.Optional(Type.String({ format: 'date', pattern: '^(19|20|21)\\d{2}-' })),
  gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
  phonePrivate: Type.Optional(text()),
  phonePrivateMobile: Type.Optional(text()),
  phoneBusiness: Type.Optional(text()),
  phoneBusinessMobile: Type.Optional(text()),
  street: Type.Optional(text()),
  houseNumber: Type.Optional(text()),
  zipCode: Type.Optional(text(20)),
  city: Type.Optional(text()),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] }),
  ),
});
export type AggregatorPerson = Static<typeof AggregatorPerson>;

/** Converts a person to a customer profile. */
function profileOf({
  aggregatorId: _,
  phonePrivate,
  phonePrivateMobile,
  country,
  ...same
}: AggregatorPerson): PersonProfile {
  return {
    ...same,
    ...(phonePrivate !== undefined && { phoneNumberPrivate: phonePrivate }),
    ...(phonePrivateMobile !== undefined && { phoneNumberMobile: phonePrivateMobile }),
    ...(country !== undefined && { countryCode: country }),
  };
}

export type AggregatorMember = typeof aggregatorMembers.$inferSelect;

/**
 * Makes an aggregator's member a customer of the studio. An existing customer with the same `aggregatorId` stays
 * unchanged and becomes active again if necessary.
 *
 * @returns the customer's id.
 * @throws ApiError 400 for an impossible date of birth or an unknown country.
 */
export async function createMember(
  context: Context,
  studio: Studio,
  person: AggregatorPerson,
  request: KeyedRequest,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    // Repeating the operation is safe. The key is stored so that no other request can use it.
    await keepResult(context, tx, request, randomUUID());
    return insertMember(context, tx, studio, person);
  });
}

/** Does the same as `createMember` within a transaction. */
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

/**
 * Finds an active member.
 *
 * @throws ApiError 404 if no active member has this id; 403 if the member belongs to another studio or has not
 * consented.
 */
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

/** Returns the active members who have consented, ordered by customer id, with one more than the slice holds. */
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

/** Returns the active membership of a customer with an aggregator; null if there is none. */
export async function activeMembership(
  db: Database,
  studio: Studio,
  customerId: number,
): Promise<AggregatorMember | null> {
  const isTheirs = and(isActiveAt(studio), eq(aggregatorMembers.customerId, customerId));
  const [found] = await db.select().from(aggregatorMembers).where(isTheirs);
  return found ?? null;
}

/** Ends the membership at the aggregator; the customer remains. @throws ApiError 404 if there is none. */
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
