import { randomBytes, randomUUID } from 'node:crypto';
import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  max,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  addTerm,
  type CalendarDate,
  calendarDateIn,
  startOfDay,
  timeOfDayIn,
} from '../../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import type { BankMethod } from '../../../studios/studios.stored.js';
import { type Studio, studios } from '../../../studios/studios.tables.js';
import { isHeldAfterRestore } from '../../held-after-restore.js';
import { addBankDays, isBankDay } from './bank-days.js';
import { accountOf, keepFile, lockFiles, requireBank, type StudioWithBank } from './bank-files.js';
import { formatOf } from './bank-format.js';
import { SEALED_BANK_PAYER } from './bank.stored.js';
import { bankBatches, bankDebits, bankFiles, bankMandates } from './bank.tables.js';
import type { CollectionBatch, CollectionDebit } from './collection.js';
import { type Debit, sendDebits } from './debits.js';
import { messageIdOf } from './message-id.js';

type Mandate = typeof bankMandates.$inferSelect;

export interface ExportedFile {
  readonly messageId: string;
  readonly batches: readonly {
    readonly id: string;
    readonly executionOn: CalendarDate;
    readonly count: number;
  }[];
  /** Why a bank would refuse debits that are therefore left out. They wait, and staff can cancel them. */
  readonly leftOut: readonly string[];
  /** Number of debits of later days, in formats whose files have one day. */
  readonly forAnotherFile: number;
}

/**
 * Writes the debits of a studio and method that are collected up to a day into a file for the bank, and stores it. A
 * debit is only sent once its payment is booked and partners were told its day.
 *
 * @param method null if the bank collects only one.
 * @returns null when no debit is due.
 * @throws StaffError naming what is wrong with the day or the studio.
 */
export async function exportCollection(
  unit: UnitOfWork,
  { id }: Pick<Studio, 'id'>,
  { until, method: wanted }: { readonly until: CalendarDate; readonly method: BankMethod | null },
): Promise<ExportedFile | null> {
  const { context, tx } = unit;
  if (await isHeldAfterRestore(tx)) {
    throw new StaffError(
      'Payments are on hold since the database was restored; upc-service resume continues them.',
    );
  }
  const studio = requireBank(await lockFiles(tx, { id }), wanted);
  const { method } = studio;
  const today = calendarDateIn(context.clock.now(), studio.timeZone);
  const earliest = earliestExecution(context, studio);
  const latest = addTerm(today, { value: formatOf(method).mostDaysAhead, unit: 'DAY' });
  if (until < earliest || until > latest) {
    throw new StaffError(
      `until is ${until}; allowed are ${earliest}, the first day for which the bank still takes a file, to ${latest}.`,
    );
  }
  if (formatOf(method).hasPreNotes) await addPreNotes(unit, studio, today);
  const debits = await tx
    .select()
    .from(bankDebits)
    .where(
      and(
        eq(bankDebits.studioId, id),
        eq(bankDebits.paymentMethod, method),
        eq(bankDebits.status, 'WAITING'),
        isNotNull(bankDebits.announcedAt),
        lte(bankDebits.dueOn, until),
        isAccountChecked,
      ),
    )
    .orderBy(asc(bankDebits.dueOn), asc(bankDebits.createdAt), asc(bankDebits.id))
    .for('update');
  if (debits.length === 0) return null;
  return write(unit, studio, debits, { today, earliest });
}

/**
 * Selects pre-notes, and debits whose mandate has no pre-note without an outcome. The table of debits must not have
 * another name in the query.
 */
export const isAccountChecked: SQL = sql`(${bankDebits.amount} = 0 or not exists (
  select 1 from ${bankDebits} pre where pre.mandate_id = ${bankDebits.mandateId} and pre.amount = 0
    and pre.status in ('WAITING', 'SENT')))`;

