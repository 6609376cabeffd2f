import { readSettings, type Settings, wholeNumber } from '@upc/server-kit/settings';

/**
 * Retention periods. Operators set these numbers on the advice of their lawyers; docs/data-protection.md gives the
 * reasons.
 */
export const RETENTION = {
  failedAccountDays: period('UPC_KEEP_FAILED_ACCOUNTS_DAYS', 30, 'account data of unsuccessful attempts'),
  eventDays: period(
    'UPC_KEEP_EVENTS_DAYS',
    90,
    'delivered and abandoned events, and events of the studio page',
  ),
  mandateMonths: period('UPC_KEEP_MANDATES_MONTHS', 14, 'mandates after the last debit', 14),
  unusedMandateMonths: period(
    'UPC_KEEP_UNUSED_MANDATES_MONTHS',
    36,
    'mandates under which nothing was debited',
  ),
  // Debits that nobody has authorised can be returned for 13 months; the minimum covers all other returns.
  bankFileDays: period(
    'UPC_KEEP_BANK_FILES_DAYS',
    400,
    'the content of bank files, and entries of theirs that staff have decided about',
    60,
  ),
  ledgerYears: period('UPC_KEEP_LEDGER_YEARS', 10, 'settled claims and payments'),
  // The minimum is the 30 days for which idempotency keys refer to an export.
  taxExportDays: period('UPC_KEEP_TAX_EXPORTS_DAYS', 30, 'files for tax advisors', 30),
  visitMonths: period('UPC_KEEP_VISITS_MONTHS', 12, 'visits after the check-in'),
  // The minimum is longer than the 30 days for which idempotency keys refer to a booking.
  bookingMonths: period(
    'UPC_KEEP_BOOKINGS_MONTHS',
    12,
    'bookings of classes, appointments and trial sessions after their date',
    2,
  ),
  declarationMonths: period(
    'UPC_KEEP_DECLARATIONS_MONTHS',
    12,
    'declarations without a customer that staff have closed',
  ),
  auditYears: period('UPC_KEEP_AUDIT_YEARS', 10, 'audit records of staff actions'),
};

function period(variable: string, usual: number, what: string, minimum = 1) {
  return wholeNumber(variable, `How long the service keeps ${what}.`, { default: usual, minimum });
}

export type RetentionSettings = Settings<typeof RETENTION>;

/**
 * Reads the retention periods.
 *
 * @throws Error naming each invalid variable, the given value and what is allowed.
 */
export function readRetention(variables: NodeJS.ProcessEnv): RetentionSettings {
  return readSettings(RETENTION, variables);
}
