import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { paymentCustomers } from '../../modules/customers/customers.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { paymentSessions, type SessionStatus } from '../../modules/payments/sessions/sessions.tables.js';
import type { studios } from '../../modules/studios/studios.tables.js';

const UNFINISHED: SessionStatus[] = ['OPEN', 'USING', 'EXPIRING'];

/** Value that returns a studio to its default account: its own, or the one that all studios share. */
const DEFAULT = 'default';

/**
 * Converts the Stripe account given for a studio to its stored form.
 *
 * @param known names of the accounts whose keys are set
 * @throws StaffError for a name whose keys are not set.
 */
export function storedStripeAccount(
  given: string | undefined,
  known: readonly string[],
): string | null | undefined {
  if (given === undefined) return undefined;
  if (given === DEFAULT) return null;
  if (known.includes(given)) return given;
  throw new StaffError(
    `stripeAccount is "${given}"; STRIPE_SECRET_KEY_${given} is not set. Allowed: ${[DEFAULT, ...known].join(', ')}.`,
  );
}

/**
 * Allows a locked studio to change its Stripe account while it has no data at Stripe. Payments, cards and mandates
 * belong to the account they were made with and are unknown to any other. No session is made while the studio is
 * locked.
 *
 * @throws StaffError when the studio has open sessions, or payments or instruments at Stripe.
 */
export async function requireNothingAtStripe(
  tx: Database,
  { id, stripeAccount }: Pick<typeof studios.$inferSelect, 'id' | 'stripeAccount'>,
): Promise<void> {
  const isTheirs = eq(paymentSessions.studioId, id);
  const open = await tx.$count(paymentSessions, and(isTheirs, inArray(paymentSessions.status, UNFINISHED)));
  if (open > 0) {
    throw new StaffError(
      `stripeAccount: ${open} payment sessions of studio ${id} are open; try again when they have ended.`,
    );
  }
  const [paid] = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(isTheirs, eq(payments.provider, 'STRIPE')))
    .limit(1);
  const [saved] = await tx
    .select({ id: paymentInstruments.id })
    .from(paymentInstruments)
    .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .where(and(eq(paymentCustomers.studioId, id), eq(paymentInstruments.provider, 'STRIPE')))
    .limit(1);
  if (!paid && !saved) return;
  throw new StaffError(
    `stripeAccount: studio ${id} has payments at the account ${stripeAccount ?? DEFAULT}, which another account does not know; ` +
      'another account needs another studio.',
  );
}
