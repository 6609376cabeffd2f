/** What a test changes in an entry. */
interface TestEntry {
  readonly bsb?: string;
  readonly accountNumber?: string;
  readonly amount?: number;
  readonly id?: string;
  readonly trace?: string;
}

interface TestFile {
  readonly userId?: string;
  readonly description?: string;
  readonly executionOn?: string;
  readonly entries?: readonly TestEntry[];
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Writes a direct entry file that an Australian bank takes on Monday, 30 November 2026, unless a test changes it. */
export function becsFile(file: TestFile = {}): string {
  const { userId = '098765', description = 'DEBITS', executionOn = '021226', entries = [{}] } = file;
  const total = pad(
    entries.reduce((sum, { amount = 4990 }) => sum + amount, 0),
    10,
  );
  const records = [
    `0${' '.repeat(17)}01WBC${' '.repeat(7)}${'HARBOUR GYM'.padEnd(26)}${userId}${description.padEnd(12)}${executionOn}${' '.repeat(40)}`,
    ...entries.map(entryRecord),
    `7999-999${' '.repeat(12)}${total}${pad(0, 10)}${total}${' '.repeat(24)}${pad(entries.length, 6)}${' '.repeat(40)}`,
  ];
  return `${records.join('\n')}\n`;
}

function entryRecord(entry: TestEntry, at: number): string {
  const { bsb = '000-000', accountNumber = '000123456', amount = 4990, id = `DEBIT${at + 1}` } = entry;
  const { trace = '032-000   123456' } = entry;
  return [
    `1${bsb}${accountNumber.padStart(9)} 13${pad(amount, 10)}${'ADA LOVELACE'.padEnd(32)}`,
    `${id.padEnd(18)}${trace}${'HARBOUR GYM'.padEnd(16)}00000000`,
  ].join('');
}
