import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, lte, max } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn, timeOfDayIn } from '../../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import type { Studio } from '../../../studios/studios.tables.js';
import { isHeldAfterRestore } from '../../held-after-restore.js';
import { addBankDays, isBankDay } from './bank-days.js';
import { keepFile, lockFiles, requireBank, type StudioWithBank } from './bank-files.js';
import { SEALED_BANK_PAYER } from './bank.stored.js';
import { bankBatches, bankDebits, bankMandates } from './bank.tables.js';
import type { CollectionBatch, CollectionDebit, SequenceType } from './collection.js';
import { type Debit, endToEndIdOf, sendDebits } from './debits.js';
import { faultOfDebit, sepaCollectionFile } from './sepa/collection-file.js';

const MESSAGE_TYPE = 'pain.008.001.08';
/** Calendar days ahead that banks take collections for (EPC130-08; SEPA Core rulebook, collection to the bank). */
const MOST_DAYS_AHEAD = 14;

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
}

/**
 * Writes the debits of a studio that are collected up to a day into a file for its bank, and stores it. A debit is only
 * sent once its payment is booked and partners were told its day.
 *
 * @returns null when no debit is due.
 * @throws StaffError naming what is wrong with the day or the studio.
 */
export async function exportCollection(
  unit: UnitOfWork,
  { id }: Pick<Studio, 'id'>,
  until: CalendarDate,
): Promise<ExportedFile | null> {
  const { context, tx } = unit;
  if (await isHeldAfterRestore(tx)) {
    throw new StaffError(
      'Payments are on hold since the database was restored; upc-service resume continues them.',
    );
  }
  const studio = requireBank(await lockFiles(tx, { id }));
  const today = calendarDateIn(context.clock.now(), studio.timeZone);
  const earliest = earliestExecution(context, studio);
  const latest = addTerm(today, { value: MOST_DAYS_AHEAD, unit: 'DAY' });
  if (until < earliest || until > latest) {
    throw new StaffError(
      `until is ${until}; allowed are ${earliest}, the first day for which the bank still takes a file, to ${latest}.`,
    );
  }
  const debits = await tx
    .select()
    .from(bankDebits)
    .where(
      and(
        eq(bankDebits.studioId, id),
        eq(bankDebits.status, 'WAITING'),
        isNotNull(bankDebits.announcedAt),
        lte(bankDebits.dueOn, until),
      ),
    )
    .orderBy(asc(bankDebits.dueOn), asc(bankDebits.createdAt), asc(bankDebits.id))
    .for('update');
  if (debits.length === 0) return null;
  return write(unit, studio, debits, { today, earliest });
}

/** Returns the first day for which the bank still takes a file now (D-1, before its cut-off time). */
export function earliestExecution(
  { clock }: Pick<Context, 'clock'>,
  { timeZone, bank }: StudioWithBank,
): CalendarDate {
  const now = clock.now();
  const today = calendarDateIn(now, timeZone);
  const isInTime = isBankDay('TARGET', today) && timeOfDayIn(now, timeZone) < bank.cutOff;
  return addBankDays('TARGET', isInTime ? today : addBankDays('TARGET', today, 1), 1);
}