/** Adds the pre-notes of mandates that have none yet, for the next file. */
async function addPreNotes(
  { context, tx }: UnitOfWork,
  studio: StudioWithBank,
  today: CalendarDate,
): Promise<void> {
  const { method, currency, creditor } = studio;
  const format = formatOf(method);
  const bank = bankFor(studio);
  const debitsOf = (condition: SQL) =>
    tx
      .select({ id: bankDebits.id })
      .from(bankDebits)
      .where(and(eq(bankDebits.mandateId, bankMandates.id), condition));
  const unchecked = await tx
    .select()
    .from(bankMandates)
    .where(
      and(
        eq(bankMandates.studioId, studio.id),
        eq(bankMandates.paymentMethod, method),
        or(eq(bankMandates.status, 'ACTIVE'), exists(debitsOf(eq(bankDebits.status, 'WAITING')))),
        notExists(debitsOf(eq(bankDebits.amount, 0))),
      ),
    )
    .orderBy(bankMandates.id)
    .for('update');
  const now = context.clock.now();
  for (const mandate of unchecked) {
    const [preNote] = await tx
      .insert(bankDebits)
      .values({
        id: randomUUID(),
        studioId: studio.id,
        mandateId: mandate.id,
        paymentMethod: method,
        amount: 0,
        currency,
        statementText: '',
        status: 'WAITING',
        dueOn: today,
        announcedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!preNote) throw new Error('The pre-note was not inserted.');
    // The same fault is reported of the mandate's debits, which staff can cancel.
    const fields = describe(context, preNote, { mandate, lastSentAt: null, lastWaiting: null }, true);
    const isFaulty = typeof fields === 'string' || format.faultOf(fields, { creditor, bank }) !== null;
    if (isFaulty) await tx.delete(bankDebits).where(eq(bankDebits.id, preNote.id));
  }
}

/** Returns the first day for which the bank still takes a file now (D-1, before its cut-off time). */
export function earliestExecution({ clock }: Pick<Context, 'clock'>, studio: StudioWithBank): CalendarDate {
  const { timeZone, method } = studio;
  const now = clock.now();
  const today = calendarDateIn(now, timeZone);
  const { calendar } = formatOf(method);
  const isInTime = isBankDay(calendar, today) && timeOfDayIn(now, timeZone) < bankFor(studio).cutOff;
  return addBankDays(calendar, isInTime ? today : addBankDays(calendar, today, 1), 1);
}

async function write(
  unit: UnitOfWork,
  studio: StudioWithBank,
  debits: readonly Debit[],
  { today, earliest }: { readonly today: CalendarDate; readonly earliest: CalendarDate },
): Promise<ExportedFile | null> {
  const { context, tx } = unit;
  const { method, creditor, currency, timeZone } = studio;
  const format = formatOf(method);
  const messageId = messageIdOf({ day: today, digits: randomBytes(6).toString('hex') });
  const { groups, leftOut } = await groupDebits(unit, studio, debits, earliest);
  const [first] = groups;
  if (!first && leftOut.length === 0) return null;
  if (!first) throw new StaffError(`No debit can be sent. ${leftOut.join(' ')}`);
  const sent = format.hasOneDayPerFile
    ? groups.filter((each) => each.executionOn === first.executionOn)
    : groups;
  const batches = sent.map((group, at) => ({ id: `${messageId}-${at + 1}`, ...group }));
  const account = accountOf(studio.bank, method);
  const content = format.write({
    messageId,
    createdAt: context.clock.now(),
    timeZone,
    earlierToday: await filesOn(tx, studio, today),
    creditor,
    bank: bankFor(studio),
    currency,
    batches: batches.map(({ id, executionOn, type, of }) => ({
      ...{ id, executionOn, type },
      debits: of.map(({ fields }) => fields),
    })),
  });
  const file = {
    studioId: studio.id,
    direction: 'OUT',
    paymentMethod: method,
    account,
    messageType: format.messageType,
    messageId,
  } as const;
  const fileId = await keepFile(context, tx, file, Buffer.from(content));
  if (fileId === null) throw new Error('A message id was made twice.');
  for (const { id, executionOn, type, of } of batches) {
    await tx.insert(bankBatches).values({
      id,
      studioId: studio.id,
      fileId,
      executionOn,
      type,
      count: of.length,
      total: of.reduce((sum, { debit }) => sum + debit.amount, 0),
      currency,
      status: 'SENT',
      updatedAt: context.clock.now(),
    });
    const ids = of.map(({ debit }) => debit.id);
    await sendDebits(context, tx, ids, id);
  }
  return {
    messageId,
    batches: batches.map(({ id, executionOn, of }) => ({ id, executionOn, count: of.length })),
    leftOut,
    forAnotherFile: groups.slice(batches.length).reduce((sum, { of }) => sum + of.length, 0),
  };
}

/** Debits of one day and type. */
interface Group extends Pick<CollectionBatch, 'executionOn' | 'type'> {
  readonly of: Described[];
}

interface Described {
  readonly debit: Debit;
  readonly fields: CollectionDebit;
}

/**
 * Groups debits as the format's batches do, by day and then by type.
 *
 * @returns also why a bank would refuse those that are in no group.
 */
async function groupDebits(
  { context, tx }: UnitOfWork,
  studio: StudioWithBank,
  debits: readonly Debit[],
  earliest: CalendarDate,
): Promise<{ readonly groups: readonly Group[]; readonly leftOut: readonly string[] }> {
  const format = formatOf(studio.method);
  const bank = bankFor(studio);
  const mandates = await mandatesOf(tx, debits);
  const unchecked = format.hasPreNotes ? await uncheckedAccounts(context, tx, studio) : new Set<string>();
  const groups = new Map<string, Group>();
  const leftOut: string[] = [];
  const begun = new Set<string>();
  for (const debit of debits) {
    const found = foundIn(mandates, debit.mandateId);
    const { mandate, lastSentAt, lastWaiting } = found;
    const isFirstHere = !begun.has(mandate.id);
    const fields = describe(context, debit, found, isFirstHere);
    const fault =
      typeof fields === 'string' ? fields : format.faultOf(fields, { creditor: studio.creditor, bank });
    if (fault !== null || typeof fields === 'string') {
      leftOut.push(fault ?? '');
      continue;
    }
    if (debit.amount > 0 && unchecked.has(accountKey(fields.payer))) continue;
    begun.add(mandate.id);
    const place = {
      isFirst: lastSentAt === null && isFirstHere,
      isLast: mandate.status === 'ENDED' && debit.id === lastWaiting,
    };
    const type = format.batchType(mandate, place, fields.payer, bank);
    const executionOn = debit.dueOn > earliest ? debit.dueOn : earliest;
    const key = `${executionOn} ${type ?? ''}`;
    const group = groups.get(key) ?? { executionOn, type, of: [] };
    group.of.push({ debit, fields });
    groups.set(key, group);
  }
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { groups: sorted.map(([, group]) => group), leftOut };
}

/**
 * Returns the accounts whose pre-note has no outcome, under whatever mandate: Nacha's rule about the days after a
 * pre-note is one about the account.
 */
async function uncheckedAccounts(
  { keys }: Pick<Context, 'keys'>,
  tx: Database,
  { id, method }: StudioWithBank,
): Promise<ReadonlySet<string>> {
  const mandates = await tx
    .select({ id: bankMandates.id, payer: bankMandates.payerEncrypted })
    .from(bankDebits)
    .innerJoin(bankMandates, eq(bankMandates.id, bankDebits.mandateId))
    .where(
      and(
        eq(bankDebits.studioId, id),
        eq(bankDebits.paymentMethod, method),
        eq(bankDebits.amount, 0),
        inArray(bankDebits.status, ['WAITING', 'SENT']),
      ),
    );
  return new Set(
    mandates.flatMap(({ id: mandateId, payer }) =>
      payer === null ? [] : [accountKey(SEALED_BANK_PAYER.open(keys, mandateId, payer))],
    ),
  );
}

const accountKey = ({ bankLocationId, accountNumber }: CollectionDebit['payer']): string =>
  `${bankLocationId} ${accountNumber}`;

function bankFor({ id, bank, method }: StudioWithBank) {
  const found = bank[method];
  if (!found) throw new Error(`The bank of studio ${id} does not collect ${method}.`);
  return found;
}

/**
 * Counts the files that a sender has written for its bank on a day. Studios may share a sender, so the count holds until
 * the end of the transaction.
 */
async function filesOn(
  tx: Database,
  { timeZone, method, bank }: StudioWithBank,
  today: CalendarDate,
): Promise<number> {
  if (method !== 'ACH' || !bank.ACH) return 0;
  const { routingNumber, originId } = bank.ACH;
  const sender = `bank files ${routingNumber} ${originId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sender}, 0))`);
  const ofSender = tx
    .select({ id: studios.id })
    .from(studios)
    .where(
      and(
        sql`${studios.bank}->'ACH'->>'routingNumber' = ${routingNumber}`,
        sql`${studios.bank}->'ACH'->>'originId' = ${originId}`,
      ),
    );
  return tx.$count(
    bankFiles,
    and(
      inArray(bankFiles.studioId, ofSender),
      eq(bankFiles.direction, 'OUT'),
      eq(bankFiles.paymentMethod, method),
      gte(bankFiles.createdAt, startOfDay(today, timeZone)),
    ),
  );
}

