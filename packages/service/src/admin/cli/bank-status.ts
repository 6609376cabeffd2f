import { and, asc, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { type CalendarDate, calendarDateIn, daysBetween } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { currencyDigits, fromMinorUnits } from '../../core/money.js';
import { methodsOf } from '../../modules/payments/providers/bank/bank-files.js';
import {
  bankBatches,
  bankDebits,
  bankEntries,
  bankFiles,
} from '../../modules/payments/providers/bank/bank.tables.js';
import { OPEN_STATUSES } from '../../modules/payments/providers/bank/debits.js';
import { earliestExecution } from '../../modules/payments/providers/bank/export-collection.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { waitingDebits } from '../waiting-debits.js';
import { table } from './table.js';

type Parts = Pick<Context, 'db' | 'clock'>;

/** Formats an amount with its currency, such as `49.90 EUR`. */
export function amountText(minor: number, currency: string): string {
  return `${fromMinorUnits(minor, currency).toFixed(currencyDigits(currency))} ${currency}`;
}

/**
 * Describes what waits at the studios that collect through their own bank.
 *
 * @param only the id of a studio; null for all.
 * @throws StaffError when there is no such studio.
 */
export async function bankStatus({ db, clock }: Parts, only: number | null): Promise<string> {
  const waits = db
    .select({ id: bankDebits.studioId })
    .from(bankDebits)
    .where(eq(bankDebits.status, 'WAITING'));
  const described = await db
    .select()
    .from(studios)
    .where(only === null ? or(isNotNull(studios.bank), inArray(studios.id, waits)) : eq(studios.id, only))
    .orderBy(asc(studios.id));
  if (described.length === 0) {
    throw new StaffError(
      only === null ? 'No studio collects through its own bank.' : `There is no studio ${only}.`,
    );
  }
  const parts = [];
  for (const studio of described) parts.push(await statusOf({ db, clock }, studio));
  return parts.join('\n');
}

async function statusOf({ db, clock }: Parts, studio: Studio): Promise<string> {
  const { id, name, timeZone } = studio;
  const today = calendarDateIn(clock.now(), timeZone);
  const entries = await db.$count(
    bankEntries,
    and(eq(bankEntries.studioId, id), eq(bankEntries.status, 'OPEN')),
  );
  const [imported] = await db
    .select({ at: bankFiles.createdAt })
    .from(bankFiles)
    .where(and(eq(bankFiles.studioId, id), eq(bankFiles.direction, 'IN')))
    .orderBy(desc(bankFiles.createdAt))
    .limit(1);
  return [
    `Studio ${id}, ${name}\n`,
    `Last file imported: ${imported ? daysAgo(calendarDateIn(imported.at, timeZone), today) : 'never'}\n`,
    `Entries to decide: ${entries}\n`,
    methods({ clock }, studio),
    await waiting(db, studio),
    await openBatches(db, id, today),
  ].join('');
}

/** Lists the methods that the studio's bank collects, with the first day for which it takes a file now. */
function methods({ clock }: Pick<Parts, 'clock'>, studio: Studio): string {
  const { bank } = studio;
  if (!bank) return 'It no longer collects through its own bank.\n';
  const rows = methodsOf(studio).map((method) => [
    ...[method, earliestExecution({ clock }, { ...studio, bank, method })],
    bank[method]?.cutOff ?? '',
  ]);
  return table(['Method', 'A file now is executed from', 'Cut-off'], rows);
}

function daysAgo(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(day, today);
  return days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
}

async function waiting(db: Parts['db'], { id, currency }: Pick<Studio, 'id' | 'currency'>): Promise<string> {
  const found = await waitingDebits(db, [id]);
  if (found.length === 0) return 'No debit waits for a file.\n';
  const rows = found.map(({ method, dueOn, debits, total, ...counts }) => {
    const notes = [
      [counts.preNotes, 'pre-notes'],
      [counts.notAnnounced, 'not announced yet'],
      [counts.notChecked, 'waiting for the outcome of a pre-note'],
    ] as const;
    const about = notes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    return [method, dueOn, String(debits), amountText(total, currency), about.join(', ')];
  });
  return table(['Method', 'Waiting, due on', 'Debits', 'Total', ''], rows);
}

async function openBatches(db: Parts['db'], studioId: number, today: CalendarDate): Promise<string> {
  const open = await db
    .select()
    .from(bankBatches)
    .where(and(eq(bankBatches.studioId, studioId), inArray(bankBatches.status, [...OPEN_STATUSES])))
    .orderBy(asc(bankBatches.executionOn), asc(bankBatches.id));
  if (open.length === 0) return 'No batch is without an outcome.\n';
  const rows = open.map((batch) => [
    ...[
      batch.id,
      batch.executionOn,
      String(batch.count),
      amountText(batch.total, batch.currency),
      batch.status,
    ],
    batch.executionOn < today ? 'its day has passed' : '',
  ]);
  return table(['Batch without outcome', 'Execution day', 'Debits', 'Total', 'State', ''], rows);
}
