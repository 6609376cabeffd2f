import type { BankFormat, NewReport } from '../bank-format.js';
import { examineNacha, newMemory, remember, RULES, type AchMemory } from './examine-nacha.js';
import { readNacha, type AchFile } from './read-nacha.js';
import { isReturned, returnFile } from './return-file.js';

/**
 * A bank that takes ACH entries (ODFI). It answers to no file; what it refuses is on its page. Later it reports what
 * comes back, and no credits.
 */
export const achFormat: BankFormat<AchFile, AchMemory> = {
  name: 'US bank',
  calendar: RULES.calendar,
  timeZone: 'America/New_York',
  newMemory,
  read: readNacha,
  examine: examineNacha,
  remember,
  statusReport: () => null,
  accountReports: ({ bookings, repeated, createdOn, newReference }): NewReport[] =>
    [bookings, repeated]
      .map((some) => some.filter(isReturned))
      .filter((some) => some.length > 0)
      .map((some, at) => ({
        kind: 'NACHA',
        content: returnFile(some, { createdOn, modifier: 'AB'.charAt(at), reference: newReference() }),
      })),
};
