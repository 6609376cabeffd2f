import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import type { Database } from '../store/database.js';
import { membershipOffers } from '../store/membership-tables.js';
import { calendarDateIn, type CalendarDate } from '../domain/calendar.js';
import type { Offer, OfferTerm } from '../domain/offer.js';

/** Today at a studio, in its zone. */
export function todayAt({ clock }: Pick<Context, 'clock'>, studio: Studio): CalendarDate {
  return calendarDateIn(clock.now(), studio.timeZone);
}

/** Offers of a studio on a day. */
export async function currentOffers(db: Database, studio: Studio, today: CalendarDate): Promise<Offer[]> {
  return (await offersOf(db, studio)).filter((offer) => isOffered(offer, today));
}

/** @throws ApiError 403 for an offer of another studio, 404 when there is none (specification, Rules, 5). */
export async function findOffer(db: Database, studio: Studio, offerId: number): Promise<Offer> {
  const offer = (await offersOf(db, studio)).find(({ id }) => id === offerId);
  if (offer) return offer;
  await refuseOthers(db, studio, eq(membershipOffers.id, offerId), 'membershipOfferId');
  throw new ApiError('errormessage.membership.offer.not.found', 'membershipOfferId', { offerId });
}

/** @throws ApiError 403 for a term of another studio's offer, 404 when there is none. */
export async function findTerm(
  db: Database,
  studio: Studio,
  termId: number,
  reference: string,
): Promise<{ offer: Offer; term: OfferTerm }> {
  for (const offer of await offersOf(db, studio)) {
    const term = offer.terms.find(({ id }) => id === termId);
    if (term) return { offer, term };
  }
  const hasTerm = sql`${membershipOffers.definition} @> ${JSON.stringify({ terms: [{ id: termId }] })}::jsonb`;
  await refuseOthers(db, studio, hasTerm, reference);
  throw new ApiError('errormessage.membership.term.not.found', reference, { termId });
}

async function refuseOthers(db: Database, studio: Studio, wanted: SQL, reference: string): Promise<void> {
  const [found] = await db
    .select({ id: membershipOffers.id })
    .from(membershipOffers)
    .where(and(ne(membershipOffers.studioId, studio.id), wanted))
    .limit(1);
  if (!found) return;
  throw new ApiError('errormessage.permission.denied', reference, {
    problem: textPart('problem.studio.other'),
  });
}

export function isOffered(
  { limitedOfferingPeriod: { startDate, endDate } }: Offer,
  day: CalendarDate,
): boolean {
  return startDate <= day && day <= endDate;
}

async function offersOf(db: Database, studio: Studio): Promise<Offer[]> {
  const rows = await db
    .select({ definition: membershipOffers.definition })
    .from(membershipOffers)
    .where(eq(membershipOffers.studioId, studio.id))
    .orderBy(asc(membershipOffers.id));
  return rows.map(({ definition }) => definition);
}
