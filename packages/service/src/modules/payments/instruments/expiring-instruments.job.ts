import { and, asc, between, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { customers } from '../../customers/customers.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { lastValidDay, NOTICE_DAYS } from './instruments.js';
import { paymentInstruments } from './instruments.tables.js';

/** Number of instruments that are found at once. */
const AT_ONCE = 100;

/**
 * Notifies partners of instruments that customers use for payment runs and that expire soon: once for each, and as long
 * as it is valid. An instrument that nobody uses yet keeps its day of notice until it has expired.
 *
 * @param onFault called for each instrument that could not be reported; the others still are.
 */
export async function reportExpiringInstruments(
  context: Pick<Context, 'db' | 'clock'>,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  let reported = 0;
  const { db, clock } = context;
  const { id, expiryNoticeOn: noticeOn } = paymentInstruments;
  const today = calendarDateIn(clock.now(), 'UTC');
  const first = addTerm(today, { value: NOTICE_DAYS, unit: 'DAY' }, -1);
  await db.update(paymentInstruments).set({ expiryNoticeOn: null }).where(lt(noticeOn, first));
  for (let after: { readonly id: string; readonly noticeOn: CalendarDate | null } | undefined; ;) {
    const found = await db
      .select({ id, noticeOn })
      .from(paymentInstruments)
      .innerJoin(customers, eq(customers.paymentInstrumentId, id))
      .where(
        and(
          between(noticeOn, first, today),
          eq(paymentInstruments.status, 'ACTIVE'),
          after && sql`(${noticeOn}, ${id}) > (${after.noticeOn}::date, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(noticeOn), asc(id))
      .limit(AT_ONCE);
    for (const instrument of found) {
      if (signal?.aborted) return reported;
      try {
        await db.transaction((tx) => report(context, tx, instrument.id));
        reported += 1;
      } catch (fault) {
        onFault(fault);
      }
    }
    after = found.at(-1);
    if (found.length < AT_ONCE) return reported;
  }
}

async function report(context: Pick<Context, 'clock'>, tx: Database, instrumentId: string): Promise<void> {
  const users = await tx
    .select({ id: customers.id, studioId: customers.studioId })
    .from(customers)
    .where(eq(customers.paymentInstrumentId, instrumentId));
  if (users.length === 0) return;
  // Of several processes that have found the instrument, one reports it.
  const [instrument] = await tx
    .update(paymentInstruments)
    .set({ expiryNoticeOn: null })
    .where(and(eq(paymentInstruments.id, instrumentId), isNotNull(paymentInstruments.expiryNoticeOn)))
    .returning();
  const expiresOn = instrument && lastValidDay(instrument.details);
  if (!expiresOn) return;
  for (const { id: entityId, studioId } of users) {
    const content = { paymentMethod: instrument.paymentMethod, expiresOn };
    await emit(context, tx, studioId, { type: 'PAYMENT_INSTRUMENT_EXPIRING', entityId, content });
  }
}
