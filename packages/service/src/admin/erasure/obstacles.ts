import { and, eq, gt, gte, inArray, isNotNull, isNull, notExists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addTerm, type CalendarDate, calendarDateIn, startOfDay } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { collectionCases } from '../../modules/debt-collection/debt-collection.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import { accountTransactions, debtClaims } from '../../modules/payments/account/account.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { LIVE_STATUSES, payments } from '../../modules/payments/payments.tables.js';
import { bankDebits } from '../../modules/payments/providers/bank/bank.tables.js';
import { DEBITED_METHODS, RETURNS_FOR_DAYS } from '../../modules/payments/returns/return-window.js';
import { withdrawals } from '../../modules/memberships/withdrawals/withdrawals.tables.js';
import { refunds } from '../../modules/payments/refunds/refunds.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import type { Subject } from './subject.js';

/** Today's date in the studio, and its time zone. */
export interface Day {
  readonly today: CalendarDate;
  readonly timeZone: string;
}

/**
 * Describes each debit that is booked as paid and can still be returned by its bank, with the day from which it no
 * longer can. A return reopens a claim, and the debtor of that claim must be identifiable.
 */
async function returnableDebits(
  tx: Database,
  { customer, personIds }: Subject,
  { today, timeZone }: Day,
): Promise<string[]> {
  const since = startOfDay(addTerm(today, { value: RETURNS_FOR_DAYS - 1, unit: 'DAY' }, -1), timeZone);
  const reversal = alias(accountTransactions, 'reversal');
  const reversed = tx
    .select({ id: reversal.id })
    .from(reversal)
    .innerJoin(accountTransactions, eq(accountTransactions.id, reversal.reversesId))
    .where(eq(accountTransactions.usageId, usages.id));
  const used = await tx
    .select({ id: usages.id, at: usages.finishedAt })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(
      and(
        customer
          ? or(eq(usages.customerId, customer.id), inArray(paymentSessions.paymentCustomerId, [...personIds]))
          : inArray(paymentSessions.paymentCustomerId, [...personIds]),
        eq(usages.status, 'DONE'),
        gt(usages.amount, 0),
        gte(usages.finishedAt, since),
        inArray(payments.paymentMethod, DEBITED_METHODS),
        notExists(reversed),
      ),
    );
  const charged = customer
    ? await tx
        .select({ id: charges.id, at: charges.finishedAt })
        .from(charges)
        .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
        .where(
          and(
            eq(charges.customerId, customer.id),
            eq(charges.status, 'DONE'),
            gte(charges.finishedAt, since),
            inArray(paymentInstruments.paymentMethod, DEBITED_METHODS),
          ),
        )
    : [];
  const sentence = (what: string, at: Date | null) => {
    const end = addTerm(calendarDateIn(at ?? since, timeZone), { value: RETURNS_FOR_DAYS, unit: 'DAY' });
    return `${what} can be returned by its bank (erase from ${end} on)`;
  };
  return [
    ...used.map(({ id, at }) => sentence(`debit of usage ${id}`, at)),
    ...charged.map(({ id, at }) => sentence(`debit of charge ${id}`, at)),
  ];
}

/**
 * Describes each purpose for which the studio still needs a person's data (GDPR, article 17, 1a and 3e). If there is
 * none, the data can be erased.
 */
export async function obstaclesOf(tx: Database, subject: Subject, day: Day): Promise<string[]> {
  const { customer, personIds } = subject;
  const ofThem = inArray(paymentSessions.paymentCustomerId, [...personIds]);
  const undecided = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(
      and(
        ofThem,
        or(
          // In a used session, the usage states the result of the payment.
          and(
            inArray(payments.status, [...LIVE_STATUSES]),
            inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING']),
          ),
          eq(payments.releaseStatus, 'DUE'),
        ),
      ),
    );
  const used = await tx
    .select({ id: usages.id })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(ofThem, eq(usages.status, 'RESERVED')));
  const sold = await tx
    .select({ id: sales.id })
    .from(sales)
    .where(and(inArray(sales.paymentCustomerId, [...personIds]), eq(sales.status, 'RESERVED')));
  const atBank = await tx
    .select({ id: bankDebits.id })
    .from(bankDebits)
    .innerJoin(payments, eq(payments.id, bankDebits.mandateId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(
      and(
        ofThem,
        // A pre-note that waits is cancelled with its mandate.
        or(eq(bankDebits.status, 'SENT'), and(eq(bankDebits.status, 'WAITING'), gt(bankDebits.amount, 0))),
      ),
    );
  const found = [
    ...undecided.map(({ id }) => `payment ${id} is undecided`),
    ...used.map(({ id }) => `usage ${id} of a payment is undecided`),
    ...sold.map(({ id }) => `sale ${id} is undecided`),
    ...atBank.map(({ id }) => `debit ${id} has no outcome at the studio's bank`),
    ...(await returnableDebits(tx, subject, day)),
  ];
  return customer ? [...found, ...(await obstaclesOfCustomer(tx, customer.id, day.today))] : found;
}

async function obstaclesOfCustomer(tx: Database, customerId: number, today: CalendarDate): Promise<string[]> {
  const running = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.customerId, customerId),
        or(gte(contracts.endDate, today), isNotNull(contracts.nextChange)),
      ),
    );
  const open = await tx
    .select({ id: debtClaims.id })
    .from(debtClaims)
    .where(and(eq(debtClaims.customerId, customerId), eq(debtClaims.isSettled, false)));
  const collected = await tx
    .select({ id: collectionCases.id })
    .from(collectionCases)
    .where(and(eq(collectionCases.customerId, customerId), isNull(collectionCases.closure)));
  const charged = await tx
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.customerId, customerId), eq(charges.status, 'RESERVED')));
  const refunded = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.customerId, customerId), eq(refunds.status, 'RESERVED')));
  const withdrawn = await tx
    .select({ id: contracts.id })
    .from(withdrawals)
    .innerJoin(contracts, eq(contracts.id, withdrawals.contractId))
    .where(and(eq(contracts.customerId, customerId), eq(withdrawals.status, 'REFUNDING')));
  return [
    ...running.map(({ id }) => `contract ${id} runs`),
    ...open.map(({ id }) => `claim ${id} is open`),
    ...collected.map(({ id }) => `debt collection case ${id} is open`),
    ...charged.map(({ id }) => `charge ${id} of a payment run is undecided`),
    ...refunded.map(({ id }) => `refund ${id} is undecided`),
    ...withdrawn.map(({ id }) => `the withdrawal from contract ${id} is unfinished`),
  ];
}
