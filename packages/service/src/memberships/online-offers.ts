import { and, asc, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import type { SliceRange } from '../domain/slice.js';
import { onlineOffers } from '../store/studio-tables.js';
import { todayAt } from './offers.js';

export type OnlineOffer = typeof onlineOffers.$inferSelect;

/** Offers that can be bought online today: active, sold online, within their publication. By id, one more than the slice. */
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
