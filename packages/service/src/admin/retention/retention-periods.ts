import { type NumberSetting, readNumber } from '../../core/settings.js';

/** Retention periods: each a number that an operator sets on the advice of their lawyers. */
export interface RetentionSettings {
  /** Account data of attempts that failed or were cancelled, after their end. */
  readonly failedAccountDays: number;
  readonly idempotencyKeyDays: number;
  /** Events that were delivered or given up, and what the studio page shows. */
  readonly eventDays: number;
  /** Mandates, after the last debit. */
  readonly mandateMonths: number;
  /** Mandates that were never used, after they were given. */
  readonly unusedMandateMonths: number;
  /** Years that settled payments and debts are kept. */
  readonly ledgerYears: number;
  /** Visits, after the check-in. */
  readonly visitMonths: number;
  /** Bookings of classes and trial sessions, after they were held. */
  readonly bookingMonths: number;
  /** Years that records of staff actions are kept. */
  readonly auditYears: number;
}

/** The variable of each, what is kept by default, and the least that may be set. docs/data-protection.md says why. */
export const RETENTION_VARIABLES = {
  failedAccountDays: { variable: 'UPC_KEEP_FAILED_ACCOUNTS_DAYS', usual: 30, least: 1 },
  idempotencyKeyDays: { variable: 'UPC_KEEP_IDEMPOTENCY_KEYS_DAYS', usual: 30, least: 1 },
  eventDays: { variable: 'UPC_KEEP_EVENTS_DAYS', usual: 90, least: 1 },
  mandateMonths: { variable: 'UPC_KEEP_MANDATES_MONTHS', usual: 14, least: 14 },
  unusedMandateMonths: { variable: 'UPC_KEEP_UNUSED_MANDATES_MONTHS', usual: 36, least: 1 },
  ledgerYears: { variable: 'UPC_KEEP_LEDGER_YEARS', usual: 10, least: 1 },
  visitMonths: { variable: 'UPC_KEEP_VISITS_MONTHS', usual: 12, least: 1 },
  // Keys of requests, which name a booking for 30 days, end before it.
  bookingMonths: { variable: 'UPC_KEEP_BOOKINGS_MONTHS', usual: 12, least: 2 },
  auditYears: { variable: 'UPC_KEEP_AUDIT_YEARS', usual: 10, least: 1 },
} as const satisfies Record<keyof RetentionSettings, NumberSetting>;

/** @throws Error naming the variable, what was given and what is allowed. */
export function readRetention(variables: NodeJS.ProcessEnv): RetentionSettings {
  const read = (name: keyof RetentionSettings) => readNumber(variables, RETENTION_VARIABLES[name]);
  return {
    failedAccountDays: read('failedAccountDays'),
    idempotencyKeyDays: read('idempotencyKeyDays'),
    eventDays: read('eventDays'),
    mandateMonths: read('mandateMonths'),
    unusedMandateMonths: read('unusedMandateMonths'),
    ledgerYears: read('ledgerYears'),
    visitMonths: read('visitMonths'),
    bookingMonths: read('bookingMonths'),
    auditYears: read('auditYears'),
  };
}