interface MandateInUse {
  readonly mandate: Mandate;
  /** Time of its last debit that was sent and not refused. */
  readonly lastSentAt: Date | null;
  /** Its last debit that waits, perhaps for a later file. */
  readonly lastWaiting: string | null;
}

async function mandatesOf(
  tx: Database,
  debits: readonly Debit[],
): Promise<ReadonlyMap<string, MandateInUse>> {
  const ids = [...new Set(debits.map(({ mandateId }) => mandateId))];
  const mandates = await tx.select().from(bankMandates).where(inArray(bankMandates.id, ids));
  const sent = await tx
    .select({ id: bankDebits.mandateId, at: max(bankDebits.sentAt) })
    .from(bankDebits)
    .where(
      and(
        inArray(bankDebits.mandateId, ids),
        gt(bankDebits.amount, 0),
        inArray(bankDebits.status, ['SENT', 'COLLECTED', 'RETURNED']),
      ),
    )
    .groupBy(bankDebits.mandateId);
  const sentAt = new Map(sent.map(({ id, at }) => [id, at]));
  const waiting = await tx
    .select({ id: bankDebits.id, mandateId: bankDebits.mandateId })
    .from(bankDebits)
    .where(and(inArray(bankDebits.mandateId, ids), eq(bankDebits.status, 'WAITING')))
    .orderBy(asc(bankDebits.dueOn), asc(bankDebits.createdAt), asc(bankDebits.id));
  const lastWaiting = new Map(waiting.map(({ id, mandateId }) => [mandateId, id]));
  return new Map(
    mandates.map((mandate) => {
      const { id } = mandate;
      return [id, { mandate, lastSentAt: sentAt.get(id) ?? null, lastWaiting: lastWaiting.get(id) ?? null }];
    }),
  );
}

