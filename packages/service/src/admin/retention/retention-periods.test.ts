import { describe, expect, test } from 'vitest';
import { readRetention } from './retention-periods.js';

describe('the settings of what is kept for how long', () => {
  test('have the documented defaults', () => {
    expect(readRetention({})).toEqual({
      failedAccountDays: 30,
      eventDays: 90,
      mandateMonths: 14,
      unusedMandateMonths: 36,
      bankFileDays: 400,
      ledgerYears: 10,
      taxExportDays: 30,
      visitMonths: 12,
      bookingMonths: 12,
      declarationMonths: 12,
      auditYears: 10,
    });
  });

  test.each([
    ['UPC_KEEP_FAILED_ACCOUNTS_DAYS', 1],
    ['UPC_KEEP_EVENTS_DAYS', 1],
    ['UPC_KEEP_MANDATES_MONTHS', 14],
    ['UPC_KEEP_UNUSED_MANDATES_MONTHS', 1],
    ['UPC_KEEP_BANK_FILES_DAYS', 60],
    ['UPC_KEEP_LEDGER_YEARS', 1],
    ['UPC_KEEP_TAX_EXPORTS_DAYS', 30],
    ['UPC_KEEP_VISITS_MONTHS', 1],
    ['UPC_KEEP_BOOKINGS_MONTHS', 2],
    ['UPC_KEEP_DECLARATIONS_MONTHS', 1],
    ['UPC_KEEP_AUDIT_YEARS', 1],
  ])('%s is a whole number from %d', (variable, least) => {
    expect(Object.values(readRetention({ [variable]: String(least) }))).toContain(least);
    for (const wrong of [String(least - 1), '-1', '1.5', 'ever', '1000001']) {
      expect(() => readRetention({ [variable]: wrong })).toThrow(
        `${variable} is "${wrong}"; allowed is a whole number`,
      );
    }
  });
});
