import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart } from '../../../core/i18n/translate.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { QuoteRequest } from '../pricing/quote.js';
import type { Module, Offer, OfferTerm, TextBlock } from './offer.js';
import { membershipOffers } from './offers.tables.js';

/** Returns the offers that a studio sells on a day. */
export async function currentOffers(db: Database, studio: Studio, today: CalendarDate): Promise<Offer[]> {
  return (await offersOf(db, studio)).filter((offer) => isOffered(offer, today));
}

/**
 * Finds an offer of a studio.
 *
 * @throws ApiError 403 if the offer belongs to another studio; 404 if it does not exist (specification, Rules, 5).
 */
export async function findOffer(db: Database, studio: Studio, offerId: number): Promise<Offer> {
  const offer = (await offersOf(db, studio)).find(({ id }) => id === offerId);
  if (offer) return offer;
  await refuseOthers(db, studio, eq(membershipOffers.id, offerId), 'membershipOfferId');
  throw new ApiError('errormessage.membership.offer.not.found', 'membershipOfferId', { offerId });
}

/**
 * Finds a term and its offer.
 *
 * @throws ApiError 403 if the term belongs to another studio's offer; 404 if it does not exist.
 */
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

type Choice = Pick<QuoteRequest, 'offer' | 'modules' | 'voucher'>;

/** Returns the consent texts of the chosen and the included modules. */
export function moduleConsents({ offer, modules }: Pick<Choice, 'offer' | 'modules'>): TextBlock[] {
  const chosen: readonly Module[] = [...offer.includedModules, ...modules];
  return chosen.flatMap(({ consentTextBlock }) => consentTextBlock ?? []);
}

/** Returns every text block that belongs to a choice. */
export function textBlocksOf(request: Choice): TextBlock[] {
  return [
    ...request.offer.contractTextBlocks,
    ...moduleConsents(request),
    ...(request.voucher?.textBlocks ?? []),
  ];
}