function foundIn(mandates: ReadonlyMap<string, MandateInUse>, id: string): MandateInUse {
  const found = mandates.get(id);
  if (!found) throw new Error(`Mandate ${id} no longer exists.`);
  return found;
}

/**
 * Describes a debit for the file. @returns why it cannot be sent, if its mandate cannot be used
 *
 * @param isFirstHere whether it is the first of its mandate in the file, which reports a changed account
 */
function describe(
  { keys }: Pick<Context, 'keys'>,
  debit: Debit,
  { mandate, lastSentAt }: MandateInUse,
  isFirstHere: boolean,
): CollectionDebit | string {
  const { id, reference, signedOn, paymentType, payerEncrypted, accountChangedAt } = mandate;
  const endToEndId = formatOf(debit.paymentMethod).endToEndId(debit);
  const payer = payerEncrypted === null ? null : SEALED_BANK_PAYER.open(keys, id, payerEncrypted);
  if (reference === null || signedOn === null || payer === null) {
    return `The account of debit ${endToEndId} was deleted.`;
  }
  const wasReported = accountChangedAt === null || (lastSentAt !== null && lastSentAt >= accountChangedAt);
  return {
    endToEndId,
    amount: debit.amount,
    mandate: {
      reference,
      signedOn,
      isRecurrent: paymentType === 'RECURRENT',
      hasNewAccount: isFirstHere && !wasReported,
    },
    payer,
    text: debit.statementText,
  };
}
