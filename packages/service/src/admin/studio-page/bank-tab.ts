import { html, type Html } from '@upc/server-kit/html';
import {
  and,
  asc,
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
} from 'drizzle-orm';
import { type CalendarDate, calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { addBankDays } from '../../modules/payments/providers/bank/bank-days.js';
import { contentOf, fileName } from '../../modules/payments/providers/bank/bank-files.js';
import { formatOf } from '../../modules/payments/providers/bank/bank-format.js';
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
import { type Batch, isOpen } from '../../modules/payments/providers/bank/debits.js';
import { debitNamed } from '../../modules/payments/providers/bank/end-to-end-id.js';
import { earliestExecution } from '../../modules/payments/providers/bank/export-collection.js';
import { recordAudit } from '../../modules/studios/staff/staff-action.js';
import { BANK_METHODS, type BankMethod } from '../../modules/studios/studios.stored.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { type WaitingDebits, waitingDebits } from '../waiting-debits.js';
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
  readonly studio: Pick<Studio, 'id' | 'name' | 'currency'>;
  readonly methods: readonly ShownMethod[];
}

/** A method that the bank collects, or of which debits still wait. */
interface ShownMethod {
  readonly method: BankMethod;
  /** When the bank takes files; null if it does not collect the method any more. */
  readonly takes: {
    /** First day for which it still takes a file. */
    readonly earliest: CalendarDate;
    readonly cutOff: string;
    /** Day that the form of an export proposes. */
    readonly until: CalendarDate;
  } | null;
  readonly waiting: readonly WaitingDebits[];
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
  const waiting = await waitingDebits(
    db,
    rows.map(({ id }) => id),
  );
  const shown = (studio: Studio): ShownBank => {
    const ofStudio = waiting.filter(({ studioId }) => studioId === studio.id);
    const methods = BANK_METHODS.map((method) => ({
      method,
      takes: takesFiles({ clock }, studio, method),
      waiting: ofStudio.filter((each) => each.method === method),
    }));
    return { studio, methods: methods.filter((each) => each.takes !== null || each.waiting.length > 0) };
  };
  return { rows: rows.map(shown), hasMore };
}

function takesFiles(
  { clock }: Pick<Context, 'clock'>,
  studio: Studio,
  method: BankMethod,
): ShownMethod['takes'] {
  const { bank, timeZone } = studio;
  const cutOff = bank?.[method]?.cutOff;
  if (!bank || cutOff === undefined) return null;
  return {
    earliest: earliestExecution({ clock }, { ...studio, bank, method }),
    cutOff,
    until: addBankDays(formatOf(method).calendar, calendarDateIn(clock.now(), timeZone), DAYS_AHEAD),
  };
}

/** Renders what waits for the next files of a studio, and what staff can do with files. */
function bankItem(frame: Frame, { studio, methods }: ShownBank): Html {
  const { id, name } = studio;
  return html`<h3>${name}</h3>
    ${methods.map((each) => methodPart(frame, studio, each))}
    <div class="buttons">
      ${actionLink(frame, 'bank.import', id, {}, name)}
      ${actionLink(frame, 'bank-debit.cancel', id, {}, name)}
    </div>`;
}

function methodPart(
  frame: Frame,
  { id, name, currency }: ShownBank['studio'],
  { method, takes, waiting }: ShownMethod,
): Html {
  const { bank: text } = frame.words;
  const methodName = wordFor(frame, method);
  return html`<h4>${methodName}</h4>
    <p class="about">
      ${takes === null ? text.collectsNoMore : text.takesFiles(day(frame, takes.earliest), takes.cutOff)}
    </p>
    ${
      waiting.length === 0
        ? html`<p class="empty">${text.nothingWaits}</p>`
        : html`<ol class="rows">
            ${waiting.map((each) => html`<li>${waitingLine(frame, each, currency)}</li>`)}
          </ol>`
    }
    ${
      takes &&
      html`<div class="buttons">
        ${actionLink(frame, 'bank.export', id, { until: takes.until, method }, `${name}, ${methodName}`)}
      </div>`
    }`;
}

