import { isDeepStrictEqual } from 'node:util';
import { and, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart } from '../../../core/i18n/translate.js';
import { emit } from '../../webhooks/webhook-events.js';
import { type CustomerOfStudio, lockFoundRecord } from '../customers.js';
import { partnerRestrictions } from './partner-restrictions.tables.js';

type PartnerRestriction = typeof partnerRestrictions.$inferSelect;

/** A restriction as a partner requests it. */
export type RequestedRestriction = Pick<PartnerRestriction, 'reason' | 'startDate' | 'endDate'>;

/** A customer, and the integration that restricts access or has done so. */
interface Restricted extends CustomerOfStudio {
  readonly integrationId: number;
}

/** Returns the restrictions by partners that are in force on a day. */
export function partnerRestrictionsOn(
  db: Database,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<PartnerRestriction[]> {
  const isInForce = or(
    isNull(partnerRestrictions.startDate),
    and(lte(partnerRestrictions.startDate, today), gte(partnerRestrictions.endDate, today)),
  );
  return db
    .select()
    .from(partnerRestrictions)
    .where(and(inArray(partnerRestrictions.customerId, [...customerIds]), isInForce));
}

/**
 * Restricts a customer's access on behalf of an integration, or changes its earlier restriction, and notifies partners.
 *
 * @throws ApiError 400 if only one date is given, or the last day is before the first; otherwise like `findCustomer`.
 */
export async function setRestriction(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { integrationId, ...of }: Restricted,
  restriction: RequestedRestriction,
): Promise<void> {
  const { id: customerId, studioId } = await lockFoundRecord(tx, of);
  requireDates(restriction);
  const isTheirs = and(
    eq(partnerRestrictions.customerId, customerId),
    eq(partnerRestrictions.integrationId, integrationId),
  );
  const [earlier] = await tx.select().from(partnerRestrictions).where(isTheirs);
  const row = { customerId, integrationId, ...restriction };
  if (!earlier) {
    await tx.insert(partnerRestrictions).values(row);
    const type = 'CUSTOMER_ACCESS_RESTRICTION_CREATED';
    await emit(context, tx, studioId, { type, entityId: customerId });
  } else if (!isDeepStrictEqual(earlier, row)) {
    await tx.update(partnerRestrictions).set(restriction).where(isTheirs);
    await emit(context, tx, studioId, { type: 'CUSTOMER_UPDATED', entityId: customerId });
  }
}

/**
 * Removes the restriction that an integration has set.
 *
 * @throws ApiError 404 if it has set none; otherwise like `findCustomer`.
 */
export async function removeRestriction(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { integrationId, ...of }: Restricted,
): Promise<void> {
  const { id: customerId, studioId } = await lockFoundRecord(tx, of);
  const isTheirs = eq(partnerRestrictions.integrationId, integrationId);
  const removed = await tx
    .delete(partnerRestrictions)
    .where(and(eq(partnerRestrictions.customerId, customerId), isTheirs))
    .returning();
  if (removed.length === 0) throw new ApiError('errormessage.access.restriction.not.found');
  const type = 'CUSTOMER_ACCESS_RESTRICTION_DELETED';
  await emit(context, tx, studioId, { type, entityId: customerId });
}

/** Removes the restrictions that all partners have set for a customer. @returns how many there were. */
export async function liftPartnerRestrictions(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studioId, customerId }: { readonly studioId: number; readonly customerId: number },
): Promise<number> {
  const lifted = await tx
    .delete(partnerRestrictions)
    .where(eq(partnerRestrictions.customerId, customerId))
    .returning();
  const type = 'CUSTOMER_ACCESS_RESTRICTION_DELETED';
  if (lifted.length > 0) await emit(context, tx, studioId, { type, entityId: customerId });
  return lifted.length;
}

function requireDates({ startDate, endDate }: RequestedRestriction): void {
  const refusal = (field: string, problem: ReturnType<typeof textPart>) =>
    new ApiError('errormessage.request.invalid', field, { problem });
  if ((startDate === null) !== (endDate === null)) {
    const field = startDate === null ? 'startDate' : 'endDate';
    throw refusal(field, textPart('problem.schema.required', { field }));
  }
  if (startDate === null || endDate === null || endDate >= startDate) return;
  throw refusal('endDate', textPart('problem.range.order', { field: 'endDate', from: startDate }));
}
