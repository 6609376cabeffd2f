import { html, type Html } from '@upc/server-kit/html';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
  sum,
} from 'drizzle-orm';
import { type CalendarDate, calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { addBankDays } from '../../modules/payments/providers/bank/bank-days.js';
import { contentOf, type StudioWithBank } from '../../modules/payments/providers/bank/bank-files.js';
import {
  type EntryReferences,
  SEALED_REFERENCES,
} from '../../modules/payments/providers/bank/bank.stored.js';
import {
  bankBatches,
  bankDebits,
  bankEntries,
  bankFiles,
} from '../../modules/payments/providers/bank/bank.tables.js';
import { type Batch, debitOfEndToEndId, isOpen } from '../../modules/payments/providers/bank/debits.js';
import { earliestExecution } from '../../modules/payments/providers/bank/export-collection.js';
import { recordAudit } from '../../modules/studios/staff/staff-action.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { actionButton, actionLink, hidden } from './action-pages.js';
import { type Filter, isListed, pathOf, UUID } from './filter.js';
import { badge, day, type Frame, ids, known, money, reasonText, studioName, time, wordFor } from './frame.js';
import { type Part, partOf, rangeOf, section } from './lists.js';

/** Studios in the overview. */
const BANKS = 10;
/** Bank days ahead for which the form of an export proposes to collect. */
const DAYS_AHEAD = 5;

/** Loads and renders what the studios' own banks collect: waiting debits, files, and entries; null if a search finds nothing. */
export async function bankTab(context: Context, frame: Frame): Promise<Html | null> {
  const { filter, words } = frame;
  const isSearch = filter.search !== null;
  const load = <T>(name: string, of: () => Promise<Part<T>>) => (isListed(filter, name) ? of() : null);
  const toDecide = await load('entries', () => newestEntries(context, filter, 'entries'));
  const banks = isSearch ? null : await load('banks', () => shownBanks(context, filter));
  const files = await load('files', () => newestFiles(context.db, filter));
  const decided = await load('decided', () => newestEntries(context, filter, 'decided'));
  const found = [toDecide, files, decided];
  if (isSearch && found.every((part) => part === null || part.rows.length === 0)) return null;
  const text = words.bank;
  const nothing = (about: string) => (isSearch ? null : html`<p class="empty">${about}</p>`);
  return html`${
    toDecide &&
    section(frame, {
      ...{ name: 'entries', title: text.toDecide, part: toDecide },
      item: (row) => entryItem(frame, row),
      idOf: ({ entry }) => entry.id,
    })
  }
  ${
    banks &&
    section(frame, {
      ...{ name: 'banks', title: text.waiting, part: banks, empty: nothing(text.noBank) },
      item: (row) => bankItem(frame, row),
      idOf: ({ studio }) => studio.id,
    })
  }
  ${
    files &&
    section(frame, {
      ...{ name: 'files', title: text.files, part: files, empty: nothing(text.noFile) },
      item: (row) => fileItem(frame, row),
      idOf: ({ file }) => file.id,
    })
  }
  ${
    decided &&
    section(frame, {
      ...{ name: 'decided', title: text.decided, part: decided },
      item: (row) => entryItem(frame, row),
      idOf: ({ entry }) => entry.id,
    })
  }`;
}

interface ShownBank {
  readonly studio: StudioWithBank;
  /** First day for which the bank still takes a file. */
  readonly earliest: CalendarDate;
  /** Day that the form of an export proposes. */
  readonly until: CalendarDate;
  /** Waiting debits by the day on which they are due. */
  readonly days: readonly {
    readonly dueOn: CalendarDate;
    readonly debits: number;
    readonly total: number;
    /** Debits that partners know of, which a file can contain. */
    readonly announced: number;
  }[];
}

async function shownBanks({ db, clock }: Context, filter: Filter): Promise<Part<ShownBank>> {
  const { size, before } = rangeOf(filter, 'banks', BANKS);
  const found = await db
    .select()
    .from(studios)
    .where(
      and(
        isNotNull(studios.bank),
        filter.studioId === null ? undefined : eq(studios.id, filter.studioId),
        before === null ? undefined : lt(studios.id, before),
      ),
    )
    .orderBy(desc(studios.id))
    .limit(size + 1);
  const { rows, hasMore } = partOf(found, { size });
  const { studioId, dueOn, amount, announcedAt, status } = bankDebits;
  const waiting = await db
    .select({
      ...{ studioId, dueOn, debits: count(), announced: count(announcedAt) },
      total: sum(amount).mapWith(Number),
    })
    .from(bankDebits)
    .where(
      and(
        eq(status, 'WAITING'),
        inArray(
          studioId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(studioId, dueOn)
    .orderBy(asc(dueOn));
  const now = clock.now();
  return {
    rows: rows.flatMap((row) => {
      if (row.bank === null) return [];
      const studio = { ...row, bank: row.bank };
      return {
        studio,
        earliest: earliestExecution({ clock }, studio),
        until: addBankDays('TARGET', calendarDateIn(now, studio.timeZone), DAYS_AHEAD),
        days: waiting.filter((each) => each.studioId === studio.id),
      };
    }),
    hasMore,
  };
}

/** Renders the debits that wait for a studio's next file, and what staff can do with files. */
function bankItem(frame: Frame, { studio, earliest, until, days }: ShownBank): Html {
  const { bank: text } = frame.words;
  const { id, name, currency, bank } = studio;
  return html`<h3>${name}</h3>
    <p class="about">${text.takesFiles(day(frame, earliest), bank.cutOff)}</p>
    ${
      days.length === 0
        ? html`<p class="empty">${text.nothingWaits}</p>`
        : html`<ol class="rows">
            ${days.map(
              ({ dueOn, debits, total, announced }) =>
                html`<li>
                  ${text.due(day(frame, dueOn))} · ${text.debits(debits)} ·
                  <strong>${money(frame, total, currency)}</strong>${
                    announced === debits ? null : html` · ${text.notBooked(debits - announced)}`
                  }
                </li>`,
            )}
          </ol>`
    }
    <div class="buttons">
      ${actionLink(frame, 'bank.export', id, { until }, name)}
      ${actionLink(frame, 'bank.import', id, {}, name)}
      ${actionLink(frame, 'bank-debit.cancel', id, {}, name)}
    </div>`;
}

interface ShownFile {
  readonly file: Omit<typeof bankFiles.$inferSelect, 'contentEncrypted' | 'sha256'> & {
    /** Whether its content is still there. */
    readonly isKept: boolean;
  };
  readonly batches: readonly Batch[];
}

async function newestFiles(db: Database, filter: Filter): Promise<Part<ShownFile>> {
  const { size } = rangeOf(filter, 'files');
  const { contentEncrypted, sha256: _, ...columns } = getTableColumns(bankFiles);
  const found = await db
    .select({ ...columns, isKept: sql<boolean>`${contentEncrypted} is not null` })
    .from(bankFiles)
    .where(
      and(
        filter.studioId === null ? undefined : eq(bankFiles.studioId, filter.studioId),
        filter.search === null ? undefined : filesWith(db, filter.search),
        olderThan(bankFiles, filter, 'files'),
      ),
    )
    .orderBy(desc(bankFiles.createdAt), desc(bankFiles.id))
    .limit(size + 1);
  const { rows, hasMore } = partOf(found, { size });
  const batches = await db
    .select()
    .from(bankBatches)
    .where(
      inArray(
        bankBatches.fileId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(bankBatches.executionOn), asc(bankBatches.sequenceType), asc(bankBatches.id));
  return {
    rows: rows.map((file) => ({ file, batches: batches.filter(({ fileId }) => fileId === file.id) })),
    hasMore,
  };
}

/** Selects the file of a message, of a batch, or of a debit by its end-to-end id. */
function filesWith(db: Database, search: string): SQL | undefined {
  const debit = debitOfEndToEndId(search);
  const batchOfDebit = db
    .select({ id: bankDebits.batchId })
    .from(bankDebits)
    .where(debit ? and(eq(bankDebits.id, debit.id), eq(bankDebits.attempt, debit.attempt)) : sql`false`);
  const ofBatch = db
    .select({ id: bankBatches.fileId })
    .from(bankBatches)
    .where(or(eq(bankBatches.id, search), inArray(bankBatches.id, batchOfDebit)));
  return or(eq(bankFiles.messageId, search), inArray(bankFiles.id, ofBatch));
}

/** Renders a file with its batches, of which staff can withdraw those without an outcome. */
function fileItem(frame: Frame, { file, batches }: ShownFile): Html {
  const { bank: text } = frame.words;
  const { id, studioId, direction, messageType, messageId, isKept, createdAt } = file;
  const kind = messageType.split('.').slice(0, 2).join('.');
  return html`<h3>${known(text.kinds, kind) ?? messageType}</h3>
    <p class="about">
      ${time(frame, createdAt, studioId)} · ${text.directions[direction]} · ${studioName(frame, studioId)} ·
      ${messageType}
    </p>
    ${ids([text.message, messageId])}
    ${
      batches.length === 0
        ? null
        : html`<ol class="rows">
            ${batches.map((batch) => html`<li class="split">${batchLine(frame, batch)}</li>`)}
          </ol>`
    }
    ${
      isKept
        ? html`<div class="buttons">
            <a class="button" href="${pathOf('bank')}/files/${id}" download
              >${text.download}${hidden(messageId)}</a
            >
          </div>`
        : html`<p class="empty">${text.contentDeleted}</p>`
    }`;
}

function batchLine(frame: Frame, batch: Batch): Html {
  const { bank: text } = frame.words;
  const { id, studioId, status, reason } = batch;
  return html`<div>
      ${batchText(frame, batch)} ${badge(frame, `BATCH_${status}`, text.batchStatuses[status])}
      ${reason === null ? null : html`<p>${status === 'WITHDRAWN' ? wordFor(frame, reason) : reasonText(frame.words, reason)}</p>`}
      ${ids([text.batch, id])}
    </div>
    ${isOpen(batch) ? actionLink(frame, 'bank-batch.withdraw', studioId, { batchId: id }, id) : null}`;
}

/** Describes a batch: its day, sequence type, number of debits and total. */
export function batchText(
  frame: Frame,
  { executionOn, sequenceType, count: debits, total, currency }: Batch,
): string {
  const { bank: text } = frame.words;
  return [
    text.execution(day(frame, executionOn)),
    `${sequenceType} (${text.sequences[sequenceType]})`,
    text.debits(debits),
    money(frame, total, currency),
  ].join(' · ');
}

interface ShownEntry {
  readonly entry: Omit<typeof bankEntries.$inferSelect, 'referencesEncrypted'>;
  readonly references: EntryReferences;
  readonly currency: string;
  readonly messageId: string;
}

async function newestEntries(
  { db, keys }: Context,
  filter: Filter,
  list: 'entries' | 'decided',
): Promise<Part<ShownEntry>> {
  const { size } = rangeOf(filter, list);
  const { search, studioId } = filter;
  const found = await db
    .select({ entry: bankEntries, currency: studios.currency, messageId: bankFiles.messageId })
    .from(bankEntries)
    .innerJoin(studios, eq(studios.id, bankEntries.studioId))
    .innerJoin(bankFiles, eq(bankFiles.id, bankEntries.fileId))
    .where(
      and(
        list === 'entries' ? eq(bankEntries.status, 'OPEN') : ne(bankEntries.status, 'OPEN'),
        studioId === null ? undefined : eq(bankEntries.studioId, studioId),
        search === null
          ? undefined
          : or(eq(bankFiles.messageId, search), UUID.test(search) ? eq(bankEntries.id, search) : undefined),
        olderThan(bankEntries, filter, list),
      ),
    )
    .orderBy(desc(bankEntries.createdAt), desc(bankEntries.id))
    .limit(size + 1);
  const { rows, hasMore } = partOf(found, { size });
  return {
    rows: rows.map(({ entry: { referencesEncrypted, ...entry }, ...of }) => ({
      ...of,
      entry,
      references: SEALED_REFERENCES.open(keys, entry.id, referencesEncrypted),
    })),
    hasMore,
  };
}

/** Renders an entry that could not be assigned, with the bank's references; staff decide about one that is open. */
function entryItem(frame: Frame, { entry, references, currency, messageId }: ShownEntry): Html {
  const { bank: text } = frame.words;
  const { id, studioId, line, status, problem, createdAt, decidedAt } = entry;
  const { endToEndId, mandateReference, batchId, bankReference } = references;
  const named = [
    [text.endToEndId, endToEndId],
    [text.mandate, mandateReference],
    [text.batch, batchId],
    [text.bankReference, bankReference],
  ] as const;
  return html`<h3>${text.problems[problem]} ${status === 'OPEN' ? null : badge(frame, status)}</h3>
    <p class="about">
      ${time(frame, createdAt, studioId)} · ${studioName(frame, studioId)} ·
      ${text.line(line, messageId)}${
        decidedAt === null ? null : html` · ${text.decidedOn} ${time(frame, decidedAt, studioId)}`
      }
    </p>
    <p>${movementText(frame, entry, currency)}</p>
    ${status === 'OPEN' ? html`<p class="about">${text.advice[problem]}</p>` : null}
    ${ids(...named.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])), [text.entry, id])}
    ${status === 'OPEN' ? html`<div class="buttons">${decisions(frame, entry, references)}</div>` : null}`;
}

/** Describes what an entry says: that something was credited or taken back, the amount and the reason. */
function movementText(
  frame: Frame,
  { isCredit, amount, reason }: Pick<ShownEntry['entry'], 'isCredit' | 'amount' | 'reason'>,
  currency: string,
): string {
  const { movements } = frame.words.bank;
  const movement = movements[isCredit ? 'CREDIT' : 'DEBIT'](
    amount === null ? null : money(frame, amount, currency),
  );
  return reason === null ? movement : `${movement} · ${reasonText(frame.words, reason)}`;
}

/** Describes an entry for its confirmation; null if the studio has no such entry. */
export async function entryText(
  db: Database,
  frame: Frame,
  { id, studioId }: { readonly id: string; readonly studioId: number },
): Promise<string | null> {
  if (!UUID.test(id)) return null;
  const [found] = await db
    .select({ entry: bankEntries, currency: studios.currency })
    .from(bankEntries)
    .innerJoin(studios, eq(studios.id, bankEntries.studioId))
    .where(and(eq(bankEntries.id, id), eq(bankEntries.studioId, studioId)));
  if (!found) return null;
  const { entry, currency } = found;
  return `${frame.words.bank.problems[entry.problem]} · ${movementText(frame, entry, currency)}`;
}

/** Renders what staff can decide. */
function decisions(
  frame: Frame,
  { id, studioId, problem, isCredit }: ShownEntry['entry'],
  { endToEndId, batchId }: EntryReferences,
): Html {
  const { bank: text, entities } = frame.words;
  const of = `${entities['bank-entry']} ${id}`;
  const proposed = endToEndId !== null && debitOfEndToEndId(endToEndId) ? { endToEndIds: endToEndId } : {};
  const link = (decision: 'RETURN' | 'BOOK') =>
    actionLink(
      frame,
      'bank-entry.decide',
      studioId,
      { entryId: id, decision, ...proposed },
      of,
      text.decisions[decision],
    );
  const button = (decision: 'BOOK' | 'DISMISS') =>
    actionButton(
      frame,
      'bank-entry.decide',
      studioId,
      { entryId: id, decision },
      of,
      text.decisions[decision],
    );
  const isOfDebit = problem === 'DUPLICATE' && endToEndId !== null;
  const isReturn = (problem === 'UNKNOWN' || problem === 'AMOUNT' || isOfDebit) && !isCredit;
  const credit = batchId === null || problem === 'UNKNOWN' ? () => link('BOOK') : () => button('BOOK');
  return html`${isReturn ? link('RETURN') : null} ${isCredit ? credit() : null} ${button('DISMISS')}`;
}

/** Selects the rows after the last one of the previous page of a list, which is newest first. */
function olderThan(
  table: typeof bankFiles | typeof bankEntries,
  { list, before }: Filter,
  name: string,
): SQL | undefined {
  if (list !== name || before === null) return undefined;
  return sql`(${table.createdAt}, ${table.id}) < (select created_at, id from ${table} where id = ${before}::uuid)`;
}

/** Reads a file for its download, and records that; null if it is not known, or its content was deleted. */
export async function fileToDownload(
  { db, keys, clock }: Context,
  { id, traceId }: { readonly id: string; readonly traceId: string },
): Promise<{ readonly name: string; readonly content: Buffer } | null> {
  const [file] = await db
    .select()
    .from(bankFiles)
    .where(and(eq(bankFiles.id, id), isNotNull(bankFiles.contentEncrypted)));
  if (!file) return null;
  const { studioId, messageId } = file;
  const content = contentOf({ keys }, file);
  // Banks choose the ids of their messages.
  const name = `${messageId.replaceAll(/[^\w.-]/g, '_')}.xml`;
  // The file contains accounts, so the record must exist before anybody can read it.
  await recordAudit({ clock }, db, {
    ...{ studioId, traceId, actor: 'studio page', action: 'bank.file' },
    ...{ entity: `bank-file ${messageId}`, changed: {} },
  });
  return { name, content };
}
