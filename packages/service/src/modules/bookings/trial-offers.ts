import { eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { type Booking, otherStudio } from './bookings.js';
import { trialOffers } from './bookings.tables.js';
import { after, before, type TrialOffer } from './terms.js';

/** Period within which trials can be booked (specification, Limits). */
export const TRIALS_AHEAD = { value: 1, unit: 'YEAR' } as const;

/**
 * Finds a trial offer.
 *
 * @throws ApiError 404 if it does not exist; 403 if it belongs to another studio.
 */
export async function findTrialOffer(db: Database, studio: Studio, id: number): Promise<TrialOffer> {
  const [found] = await db.select().from(trialOffers).where(eq(trialOffers.id, id));
  if (found && found.studioId !== studio.id) throw otherStudio('trialOfferConfigId');
  if (!found) {
    throw new ApiError('errormessage.trial.offer.not.found', 'trialOfferConfigId', {
      trialOfferConfigId: id,
    });
  }
  return found.definition;
}

/** Returns the time by which a booking must be confirmed; null if no confirmation is required. */
export function confirmationTime(startsAt: Date, offer: TrialOffer | null, timeZone: string): Date | null {
  const term = offer?.confirmationOfBookingTerm;
  return term ? before(startsAt, term, timeZone) : null;
}

/**
 * Returns whether a person can book another trial: the contingent is not used up, and the pause after each is over.
 *
 * @param own the person's bookings that count
 */
export function hasTrialLeft(
  { contingent, preventMultipleBookingsTerm: pause }: TrialOffer,
  own: readonly Pick<Booking, 'isTrial' | 'bookedAt'>[],
  now: Date,
  timeZone: string,
): boolean {
  const trials = own.filter(({ isTrial }) => isTrial);
  return (
    trials.length < contingent && trials.every(({ bookedAt }) => now >= after(bookedAt, pause, timeZone))
  );
}

/** Returns whether a trial offer admits a person: anybody, or only those who have had a contract. */
export async function admits(db: Database, offer: TrialOffer, customerId: number): Promise<boolean> {
  if (offer.allowBookingForLeads) return true;
  const [contract] = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.customerId, customerId))
    .limit(1);
  return contract !== undefined;
}