async function write(
  { context, tx }: UnitOfWork,
  studio: StudioWithBank,
  debits: readonly Debit[],
  { today, earliest }: { readonly today: CalendarDate; readonly earliest: CalendarDate },
): Promise<ExportedFile> {
  const messageId = `UPC-${today.replaceAll('-', '')}-${randomBytes(6).toString('hex')}`;
  const mandates = await mandatesOf(tx, debits);
  const creditor = creditorOf(studio);
  const groups = new Map<string, Described[]>();
  const leftOut: string[] = [];
  const begun = new Set<string>();
  for (const debit of debits) {
    const found = foundIn(mandates, debit.mandateId);
    const { mandate, lastSentAt, lastWaiting } = found;
    const isFirstHere = !begun.has(mandate.id);
    const fields = describe(context, debit, found, isFirstHere);
    const fault = typeof fields === 'string' ? fields : faultOfDebit(fields, creditor.iban);
    if (fault !== null || typeof fields === 'string') {
      leftOut.push(fault ?? '');
      continue;
    }
    begun.add(mandate.id);
    const sequenceType = sequenceOf(mandate, {
      isFirst: lastSentAt === null && isFirstHere,
      isLast: mandate.status === 'ENDED' && debit.id === lastWaiting,
    });
    const executionOn = debit.dueOn > earliest ? debit.dueOn : earliest;
    const key = `${executionOn} ${sequenceType}`;
    const group = groups.get(key);
    if (group) group.push({ debit, fields });
    else groups.set(key, [{ debit, fields }]);
  }
  if (groups.size === 0) throw new StaffError(`No debit can be sent. ${leftOut.join(' ')}`);
  const batches = [...groups]
    .toSorted()
    .map(([key, of], at): CollectionBatch & { readonly of: readonly Debit[] } => {
      const [executionOn, sequenceType] = key.split(' ') as [CalendarDate, SequenceType];
      return {
        id: `${messageId}-${at + 1}`,
        executionOn,
        sequenceType,
        debits: of.map(({ fields }) => fields),
        of: of.map(({ debit }) => debit),
      };
    });
  const content = sepaCollectionFile({
    messageId,
    createdAt: context.clock.now(),
    creditor,
    currency: studio.currency,
    batches,
  });
  const file = {
    studioId: studio.id,
    direction: 'OUT',
    iban: studio.bank.iban,
    messageType: MESSAGE_TYPE,
    messageId,
  } as const;
  const fileId = await keepFile(context, tx, file, Buffer.from(content));
  if (fileId === null) throw new Error('A message id was made twice.');
  for (const { id, executionOn, sequenceType, of } of batches) {
    await tx.insert(bankBatches).values({
      id,
      studioId: studio.id,
      fileId,
      executionOn,
      sequenceType,
      count: of.length,
      total: of.reduce((sum, { amount }) => sum + amount, 0),
      currency: studio.currency,
      status: 'SENT',
      updatedAt: context.clock.now(),
    });
    await sendDebits(
      context,
      tx,
      of.map((debit) => debit.id),
      { id, sequenceType },
    );
  }
  return {
    messageId,
    batches: batches.map(({ id, executionOn, of }) => ({ id, executionOn, count: of.length })),
    leftOut,
  };
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
      and(inArray(bankDebits.mandateId, ids), inArray(bankDebits.status, ['SENT', 'COLLECTED', 'RETURNED'])),
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

/** SEPA Core rulebook, AT-21: the place of a collection in the sequence of its mandate. */
function sequenceOf(
  { paymentType }: Mandate,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): SequenceType {
  if (paymentType === 'ONE_OFF') return 'OOFF';
  if (isFirst) return 'FRST';
  return isLast ? 'FNAL' : 'RCUR';
}

interface Described {
  readonly debit: Debit;
  readonly fields: CollectionDebit;
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
  const { id, reference, signedOn, payerEncrypted, accountChangedAt } = mandate;
  const endToEndId = endToEndIdOf(debit);
  const payer = payerEncrypted === null ? null : SEALED_BANK_PAYER.open(keys, id, payerEncrypted);
  const { accountHolder: name, iban, address } = payer ?? {};
  if (reference === null || signedOn === null || name === undefined || iban === undefined) {
    return `The account of debit ${endToEndId} was deleted.`;
  }
  const wasReported = accountChangedAt === null || (lastSentAt !== null && lastSentAt >= accountChangedAt);
  return {
    endToEndId,
    amount: debit.amount,
    mandate: { reference, signedOn, hasNewAccount: isFirstHere && !wasReported },
    payer: { name, iban, ...(address && { address }) },
    text: debit.statementText,
  };
}

function creditorOf({ id, creditor, bank }: StudioWithBank) {
  const { name, address, creditorIdentifier: identifier } = creditor;
  if (identifier === undefined) {
    throw new StaffError(`Studio ${id} has no creditor identifier; studio set --creditor adds it.`);
  }
  return { name, address, identifier, iban: bank.iban, bic: bank.bic ?? null };
}
