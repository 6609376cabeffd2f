import { and, eq, exists, gt, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/database/database.js';
import { idempotencyKeys } from '../../core/idempotency/idempotency.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { discardInstruments } from '../../modules/payments/instruments/discard-instruments.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { bankDebits, bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { endMandates } from '../../modules/payments/providers/bank/end-mandates.js';
import { closeSessions } from '../../modules/payments/sessions/expire-session.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';

/**
 * Deletes personal payment data that neither bookkeeping nor the proof of a debit needs: tokens, displayed account and
 * card details, browser data, idempotency keys, and mandates that were never debited. Jobs make the providers forget
 * the instruments later.
 *
 * @returns the number of rows by kind.
 */
export async function erasePayments(
  tx: Database,
  personIds: readonly string[],
  now: Date,
): Promise<Record<string, number>> {
  const sessions = sessionsOf(tx, personIds);
  const unusedMandates = await deleteUnusedMandates(tx, sessions);
  const scopes = tx
    .select({ scope: sql`'session ' || ${paymentSessions.id}` })
    .from(paymentSessions)
    .where(inArray(paymentSessions.id, sessions));
  const keys = await tx
    .delete(idempotencyKeys)
    .where(inArray(idempotencyKeys.scope, scopes))
    .returning({ one: sql`1` });
  const cleared = await tx
    .update(payments)
    .set({
      instrumentDetails: null,
      acceptance: null,
      returnUrl: null,
      requestTokenHash: null,
      requestTokenKeyId: null,
    })
    .where(
      and(
        inArray(payments.sessionId, sessions),
        sql`coalesce(${payments.instrumentDetails}::text, ${payments.acceptance}::text, ${payments.returnUrl}, ${payments.requestTokenHash}) is not null`,
      ),
    )
    .returning({ one: sql`1` });
  await closeSessions(tx, personIds);
  const ended = await tx
    .update(paymentSessions)
    .set({ tokenHash: sql`'erased ' || ${paymentSessions.id}`, referenceText: '' })
    .where(
      and(
        inArray(paymentSessions.id, sessions),
        sql`not starts_with(${paymentSessions.tokenHash}, 'erased ')`,
      ),
    )
    .returning({ one: sql`1` });
  return {
    instruments: await discardInstruments(tx, personIds),
    tokens: ended.length,
    payments: cleared.length,
    idempotencyKeys: keys.length,
    unusedMandates,
    payerAccounts: await endUnusedBankMandates(tx, sessions, now),
  };
}

function sessionsOf(tx: Database, personIds: readonly string[]) {
  return tx
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(inArray(paymentSessions.paymentCustomerId, [...personIds]));
}

/** Deletes the mandates under which nothing was debited. Nothing will be debited any more, so they prove nothing. */
async function deleteUnusedMandates(tx: Database, sessions: ReturnType<typeof sessionsOf>): Promise<number> {
  const debited = alias(payments, 'debited');
  const isOfMandate = or(eq(debited.id, payments.id), eq(debited.instrumentId, payments.instrumentId));
  const paid = tx
    .select({ id: usages.id })
    .from(usages)
    .innerJoin(debited, eq(debited.id, usages.paymentId))
    .where(and(eq(usages.status, 'DONE'), sql`${usages.amount} > 0`, isOfMandate));
  const charged = tx
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(eq(charges.instrumentId, payments.instrumentId), inArray(charges.status, ['DONE', 'RETURNED'])),
    );
  const unused = tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.id, mandates.paymentId),
        inArray(payments.sessionId, sessions),
        notExists(paid),
        notExists(charged),
      ),
    );
  const removed = await tx
    .delete(mandates)
    .where(exists(unused))
    .returning({ one: sql`1` });
  return removed.length;
}

/** Ends the mandates at a studio's own bank under which nothing was debited, which deletes the payers' accounts. */
async function endUnusedBankMandates(
  tx: Database,
  sessions: ReturnType<typeof sessionsOf>,
  now: Date,
): Promise<number> {
  const collected = tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.sessionId, sessions));
  const debits = tx
    .select({ id: bankDebits.id })
    .from(bankDebits)
    .where(
      and(
        eq(bankDebits.mandateId, bankMandates.id),
        or(gt(bankDebits.amount, 0), eq(bankDebits.status, 'SENT')),
      ),
    );
  const unused = and(
    isNotNull(bankMandates.payerEncrypted),
    inArray(bankMandates.id, collected),
    notExists(debits),
  );
  return endMandates(tx, unused, now);
}
