import type { CalendarDate } from '../../core/calendar.js';
import { currencyDigits, fromMinorUnits } from '../../core/money.js';
import type { TaxEntry, TaxEntryKind } from './tax-entries.js';
import type { ExportFormat, ExportLocale, FileFormat } from './tax-exports.tables.js';
import { type Cell, workbook } from './workbook.js';

const COLUMNS = {
  SINGLE: ['date', 'kind', 'receiptNumber', 'customerNumber', 'amount', 'currency'],
  AGGREGATED: ['date', 'kind', 'count', 'amount', 'currency'],
} as const;
type Column = (typeof COLUMNS)[ExportFormat][number];

const HEADINGS: Readonly<Record<ExportLocale, Readonly<Record<Column, string>>>> = {
  ENGLISH: {
    date: 'Date',
    kind: 'Kind',
    receiptNumber: 'Receipt number',
    customerNumber: 'Customer number',
    count: 'Number of bookings',
    amount: 'Amount',
    currency: 'Currency',
  },
  GERMAN: {
    date: 'Datum',
    kind: 'Art',
    receiptNumber: 'Belegnummer',
    customerNumber: 'Kundennummer',
    count: 'Anzahl der Buchungen',
    amount: 'Betrag',
    currency: 'Währung',
  },
};

const KINDS: Readonly<Record<ExportLocale, Readonly<Record<TaxEntryKind, string>>>> = {
  ENGLISH: { CLAIM: 'Claim', PAYMENT: 'Payment', CREDIT: 'Credit', REVERSAL: 'Reversal', REFUND: 'Refund' },
  GERMAN: {
    CLAIM: 'Forderung',
    PAYMENT: 'Zahlung',
    CREDIT: 'Gutschrift',
    REVERSAL: 'Storno',
    REFUND: 'Rückerstattung',
  },
};

const SHEET: Readonly<Record<ExportLocale, string>> = { ENGLISH: 'Bookings', GERMAN: 'Buchungen' };

/** A line of an export: one booking, or the bookings of a kind on a day. */
type Line = Pick<TaxEntry, 'date' | 'kind' | 'amount' | 'currency'> &
  Partial<Pick<TaxEntry, 'receiptNumber' | 'customerNumber'>> & { readonly count?: number };

interface Layout {
  readonly format: ExportFormat;
  readonly fileFormat: FileFormat;
  readonly locale: ExportLocale;
}

/**
 * Writes the file of an export, in chunks. The names in JSON are the same in every language.
 *
 * @param entries bookings in slices, by day
 */
export async function* taxFile(
  { format, fileFormat, locale }: Layout,
  entries: AsyncIterable<readonly TaxEntry[]>,
): AsyncGenerator<Uint8Array> {
  const lines = format === 'SINGLE' ? entries : aggregated(entries);
  const columns = COLUMNS[format];
  if (fileFormat === 'JSON') {
    yield* jsonFile(lines);
    return;
  }
  const table = rowsOf(columns, locale, lines);
  yield* fileFormat === 'CSV' ? csvFile(table, CSV[locale]) : workbook(SHEET[locale], table);
}

/** Adds up the bookings of each day by kind and currency. */
async function* aggregated(entries: AsyncIterable<readonly TaxEntry[]>): AsyncGenerator<readonly Line[]> {
  let sums = new Map<string, Line & { readonly count: number }>();
  let day: CalendarDate | undefined;
  for await (const slice of entries) {
    for (const { date, kind, amount, currency } of slice) {
      if (date !== day) {
        yield [...sums.values()];
        sums = new Map();
        day = date;
      }
      const key = `${kind} ${currency}`;
      const before = sums.get(key) ?? { date, kind, amount: 0, currency, count: 0 };
      sums.set(key, { ...before, amount: before.amount + amount, count: before.count + 1 });
    }
  }
  yield [...sums.values()];
}

async function* rowsOf(
  columns: readonly Column[],
  locale: ExportLocale,
  lines: AsyncIterable<readonly Line[]>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [columns.map((column) => HEADINGS[locale][column])];
  for await (const slice of lines) {
    yield slice.map((line) => columns.map((column) => cellOf(line, column, locale)));
  }
}

function cellOf(line: Line, column: Column, locale: ExportLocale): Cell {
  switch (column) {
    case 'date':
      return { day: line.date };
    case 'kind':
      return KINDS[locale][line.kind];
    case 'amount':
      return { minorUnits: line.amount, currency: line.currency };
    case 'count':
      return { count: line.count ?? 1 };
    case 'receiptNumber':
    case 'customerNumber':
    case 'currency':
      return line[column] ?? '';
  }
}

async function* jsonFile(lines: AsyncIterable<readonly Line[]>): AsyncGenerator<Uint8Array> {
  let separator = '[';
  for await (const slice of lines) {
    const texts = slice.map((line) =>
      JSON.stringify({ ...line, amount: fromMinorUnits(line.amount, line.currency) }),
    );
    if (texts.length === 0) continue;
    yield Buffer.from(`${separator}\n${texts.join(',\n')}`);
    separator = ',';
  }
  yield Buffer.from(separator === '[' ? '[]\n' : '\n]\n');
}

/** How spreadsheet programs in a language expect CSV. */
interface CsvForm {
  readonly separator: ',' | ';';
  readonly decimalMark: '.' | ',';
}

const CSV: Readonly<Record<ExportLocale, CsvForm>> = {
  ENGLISH: { separator: ',', decimalMark: '.' },
  GERMAN: { separator: ';', decimalMark: ',' },
};

/** Writes CSV (RFC 4180) in UTF-8 with the mark by which spreadsheet programs recognise it. */
async function* csvFile(
  table: AsyncIterable<readonly (readonly Cell[])[]>,
  form: CsvForm,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\uFEFF');
  for await (const rows of table) {
    if (rows.length === 0) continue;
    const line = (cells: readonly Cell[]) =>
      `${cells.map((cell) => csvField(cell, form)).join(form.separator)}\r\n`;
    yield Buffer.from(rows.map(line).join(''));
  }
}

/**
 * Writes a field of a CSV file. A text that a spreadsheet program would take for a formula begins with an apostrophe
 * instead.
 */
export function csvField(cell: Cell, { separator, decimalMark }: CsvForm = CSV.ENGLISH): string {
  if (typeof cell !== 'string') return plain(cell).replace('.', decimalMark);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  const isQuoted = /["\r\n]/.test(text) || text.includes(separator);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(cell: Exclude<Cell, string>): string {
  if ('day' in cell) return cell.day;
  if ('count' in cell) return String(cell.count);
  return fromMinorUnits(cell.minorUnits, cell.currency).toFixed(currencyDigits(cell.currency));
}
