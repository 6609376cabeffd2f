import { collectionOutcome, type CollectionOutcome } from '../../bank/test-data.js';
import { faultOf, type BankFormat, type Decision, type Fault, type Knowledge } from '../bank-format.js';
import { executionFault, type ExecutionRules } from '../execution-days.js';
import { readDirectEntry, type BecsEntry, type BecsFile } from './read-direct-entry.js';
import { isReturned, returnFile } from './return-file.js';

/** What the bank remembers of the files of a user that it accepted. */
interface BecsMemory {
  /** The user that the account belongs to; null before the first file. */
  userId: string | null;
  readonly digests: Set<string>;
}

const RULES: ExecutionRules = { calendar: 'BECS', cutOff: '18:00', mostDaysAhead: 30 };

/**
 * A bank that takes direct entry files. It answers to no file; what it refuses is on its page. Later it reports what
 * comes back, and no credits.
 */
export const becsFormat: BankFormat<BecsFile, BecsMemory> = {
  name: 'Australian bank',
  calendar: RULES.calendar,
  timeZone: 'Australia/Sydney',
  newMemory: () => ({ userId: null, digests: new Set() }),
  read: readDirectEntry,
  examine,
  remember(memory, { user, digest }) {
    memory.userId ??= user.id;
    memory.digests.add(digest);
  },
  statusReport: () => null,
  accountReports: ({ bookings, repeated, createdOn }) =>
    [bookings, repeated]
      .map((some) => some.filter(isReturned))
      .filter((some) => some.length > 0)
      .map((some) => ({ kind: 'ABA', content: returnFile(some, createdOn) })),
};

/** Decides on a file whose form is right. Any fault refuses all of it. */
function examine(file: BecsFile, known: Knowledge<BecsMemory>): Decision<BecsFile> {
  const [batch] = file.batches;
  const fault = fileFault(file, known) ?? executionFault(batch.executionOn, known, RULES);
  if (fault !== null) return { fault, batches: [] };
  const debits = batch.debits.map((debit) => ({ debit, fault: null, outcome: outcomeOf(debit) }));
  return { fault: null, batches: [{ batch, fault: null, debits }] };
}

function fileFault(
  { account, user, digest, batches }: BecsFile,
  { memory }: Knowledge<BecsMemory>,
): Fault | null {
  if (memory.digests.has(digest)) return faultOf('AM05', 'The bank has had this file.');
  if (memory.userId !== null && memory.userId !== user.id) {
    return faultOf('BE05', 'The user identification number is not that of the account.');
  }
  if (batches[0].debits.some(({ trace }) => trace !== account)) {
    return faultOf('BE05', 'All entries must have the same trace.');
  }
  return null;
}

/** Test accounts are written with six and nine digits. */
function outcomeOf({ account }: BecsEntry): CollectionOutcome {
  return collectionOutcome('BECS', `${account.slice(0, 7).replace('-', '')}/${account.slice(7).trim()}`);
}
