import { asc, eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { membershipOffers } from '../store/membership-tables.js';
import { calendarDateIn, type CalendarDate } from '../domain/calendar.js';
import type { Offer, OfferTerm } from '../domain/offer.js';

/** Today at a studio, in its zone. */
export function todayAt({ clock }: Pick<Context, 'clock'>, studio: Studio): CalendarDate {
  return calendarDateIn(clock.now(), studio.timeZone);
}

/** What a studio offers on a day. */
export async function currentOffers(db: Database, studio: Studio, today: CalendarDate): Promise<Offer[]> {
  return (await offersOf(db, studio)).filter((offer) => isOffered(offer, today));
}

/** @throws ApiError 404 for an offer that the studio does not have, whosever it is. */
export async function findOffer(db: Database, studio: Studio, offerId: number): Promise<Offer> {
  const offer = (await offersOf(db, studio)).find(({ id }) => id === offerId);
  if (!offer) throw new ApiError('errormessage.membership.offer.not.found', 'membershipOfferId', { offerId });
  return offer;
}

/** @throws ApiError 404 for a term that no offer of the studio has. */
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
  throw new ApiError('errormessage.membership.term.not.found', reference, { termId });
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
