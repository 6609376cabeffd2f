import { and, gte, inArray, lte } from 'drizzle-orm';
import type { Studio } from '../context.js';
import { restrictedCustomers } from '../debt-collection/restrictions.js';
import type { CalendarDate } from '../domain/calendar.js';
import { settingsOf } from '../domain/studio-settings.js';
import type { Database } from '../store/database.js';
import { idlePeriods } from '../store/idle-period-tables.js';
import { contracts } from '../store/membership-tables.js';

/**
 * Those of the customers whom the studio does not let in on a day: after a hand-over to debt collection, until it is lifted;
 * and, where the studio says so, while every contract that runs is frozen.
 */
export async function refusedCustomers(
  db: Database,
  studio: Studio,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<ReadonlySet<number>> {
  if (customerIds.length === 0) return new Set();
  const restricted = await restrictedCustomers(db, customerIds);
  const frozen = settingsOf(studio).idlePeriods.accessRefusal
    ? await frozenCustomers(db, customerIds, today)
    : [];
  return new Set([...restricted, ...frozen]);
}

async function frozenCustomers(
  db: Database,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<number[]> {
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
  const ids = running.map(({ id }) => id);
  const freezes = await db
    .select({ contractId: idlePeriods.contractId, inForce: idlePeriods.inForce })
    .from(idlePeriods)
    .where(inArray(idlePeriods.contractId, ids));
  const isFrozen = (contractId: number) =>
    freezes.some(
      (freeze) =>
        freeze.contractId === contractId &&
        freeze.inForce !== null &&
        freeze.inForce.startDate <= today &&
        (freeze.inForce.endDate === null || freeze.inForce.endDate >= today),
    );
  const open = new Set(running.filter(({ id }) => !isFrozen(id)).map(({ customerId }) => customerId));
  return running.map(({ customerId }) => customerId).filter((id) => !open.has(id));
}