function waitingLine(
  frame: Frame,
  { dueOn, debits, total, preNotes, notAnnounced, notChecked }: WaitingDebits,
  currency: string,
): Html {
  const { bank: text } = frame.words;
  return html`${text.due(day(frame, dueOn))}${
    debits === 0 ? null : html` · ${text.debits(debits)} · <strong>${money(frame, total, currency)}</strong>`
  }${[
    preNotes === 0 ? null : text.preNotes(preNotes),
    notAnnounced === 0 ? null : text.notBooked(notAnnounced),
    notChecked === 0 ? null : text.notChecked(notChecked),
  ].map((note) => note && html` · ${note}`)}`;
}

interface ShownFile {
  readonly file: Omit<typeof bankFiles.$inferSelect, 'contentEncrypted' | 'sha256'> & {
    /** Whether its content is still there. */
    readonly isKept: boolean;
  };
  readonly batches: readonly ShownBatch[];
}

interface ShownBatch extends Batch {
  /** Number of its debits that only check an account. */
  readonly preNotes: number;
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
  const batches = await shownBatches(
    db,
    inArray(
      bankBatches.fileId,
      rows.map(({ id }) => id),
    ),
  );
  return {
    rows: rows.map((file) => ({ file, batches: batches.filter(({ fileId }) => fileId === file.id) })),
    hasMore,
  };
}

/** Loads batches, with the number of pre-notes in each. */
export function shownBatches(db: Database, condition: SQL | undefined): Promise<ShownBatch[]> {
  return db
    .select({
      ...getTableColumns(bankBatches),
      preNotes: db.$count(
        bankDebits,
        and(
          eq(bankDebits.amount, 0),
          or(eq(bankDebits.batchId, bankBatches.id), eq(bankDebits.earlierBatchId, bankBatches.id)),
        ),
      ),
    })
    .from(bankBatches)
    .where(condition)
    .orderBy(asc(bankBatches.executionOn), asc(bankBatches.type), asc(bankBatches.id));
}

/** Selects the file of a message, of a batch, or of a debit by its end-to-end id. */
function filesWith(db: Database, search: string): SQL | undefined {
  const debit = debitNamed(search);
  const batchOfDebit = db
    .select({ id: bankDebits.batchId })
    .from(bankDebits)
    .where(debit ? and(debit.which, eq(bankDebits.attempt, debit.attempt)) : sql`false`);
  const ofBatch = db
    .select({ id: bankBatches.fileId })
    .from(bankBatches)
    .where(or(eq(bankBatches.id, search), inArray(bankBatches.id, batchOfDebit)));
  return or(eq(bankFiles.messageId, search), inArray(bankFiles.id, ofBatch));
}

/** Renders a file with its batches, of which staff can withdraw those without an outcome. */
function fileItem(frame: Frame, { file, batches }: ShownFile): Html {
  const { bank: text } = frame.words;
  const { id, studioId, direction, paymentMethod, messageType, messageId, isKept, createdAt } = file;
  const kind = messageType.split('.').slice(0, 2).join('.');
  const title = direction === 'OUT' ? text.debitFile : (known(text.kinds, kind) ?? messageType);
  return html`<h3>${title}</h3>
    <p class="about">
      ${time(frame, createdAt, studioId)} · ${text.directions[direction]} · ${studioName(frame, studioId)} ·
      ${paymentMethod === null ? null : html`${wordFor(frame, paymentMethod)} · `}${messageType}
    </p>
    ${ids([text.message, messageId])}
    ${
      batches.length === 0
        ? null
        : html`<ol class="rows">
            ${batches.map((batch) => html`<li class="split">${batchLine(frame, batch)}</li>`)}
          </ol>`
    }
    ${isKept ? null : html`<p class="empty">${text.contentDeleted}</p>`}
    <div class="buttons">
      ${
        isKept
          ? html`<a class="button" href="${pathOf('bank')}/files/${id}" download
              >${text.download}${hidden(messageId)}</a
            >`
          : null
      }
      ${
        waitsForConfirmation(file, batches)
          ? actionButton(frame, 'bank-file.confirm', studioId, { messageId }, messageId)
          : null
      }
    </div>`;
}

/** Returns whether staff say that the bank has taken a file, because the bank does not report it. */
function waitsForConfirmation(
  { paymentMethod }: ShownFile['file'],
  batches: readonly Pick<Batch, 'status'>[],
): boolean {
  if (paymentMethod === null || formatOf(paymentMethod).collectedAfterBankDays === undefined) return false;
  return batches.some(({ status }) => status === 'SENT');
}

