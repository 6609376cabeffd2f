import { and, eq, gt, min, sql } from 'drizzle-orm';
import { addTerm, type CalendarDate, type Term, todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { customers } from '../../customers/customers.tables.js';
import { debtClaims } from '../account/account.tables.js';
import type { SessionOfStudio } from '../sessions/sessions.js';
import { type Instrument, lastValidDay, looksLike } from './instruments.js';

/** Cards that are valid for longer need no look at the account; fees fall due at least once a year. */
const AHEAD: Term = { value: 13, unit: 'MONTH' };

/**
 * Returns the cards that expire before the customer's next debit, as the ids of their instruments and the day of that
 * debit.
 *
 * The next debit is the first open claim that falls due after today, or the first fee of a running contract that has no
 * claim yet, whichever is earlier. What is due already is collected while the card is valid. A person who is not a
 * customer, and a customer who will owe nothing, have no next debit.
 *
 * Any card of a MEMBER_ACCOUNT session counts, since payment runs charge the one that is chosen in it. In ECOM, only
 * the card that they charge now counts.
 */
export async function debitsAfterExpiry(
  context: Pick<Context, 'db' | 'clock' | 'memberships'>,
  { session, studio }: SessionOfStudio,
  { own, listed }: { readonly own: readonly Instrument[]; readonly listed: readonly Instrument[] },
): Promise<ReadonlyMap<string, CalendarDate>> {
  const today = todayAt(context, studio);
  const expiring = listed.flatMap((instrument) => {
    const lastDay = lastValidDay(instrument.details);
    return lastDay !== null && expiresSoon(lastDay, today) ? [{ instrument, lastDay }] : [];
  });
  if (expiring.length === 0) return new Map();
  const { db } = context;
  const nextClaim = db
    .select({ dueDate: min(debtClaims.dueDate) })
    .from(debtClaims)
    .where(
      and(
        eq(debtClaims.customerId, customers.id),
        eq(debtClaims.isSettled, false),
        gt(debtClaims.dueDate, today),
      ),
    );
  const [customer] = await db
    .select({
      id: customers.id,
      instrumentId: customers.paymentInstrumentId,
      claimDueOn: sql<CalendarDate | null>`(${nextClaim})::text`,
    })
    .from(customers)
    .where(eq(customers.paymentCustomerId, session.paymentCustomerId));
  if (!customer) return new Map();
  const charged = own.find(({ id }) => id === customer.instrumentId);
  const debited = expiring.filter(
    ({ instrument }) =>
      session.scope === 'MEMBER_ACCOUNT' || (charged !== undefined && looksLike(charged, instrument)),
  );
  // A claim for which every card is still valid decides for all of them, whatever else falls due.
  if (debited.every(({ lastDay }) => customer.claimDueOn !== null && customer.claimDueOn <= lastDay))
    return new Map();
  const feeDueOn = await context.memberships.nextFeeOfCustomer(db, customer.id, today);
  const [debitOn] = [customer.claimDueOn, feeDueOn].filter((day) => day !== null).sort();
  return new Map(
    debited.flatMap(({ instrument, lastDay }) =>
      debitOn !== undefined && lastDay < debitOn ? [[instrument.id, debitOn]] : [],
    ),
  );
}

function expiresSoon(lastDay: CalendarDate, today: CalendarDate): boolean {
  return lastDay >= today && lastDay <= addTerm(today, AHEAD);
}
