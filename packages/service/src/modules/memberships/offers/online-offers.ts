import { and, asc, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { SliceRange } from '../../../core/http/slices.js';
import type { Studio } from '../../studios/studios.tables.js';
import { onlineOffers } from './offers.tables.js';

export type OnlineOffer = typeof onlineOffers.$inferSelect;

/**
 * Returns the offers that can be bought online today: active, sold online and currently published. They are ordered by
 * id, with one more than the slice holds.
 */
export async function purchasableOffers(
  context: Pick<Context, 'clock' | 'db'>,
  studio: Studio,
  { offset, size }: SliceRange,
): Promise<OnlineOffer[]> {
  const today = todayAt(context, studio);
  return context.db
    .select()
    .from(onlineOffers)
    .where(
      and(
        eq(onlineOffers.studioId, studio.id),
        eq(onlineOffers.isActive, true),
        eq(onlineOffers.isSoldOnline, true),
        lte(onlineOffers.publishedFrom, today),
        or(isNull(onlineOffers.publishedUntil), gte(onlineOffers.publishedUntil, today)),
        gt(onlineOffers.id, offset),
      ),
    )
    .orderBy(asc(onlineOffers.id))
    .limit(size + 1);
}