function batchLine(frame: Frame, batch: ShownBatch): Html {
  const { bank: text } = frame.words;
  const { id, studioId, status, reason } = batch;
  return html`<div>
      ${batchText(frame, batch)} ${badge(frame, `BATCH_${status}`, text.batchStatuses[status])}
      ${reason === null ? null : html`<p>${status === 'WITHDRAWN' ? wordFor(frame, reason) : reasonText(frame.words, reason)}</p>`}
      ${ids([text.batch, id])}
    </div>
    ${isOpen(batch) ? actionLink(frame, 'bank-batch.withdraw', studioId, { batchId: id }, id) : null}`;
}

/** Describes the batches of a file that the studio has written; null if there is none. */
export async function fileText(
  db: Database,
  frame: Frame,
  { messageId, studioId }: { readonly messageId: string; readonly studioId: number },
): Promise<string | null> {
  const file = db
    .select({ id: bankFiles.id })
    .from(bankFiles)
    .where(and(eq(bankFiles.messageId, messageId), eq(bankFiles.studioId, studioId)));
  const batches = await shownBatches(db, inArray(bankBatches.fileId, file));
  return batches.map((batch) => batchText(frame, batch)).join('; ') || null;
}

/** Describes a batch: its day, type, numbers of debits and pre-notes, and total. */
export function batchText(
  frame: Frame,
  { executionOn, type, count, preNotes, total, currency }: ShownBatch,
): string {
  const { bank: text } = frame.words;
  return [
    text.execution(day(frame, executionOn)),
    type && `${type} (${text.batchTypes[type]})`,
    count > preNotes && text.debits(count - preNotes),
    preNotes > 0 && text.preNotes(preNotes),
    count > preNotes && money(frame, total, currency),
  ]
    .filter(Boolean)
    .join(' · ');
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
  const movement = movementText(frame, entry, currency);
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
    ${movement === null ? null : html`<p>${movement}</p>`}
    ${status === 'OPEN' ? html`<p class="about">${text.advice[problem]}</p>` : null}
    ${ids(...named.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])), [text.entry, id])}
    ${status === 'OPEN' ? html`<div class="buttons">${decisions(frame, entry, references)}</div>` : null}`;
}

/** Describes what an entry says: that something was credited or taken back, the amount and the reason; null if nothing. */
function movementText(
  frame: Frame,
  { problem, isCredit, amount, reason }: ShownEntry['entry'],
  currency: string,
): string | null {
  const { movements } = frame.words.bank;
  const total = amount === null ? null : money(frame, amount, currency);
  const parts = [
    // With a change, nothing is booked.
    problem === 'CHANGE' ? null : movements[isCredit ? 'CREDIT' : 'DEBIT'](total),
    reason === null ? null : reasonText(frame.words, reason),
  ];
  return parts.filter((part) => part !== null).join(' · ') || null;
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
  const movement = movementText(frame, entry, currency);
  const problem = frame.words.bank.problems[entry.problem];
  return movement === null ? problem : `${problem} · ${movement}`;
}

/** Renders what staff can decide. */
function decisions(
  frame: Frame,
  { id, studioId, problem, isCredit }: ShownEntry['entry'],
  { endToEndId, batchId }: EntryReferences,
): Html {
  const { bank: text, entities } = frame.words;
  const of = `${entities['bank-entry']} ${id}`;
  const proposed = endToEndId !== null && debitNamed(endToEndId) ? { endToEndIds: endToEndId } : {};
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
): Promise<{ readonly name: string; readonly type: string; readonly content: Buffer } | null> {
  const [file] = await db
    .select()
    .from(bankFiles)
    .where(and(eq(bankFiles.id, id), isNotNull(bankFiles.contentEncrypted)));
  if (!file) return null;
  const { studioId, messageId } = file;
  const content = contentOf({ keys }, file);
  const name = fileName(file);
  // The file contains accounts, so the record must exist before anybody can read it.
  await recordAudit({ clock }, db, {
    ...{ studioId, traceId, actor: 'studio page', action: 'bank.file' },
    ...{ entity: `bank-file ${messageId}`, changed: {} },
  });
  return { name, type: name.endsWith('.xml') ? 'application/xml' : 'text/plain', content };
}
