import { and, gte, inArray, lte } from 'drizzle-orm';
import { type CalendarDate, calendarDateIn } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { partnerRestrictionsOn } from '../customers/partner-restrictions/partner-restrictions.js';
import { handOverRestrictions } from '../debt-collection/restrictions.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import { customerIdlePeriods } from '../memberships/idle-periods/idle-periods.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';

/** A reason for denying a customer access on a day. `endDate` is null if the end is not known yet. */
export interface AccessRestriction {
  readonly customerId: number;
  /** A text is a partner's own. */
  readonly reason: 'DEBT_COLLECTION' | 'FREEZE' | { readonly text: string };
  /** null for a partner's restriction without dates. */
  readonly startDate: CalendarDate | null;
  readonly endDate: CalendarDate | null;
}

/**
 * Returns the reasons that keep customers out of a studio on a day: a handover to debt collection until it is lifted,
 * a partner's restriction and, depending on the studio's settings, idle periods in all running contracts.
 */
export async function accessRestrictions(
  db: Database,
  studio: Studio,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<AccessRestriction[]> {
  if (customerIds.length === 0) return [];
  const handedOver = (await handOverRestrictions(db, customerIds)).map(({ customerId, since }) => ({
    customerId,
    reason: 'DEBT_COLLECTION' as const,
    startDate: calendarDateIn(since, studio.timeZone),
    endDate: null,
  }));
  const idle = settingsOf(studio).idlePeriods.accessRefusal
    ? await idleRestrictions(db, customerIds, today)
    : [];
  const byPartners = (await partnerRestrictionsOn(db, customerIds, today)).map(
    ({ customerId, reason, startDate, endDate }) => ({
      customerId,
      reason: { text: reason },
      startDate,
      endDate,
    }),
  );
  return [...handedOver, ...idle, ...byPartners];
}

/**
 * Returns a restriction for each customer whose running contracts are all idle. It begins with the last of the idle
 * periods to begin and ends with the first to end.
 */
async function idleRestrictions(
  db: Database,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<AccessRestriction[]> {
  const running = await db
    .select({ id: contracts.id, customerId: contracts.customerId })
    .from(contracts)
    .where(
      and(
        inArray(contracts.customerId, [...customerIds]),
        lte(contracts.startDate, today),
        gte(contracts.endDate, today),
      ),
    );
  if (running.length === 0) return [];
  const idlePeriods = (await customerIdlePeriods(db, customerIds)).filter(
    ({ startDate, endDate }) => startDate <= today && (endDate === null || endDate >= today),
  );
  return customerIds.flatMap((customerId) => {
    const own = running.filter((contract) => contract.customerId === customerId);
    const inForce = own.flatMap(({ id }) => idlePeriods.find(({ contract }) => contract.id === id) ?? []);
    if (own.length === 0 || inForce.length < own.length) return [];
    const startDate = inForce.map((idlePeriod) => idlePeriod.startDate).reduce((a, b) => (a > b ? a : b));
    const ends = inForce.flatMap(({ endDate }) => endDate ?? []).sort();
    return { customerId, reason: 'FREEZE' as const, startDate, endDate: ends[0] ?? null };
  });
}
