import { and, eq, gt, gte, inArray, notExists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addTerm, calendarDateIn, startOfDay, type CalendarDate } from '../../domain/calendar.js';
import { DEBITED_METHODS, RETURNS_FOR_DAYS } from '../../domain/debited-methods.js';
import type { Database } from '../../store/database.js';
import {
  accountTransactions,
  charges,
  paymentInstruments,
  payments,
  paymentSessions,
  usages,
} from '../../store/schema.js';
import type { Subject } from './subject.js';

/** Today and the time zone of the studio. */
export interface Day {
  readonly today: CalendarDate;
  readonly timeZone: string;
}

/**
 * Debits that count as paid while their bank may still return them, each as a sentence with the day from which it may not:
 * the claim that a return opens needs somebody it can be claimed from.
 */
export async function returnableDebits(
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
