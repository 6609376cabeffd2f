import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, gte, inArray, lte } from 'drizzle-orm';
import { addTerm, type CalendarDate, todayAt, weekdayOf } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { type CustomerOfStudio, lockFoundRecord } from '../customers/customers.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import type { Benefit, ContingentPeriod } from '../studios/settings/benefit-settings.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { benefitUses } from './benefits.tables.js';

/** Whether a customer can use a benefit now. */
interface BenefitCheck {
  readonly key: string;
  readonly valid: boolean;
}

/**
 * Checks which benefits a customer can use now.
 *
 * @param wanted keys of the benefits to check, all if absent; one that the studio does not offer is not valid.
 */
export async function checkBenefits(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { studio, customerId }: CustomerOfStudio,
  wanted?: readonly string[],
): Promise<BenefitCheck[]> {
  const offered = settingsOf(studio).benefits.benefits;
  const keys = [...new Set(wanted ?? offered.map(({ key }) => key))];
  const today = todayAt({ clock }, studio);
  const checks: BenefitCheck[] = [];
  for (const key of keys) {
    const benefit = offered.find((each) => each.key === key);
    const contractId = benefit && (await contractWithUse(db, customerId, benefit, today));
    checks.push({ key, valid: contractId !== undefined });
  }
  return checks;
}

/**
 * Counts one use of a benefit. A repeat under the same Idempotency-Key counts nothing.
 *
 * @throws ApiError like `countUse`; 409 if the Idempotency-Key was used with another request.
 */
export async function useBenefit(
  context: Pick<Context, 'db' | 'clock'>,
  of: CustomerOfStudio,
  key: string,
  request: KeyedRequest,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockFoundRecord(tx, of);
    const id = randomUUID();
    if ((await keepResult(context, tx, request, id)) === id) await countUse(context, tx, of, key);
  });
}

/**
 * Counts one use of a benefit, against the oldest contract that has a use left. The record of the customer must be
 * locked, so that no other request takes the last use.
 *
 * @throws ApiError 404 if the studio does not offer the benefit; 409 if the customer has no use of it left.
 */
export async function countUse(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  { studio, customerId }: CustomerOfStudio,
  key: string,
): Promise<void> {
  const benefit = benefitOf(studio, key);
  const usedOn = todayAt({ clock }, studio);
  const contractId = await contractWithUse(tx, customerId, benefit, usedOn);
  if (contractId === undefined) throw new ApiError('errormessage.benefit.not.available', 'benefitKey');
  await tx.insert(benefitUses).values({ contractId, benefitKey: key, usedOn, usedAt: clock.now() });
}

function benefitOf(studio: Studio, key: string): Benefit {
  const found = settingsOf(studio).benefits.benefits.find((each) => each.key === key);
  if (!found) throw new ApiError('errormessage.benefit.not.found', 'benefitKey');
  return found;
}

/** Returns the oldest running contract that includes a benefit and has a use of it left. */
async function contractWithUse(
  db: Database,
  customerId: number,
  { key, membershipOfferIds, contingent }: Benefit,
  today: CalendarDate,
): Promise<number | undefined> {
  if (membershipOfferIds?.length === 0) return undefined;
  const including = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.customerId, customerId),
        lte(contracts.startDate, today),
        gte(contracts.endDate, today),
        membershipOfferIds === null ? undefined : inArray(contracts.offerId, membershipOfferIds),
      ),
    )
    .orderBy(asc(contracts.startDate), asc(contracts.id));
  if (contingent === null || including.length === 0) return including[0]?.id;
  const ids = including.map(({ id }) => id);
  const since = startOfPeriod(contingent.period, today);
  const counted = await db
    .select({ id: benefitUses.contractId, uses: count() })
    .from(benefitUses)
    .where(
      and(
        inArray(benefitUses.contractId, ids),
        eq(benefitUses.benefitKey, key),
        since === null ? undefined : gte(benefitUses.usedOn, since),
      ),
    )
    .groupBy(benefitUses.contractId);
  return ids.find((id) => (counted.find((row) => row.id === id)?.uses ?? 0) < contingent.uses);
}

/** Returns the first day of the period that contains a day; null for the whole contract. */
export function startOfPeriod(period: ContingentPeriod, day: CalendarDate): CalendarDate | null {
  switch (period) {
    case 'DAY':
      return day;
    case 'WEEK':
      return addTerm(day, { value: 1, unit: 'DAY' }, 1 - weekdayOf(day));
    case 'MONTH':
      return `${day.slice(0, 8)}01`;
    case 'YEAR':
      return `${day.slice(0, 5)}01-01`;
    case 'CONTRACT':
      return null;
  }
}
