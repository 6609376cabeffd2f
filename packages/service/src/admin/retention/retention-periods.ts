import { readSettings, type Settings, wholeNumber } from '@upc/server-kit/settings';

/** Retention periods: each a number that an operator sets on the advice of their lawyers. docs/data-protection.md says why. */
export const RETENTION = {
  failedAccountDays: period('UPC_KEEP_FAILED_ACCOUNTS_DAYS', 30, 'account data of attempts without success'),
  eventDays: period('UPC_KEEP_EVENTS_DAYS', 90, 'events at their end, and those of the studio page'),
  mandateMonths: period('UPC_KEEP_MANDATES_MONTHS', 14, 'mandates, after the last debit', 14),
  unusedMandateMonths: period(
    'UPC_KEEP_UNUSED_MANDATES_MONTHS',
    36,
    'mandates that nothing was debited with',
  ),
  ledgerYears: period('UPC_KEEP_LEDGER_YEARS', 10, 'what was paid and owed, once it is settled'),
  visitMonths: period('UPC_KEEP_VISITS_MONTHS', 12, 'visits, after the check-in'),
  // Idempotency keys, which name a booking for 30 days, end before it.
  bookingMonths: period(
    'UPC_KEEP_BOOKINGS_MONTHS',
    12,
    'bookings of classes and trial sessions, once held',
    2,
  ),
  auditYears: period('UPC_KEEP_AUDIT_YEARS', 10, 'records of what staff did'),
};

function period(variable: string, usual: number, what: string, minimum = 1) {
  return wholeNumber(variable, `How long the service keeps ${what}.`, { default: usual, minimum });
}

export type RetentionSettings = Settings<typeof RETENTION>;

/** @throws Error naming each variable that is wrong, what was given and what is allowed. */
export function readRetention(variables: NodeJS.ProcessEnv): RetentionSettings {
  return readSettings(RETENTION, variables);
}
