import { and, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import { customerIdlePeriods } from '../memberships/idle-periods/idle-periods.js';
import { informationOf } from '../studio-information/studio-information.js';
import type { Studio } from '../studios/studios.tables.js';
import { overlaps, type Period } from './terms.js';

/** Whether a person has a contract that runs on a day, and whether all of those are idle. */
export type Membership = 'RUNNING' | 'IDLE' | 'NONE';

/** Returns a person's membership on a day. A contract without a final end goes on after the end that is certain. */
export async function membershipOn(db: Database, customerId: number, day: CalendarDate): Promise<Membership> {
  const running = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.customerId, customerId),
        lte(contracts.startDate, day),
        or(gte(contracts.endDate, day), isNull(contracts.finalEndDate)),
      ),
    );
  if (running.length === 0) return 'NONE';
  const idle = (await customerIdlePeriods(db, [customerId])).filter(
    ({ startDate, endDate }) => startDate <= day && (endDate === null || endDate >= day),
  );
  return running.every(({ id }) => idle.some(({ contract }) => contract.id === id)) ? 'IDLE' : 'RUNNING';
}

/** Returns the times at which a studio is closed although its opening hours say otherwise. */
export async function closedPeriods(db: Database, studio: Studio): Promise<Period[]> {
  const { closingHours } = await informationOf(db, studio);
  return closingHours.map(({ dateTimeFrom, dateTimeTo }) => ({
    startsAt: new Date(dateTimeFrom),
    endsAt: new Date(dateTimeTo),
  }));
}

export async function isClosedDuring(db: Database, studio: Studio, period: Period): Promise<boolean> {
  return (await closedPeriods(db, studio)).some((closed) => overlaps(closed, period));
}
