import { and, isNotNull, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import type { SliceRange } from '../../core/http/slices.js';
import { after, type TrialOffer } from '../bookings/terms.js';
import { TRIALS_AHEAD } from '../bookings/trial-offers.js';
import type { Studio } from '../studios/studios.tables.js';
import { findClass, heldClasses, noClass, type StudioClass, type Window } from './class-slots.js';
import { classes } from './classes.tables.js';

/** Returns the period within which trials can be booked, from now on. */
export function trialWindow({ clock }: Pick<Context, 'clock'>, { timeZone }: Studio): Window {
  const now = clock.now();
  // The end is not part of a window, but what starts in exactly a year can be booked.
  return { from: now, end: new Date(after(now, TRIALS_AHEAD, timeZone).getTime() + 1) };
}

export type TrialClass = StudioClass & { readonly trialOfferId: number };

/** Returns the classes that offer trials within the next year, ordered by id, with one more than the slice holds. */
export async function trialClasses(
  context: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  range: SliceRange,
): Promise<TrialClass[]> {
  const offersTrials = and(
    isNotNull(classes.trialOfferId),
    sql`(${classes.definition} ->> 'bookable')::boolean`,
  );
  return (await heldClasses(
    context.db,
    studio,
    trialWindow(context, studio),
    range,
    offersTrials,
  )) as TrialClass[];
}

/**
 * Finds a class that offers trials, with its trial offer.
 *
 * @throws ApiError 404 if there is no such class or it offers no trials; 403 if it belongs to another studio.
 */
export async function findTrialOfferOfClass(
  db: Database,
  studio: Studio,
  classId: number,
): Promise<TrialOffer> {
  const { offer } = await findClass(db, studio, classId);
  if (!offer) throw noClass(classId);
  return offer;
}
