import { describe, expect, test } from 'vitest';
import { readRetention, RETENTION_VARIABLES } from './retention-periods.js';

describe('the settings of what is kept for how long', () => {
  test('have the documented defaults', () => {
    expect(readRetention({})).toEqual({
      failedAccountDays: 30,
      idempotencyKeyDays: 30,
      eventDays: 90,
      mandateMonths: 14,
      unusedMandateMonths: 36,
      ledgerYears: 10,
      visitMonths: 12,
      bookingMonths: 12,
      auditYears: 10,
    });
  });

  test.each(Object.values(RETENTION_VARIABLES))(
    '$variable is a whole number from $least',
    ({ variable, least }) => {
      expect(() => readRetention({ [variable]: String(least) })).not.toThrow();
      for (const wrong of [String(least - 1), '-1', '1.5', 'ever', '1000001']) {
        expect(() => readRetention({ [variable]: wrong })).toThrow(
          `${variable} is "${wrong}"; allowed is a whole number`,
        );
      }
    },
  );
});
