/** What a test changes in an entry. */
export interface TestEntry {
  readonly transactionCode?: string;
  readonly routingNumber?: string;
  readonly accountNumber?: string;
  readonly amount?: number;
  readonly id?: string;
  readonly name?: string;
}

export interface TestBatch {
  readonly entryClass?: string;
  readonly companyId?: string;
  readonly executionOn?: string;
  /** Message id in the company's discretionary data. */
  readonly data?: string;
  readonly entries?: readonly TestEntry[];
}

export interface TestFile {
  readonly destination?: string;
  readonly origin?: string;
  readonly createdOn?: string;
  readonly modifier?: string;
  readonly batches?: readonly TestBatch[];
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Totals that follow from the routing numbers and amounts of some entries, as both controls contain them. */
function totals(entries: readonly TestEntry[]): string {
  const hash = entries.reduce(
    (sum, { routingNumber = '110000000' }) => sum + Number(routingNumber.slice(0, 8)),
    0,
  );
  const total = entries.reduce((sum, { amount = 4990 }) => sum + amount, 0);
  return pad(hash, 10) + pad(total, 12) + pad(0, 12);
}

/** Writes a Nacha file that a US bank takes on Monday, 30 November 2026, unless a test changes it. */
export function achFile(file: TestFile = {}): string {
  const { destination = '076401251', origin = '1234567890', createdOn = '261130', modifier = 'A' } = file;
  const { batches = [{}] } = file;
  const entries = batches.flatMap((batch) => batch.entries ?? [{}]);
  const blocks = Math.ceil((2 + batches.length * 2 + entries.length) / 10);
  const records = [
    `101 ${destination}${origin.padStart(10)}${createdOn}0800${modifier}094101${'TEST BANK'.padEnd(23)}${'LIBERTY GYM'.padEnd(23)}UPC00001`,
    ...batches.flatMap((batch, at) => batchRecords(batch, at + 1, destination)),
    `9${pad(batches.length, 6)}${pad(blocks, 6)}${pad(entries.length, 8)}${totals(entries)}${' '.repeat(39)}`,
  ];
  while (records.length < blocks * 10) records.push('9'.repeat(94));
  return `${records.join('\n')}\n`;
}

function batchRecords({ entries = [{}], ...batch }: TestBatch, number: number, bank: string): string[] {
  const {
    companyId = '1234567890',
    entryClass = 'WEB',
    executionOn = '261202',
    data = '0123456789ab',
  } = batch;
  const end = bank.slice(0, 8) + pad(number, 7);
  return [
    `5225${'LIBERTY GYM'.padEnd(16)}${data.padEnd(20)}${companyId}${entryClass}MEMBERSHIP      ${executionOn}   1${end}`,
    ...entries.map((entry, at) =>
      entryRecord(entry, bank.slice(0, 8) + pad(number * 100 + at, 7), `${number}${at + 1}`),
    ),
    `8225${pad(entries.length, 6)}${totals(entries)}${companyId}${' '.repeat(25)}${end}`,
  ];
}

function entryRecord(entry: TestEntry, trace: string, id: string): string {
  const {
    transactionCode = '27',
    routingNumber = '110000000',
    accountNumber = '000123456789',
    amount = 4990,
  } = entry;
  const name = (entry.name ?? 'ADA LOVELACE').padEnd(22);
  const ids = (entry.id ?? `DEBIT${id}`).padEnd(15);
  return `6${transactionCode}${routingNumber}${accountNumber.padEnd(17)}${pad(amount, 10)}${ids}${name}R 0${trace}`;
}
