import { isOfFlow } from '@upc/contract/catalogue';
import type { MandateScheme, PaymentMethod } from '@upc/contract/gateway';
import { eq, max } from 'drizzle-orm';
import { calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { toMoney } from '../../../core/money.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { MandateOccasion } from '../mandates/mandate-offer.js';
import { offeredMethods } from '../methods.js';
import { payments } from '../payments.tables.js';
import { usages } from '../usages/usages.tables.js';
import { paymentSessions } from './sessions.tables.js';

export type Session = typeof paymentSessions.$inferSelect;

const READABLE_AFTERWARDS = 24 * 60 * 60 * 1000;

export interface SessionOfStudio {
  readonly session: Session;
  readonly studio: Studio;
}

/** A session whose row is locked until the transaction ends. Decisions about a session require its lock. */
export type LockedSession = Session & { readonly isLocked: true };

/** A payment that was read under its session's lock. */
export interface LockedPayment {
  readonly payment: typeof payments.$inferSelect;
  readonly session: LockedSession;
}

/**
 * Locks the session until the transaction ends. Every change to a session, its payments or their usages holds this
 * lock, so that changes happen one after another.
 */
export async function lockSession(tx: Database, sessionId: string): Promise<LockedSession> {
  const [session] = await tx
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.id, sessionId))
    .for('update')
    .prepare('lock_session')
    .execute();
  if (!session) throw new Error('The session no longer exists.');
  return { ...session, isLocked: true };
}

/**
 * Checks that a session can still be used.
 *
 * @throws ApiError 401, which distinguishes a used session from an expired one.
 */
export function requireValid(session: Session, now: Date): void {
  if (isValid(session, now)) return;
  throw new ApiError(`errormessage.payment.session.${session.status === 'USED' ? 'used' : 'expired'}`);
}

/** Returns whether a session can still be used, or is being used. */
export function isValid({ status, validUntil }: Session, now: Date): boolean {
  return status === 'USING' || (status === 'OPEN' && validUntil > now);
}

/**
 * Checks that a session's payments may still be read. They can be read for 24 hours after the session has ended, so
 * that a widget that missed a response still learns the outcome. A session that waits for an unresponsive provider ends
 * long after it has expired.
 *
 * @throws ApiError 401 after that.
 */
export async function requireReadable({ db, clock }: Context, session: Session): Promise<void> {
  const now = clock.now();
  const isReadableSince = (end: Date) => now.getTime() < end.getTime() + READABLE_AFTERWARDS;
  if (session.status === 'EXPIRING' || isReadableSince(session.validUntil)) return;
  const changed = await lastChange(db, session.id);
  if (changed === null || !isReadableSince(changed)) requireValid(session, now);
}

/** Returns the time of the last recorded outcome of the session's payments or usages, or null if there is none. */
async function lastChange(db: Database, sessionId: string): Promise<Date | null> {
  const [found] = await db
    .select({ payment: max(payments.updatedAt), usage: max(usages.finishedAt) })
    .from(payments)
    .leftJoin(usages, eq(usages.paymentId, payments.id))
    .where(eq(payments.sessionId, sessionId));
  const times = [found?.payment, found?.usage].flatMap((time) => time?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Returns whether a session has expired without its token being used. */
export function isPastItsTime({ status, validUntil }: Session, now: Date): boolean {
  return (status === 'OPEN' || status === 'EXPIRING') && validUntil <= now;
}

/** Returns the methods that a session accepts: offered in it, enabled by the studio, and served by a provider. */
export function sessionMethods(
  { providers, clock }: Pick<Context, 'providers' | 'clock'>,
  { session, studio }: SessionOfStudio,
): PaymentMethod[] {
  return offeredMethods({
    scope: session.scope,
    amount: session.amount,
    currency: session.currency,
    enabled: studio.paymentMethods,
    permitted: session.permittedPaymentChoices,
    creditor: studio.creditor,
    today: calendarDateIn(clock.now(), studio.timeZone),
  }).filter((method) => isOfFlow(method, 'none') || providers.serving(studio, method) !== null);
}

/** Returns the session's methods that are shown to the person: those whose provider is not known to be down. */
export function listedMethods(
  context: Pick<Context, 'providers' | 'clock'>,
  found: SessionOfStudio,
): PaymentMethod[] {
  return sessionMethods(context, found).filter(
    (method) => isOfFlow(method, 'none') || context.providers.isListed(found.studio, method),
  );
}

/**
 * Builds the occasion for a mandate in a session.
 *
 * @param recurrent false for the mandate of a single debit, when the person does not save the method.
 */
export function mandateOccasion(
  { session, studio }: SessionOfStudio,
  scheme: MandateScheme,
  recurrent: boolean,
): MandateOccasion {
  return {
    sessionId: session.id,
    scheme,
    creditor: studio.creditor,
    recurrent,
    amount: toMoney(session.amount, session.currency),
  };
}
