import { and, eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context, UnitOfWork } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import { defineStaffAction } from '../../../studios/staff/staff-action.js';
import { BANK_METHODS } from '../../../studios/studios.stored.js';
import type { Studio } from '../../../studios/studios.tables.js';
import { lockFiles } from './bank-files.js';
import { formatOf } from './bank-format.js';
import { bankBatches, bankDebits, bankEntries, bankFiles } from './bank.tables.js';
import { SEALED_REFERENCES } from './bank.stored.js';
import {
  type Batch,
  bookBatch,
  bookFreedBatch,
  changeDebit,
  checkPayments,
  collectNevertheless,
  confirmBatch,
  type Debit,
  freeBatch,
  reopenBatch,
} from './debits.js';
import { debitNamed } from './end-to-end-id.js';
import { exportCollection } from './export-collection.js';
import { takeBack } from './import/book-debit.js';
import { importResponse } from './import-response.js';
import { readResponse } from './read-response.js';

/** Returns the name of a debit in its current or next file. */
const nameOf = (debit: Debit): string => formatOf(debit.paymentMethod).endToEndId(debit);

async function requireBatch(tx: Database, { id }: Pick<Studio, 'id'>, batchId: string): Promise<Batch> {
  const [batch] = await tx
    .select()
    .from(bankBatches)
    .where(and(eq(bankBatches.id, batchId), eq(bankBatches.studioId, id)));
  if (batch) return batch;
  throw new StaffError(`Studio ${id} has no batch ${batchId}.`);
}

/** Returns whether the debits of a batch count as collected only because the bank has returned none. */
async function countsAsCollected(tx: Database, { fileId }: Batch): Promise<boolean> {
  const [file] = await tx.select().from(bankFiles).where(eq(bankFiles.id, fileId));
  return file?.paymentMethod != null && formatOf(file.paymentMethod).collectedAfterBankDays !== undefined;
}

/** Bytes of a file; a statement with 10,000 debits has about 15 MB. */
export const MOST_FILE_BYTES = 50_000_000;

const Day = Type.String({ format: 'date', description: 'The last day of execution, yyyy-MM-dd.' });

/** There is nothing to export. */
export class NothingDueError extends StaffError {}

export const BANK_ACTIONS = [
  defineStaffAction({
    name: 'bank.export',
    summary:
      "Writes the debits of a method that the studio's bank collects up to a day into a file for the bank. Each debit is in one file only.",
    input: Type.Object({
      until: Day,
      method: Type.Optional(
        Type.Enum([...BANK_METHODS], {
          type: 'string',
          description: 'The method of the debits; needed if the bank collects several.',
        }),
      ),
    }),
    run: async ({ studio, input: { until, method }, ...unit }) => {
      const file = await exportCollection(unit, studio, { until, method: method ?? null });
      if (file === null) throw new NothingDueError(`No debit of studio ${studio.id} is due until ${until}.`);
      const { messageId, batches, leftOut, forAnotherFile } = file;
      const debits = batches.reduce((sum, { count }) => sum + count, 0);
      return {
        entity: `bank-file ${messageId}`,
        changed: {
          until,
          batches: batches.length,
          debits,
          ...(leftOut.length > 0 && { leftOut }),
          ...(forAnotherFile > 0 && { forAnotherFile }),
        },
      };
    },
  }),
  defineStaffAction({
    name: 'bank.import',
    summary:
      "Imports a file from the studio's bank: pain.002, camt.053, camt.054, the returns and notifications of change of ACH, or the returns of BECS; after a restore also a file that was written here. A faulty file changes nothing. Payments that the bank has taken back are reversed within a minute.",
    input: Type.Object({
      content: Type.String({
        maxLength: Math.floor(MOST_FILE_BYTES / 3) * 4,
        contentEncoding: 'base64',
        description: 'The file in base64; upc-service bank import reads a file.',
      }),
    }),
    run: async ({ studio, input: { content: text }, ...unit }) => {
      const content = Buffer.from(text, 'base64');
      const response = await readResponse(content);
      const { messageType, messageId, ...counts } = await importResponse(unit, studio, { content, response });
      const changed = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      return { entity: `bank-file ${messageId}`, changed: { messageType, ...changed } };
    },
  }),
  defineStaffAction({
    name: 'bank-file.confirm',
    summary:
      'Records that the bank has taken a file, if it does not report that in a file of its own (ACH and BECS). Debits that it does not return count as collected some days later.',
    input: Type.Object({
      messageId: Type.String({ maxLength: 35, description: 'The message id of the file.' }),
    }),
    run: async ({ studio, input: { messageId }, context, tx }) => {
      await lockFiles(tx, studio);
      const batches = await tx
        .select({ id: bankBatches.id, status: bankBatches.status, method: bankFiles.paymentMethod })
        .from(bankBatches)
        .innerJoin(bankFiles, eq(bankFiles.id, bankBatches.fileId))
        .where(and(eq(bankFiles.studioId, studio.id), eq(bankFiles.messageId, messageId)));
      if (batches.length === 0) throw new StaffError(`Studio ${studio.id} has written no file ${messageId}.`);
      const [{ method }] = batches as [(typeof batches)[number]];
      if (method === null || formatOf(method).collectedAfterBankDays === undefined) {
        throw new StaffError(
          `The bank reports on the file ${messageId} itself; import its report (upc-service bank import).`,
        );
      }
      const sent = batches.filter(({ status }) => status === 'SENT');
      if (sent.length === 0)
        throw new StaffError(`The file ${messageId} has no batch that waits for the bank.`);
      for (const { id } of sent) await confirmBatch(context, tx, id);
      return { entity: `bank-file ${messageId}`, changed: { batches: sent.length } };
    },
  }),
  defineStaffAction({
    name: 'bank-batch.withdraw',
    summary:
      'Withdraws a batch that the bank will not carry out. Its debits wait for the next file. If the bank carries it out nevertheless, members pay twice.',
    input: Type.Object({
      batchId: Type.String({ maxLength: 35, description: 'The id of the batch.' }),
      because: Type.Enum(['NOT_HANDED_IN', 'CANCELLED_AT_BANK'], {
        type: 'string',
        description: 'The file was never handed in, or the bank has confirmed that it cancelled the batch.',
      }),
    }),
    run: async ({ studio, input: { batchId, because }, ...unit }) => {
      const { context, tx } = unit;
      await lockFiles(tx, studio);
      const batch = await requireBatch(tx, studio, batchId);
      const isAssumed = batch.status === 'BOOKED' && (await countsAsCollected(tx, batch));
      if (isAssumed && !(await reopenBatch(context, tx, batchId))) {
        throw new StaffError(`The bank has returned debits of batch ${batchId}, so it has carried it out.`);
      }
      if (!(await freeBatch(context, tx, batchId, 'WITHDRAWN', because))) {
        throw new StaffError(
          `Batch ${batchId} is ${batch.status}; only a batch without an outcome can be withdrawn.`,
        );
      }
      return { entity: `bank-batch ${batchId}`, changed: { because, debits: batch.count } };
    },
  }),
  defineStaffAction({
    name: 'bank-debit.cancel',
    summary:
      'Cancels a debit that is in no file. Its payment is reversed within a minute, so that its claims are open again.',
    input: Type.Object({
      endToEndId: Type.String({
        maxLength: 36,
        description: 'The end-to-end id of the debit, or the id of its usage or charge.',
      }),
    }),
    run: async ({ studio, input: { endToEndId }, context, tx }) => {
      await lockFiles(tx, studio);
      const { debit } = await requireDebit(tx, studio, endToEndId);
      if (debit.amount === 0) {
        throw new StaffError(
          `Debit ${endToEndId} is a pre-note, without which its mandate cannot be debited. Cancel the debits that wait for it instead.`,
        );
      }
      if (!(await changeDebit(context, tx, debit.id, 'CANCELLED'))) {
        throw new StaffError(
          `Debit ${endToEndId} is ${debit.status}; only one that is in no file can be cancelled.`,
        );
      }
      await checkPayments(context, tx, [debit]);
      return { entity: `bank-debit ${nameOf(debit)}`, changed: { status: 'CANCELLED' } };
    },
  }),
  defineStaffAction({
    name: 'bank-entry.decide',
    summary:
      'Decides about an entry of a bank file that could not be assigned: debits were returned, or the bank has collected a batch or debit, or it concerns nothing here.',
    input: Type.Object({
      entryId: Type.String({ format: 'uuid', description: 'The id of the entry.' }),
      decision: Type.Enum(['RETURN', 'BOOK', 'DISMISS'], { type: 'string' }),
      endToEndIds: Type.Optional(
        Type.String({
          maxLength: 40_000,
          description:
            'With RETURN: the end-to-end ids of the debits that were returned, separated by spaces. With BOOK: that of the debit which the bank has collected, unless the entry names a batch.',
        }),
      ),
      batchId: Type.Optional(
        Type.String({
          maxLength: 35,
          description: 'With BOOK: the batch that the bank has credited, if the entry does not name it.',
        }),
      ),
    }),
    run: async ({ studio, input, ...unit }) => {
      const { entryId, decision, endToEndIds } = input;
      const { context, tx } = unit;
      await lockFiles(tx, studio);
      const [entry] = await tx
        .select()
        .from(bankEntries)
        .where(and(eq(bankEntries.id, entryId), eq(bankEntries.studioId, studio.id)));
      if (!entry) throw new StaffError(`Studio ${studio.id} has no entry ${entryId}.`);
      if (entry.status !== 'OPEN') throw new StaffError(`Entry ${entryId} is already ${entry.status}.`);
      const named = endToEndIds?.split(/[\s,;]+/).filter(Boolean) ?? [];
      const debits: Found[] = [];
      for (const text of named) debits.push(await requireDebit(tx, studio, text));
      const { batchId } = SEALED_REFERENCES.open(context.keys, entry.id, entry.referencesEncrypted);
      if (decision === 'RETURN') {
        if (debits.length === 0) throw new StaffError('endToEndIds is missing: which debits were returned?');
        await returnDebits({ ...unit, context, tx }, debits, entry.reason);
      }
      if (decision === 'BOOK' && debits.length > 0) await collectDebits(context, tx, debits);
      else if (decision === 'BOOK') await collectBatch(context, tx, studio, input.batchId ?? batchId);
      const status = decision === 'DISMISS' ? 'DISMISSED' : 'ASSIGNED';
      await tx
        .update(bankEntries)
        .set({ status, decidedAt: context.clock.now() })
        .where(eq(bankEntries.id, entryId));
      return {
        entity: `bank-entry ${entryId}`,
        changed: { status, ...(named.length > 0 && { debits: named }) },
      };
    },
  }),
];

const PLAIN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a debit by an end-to-end id, which may be that of an earlier file, or by the id of its usage or charge. */
async function requireDebit(tx: Database, { id }: Pick<Studio, 'id'>, name: string): Promise<Found> {
  const named = PLAIN_ID.test(name) ? { which: eq(bankDebits.id, name), attempt: null } : debitNamed(name);
  const [debit] = named
    ? await tx
        .select()
        .from(bankDebits)
        .where(and(named.which, eq(bankDebits.studioId, id)))
    : [];
  if (debit) return { debit, attempt: named?.attempt ?? debit.attempt };
  throw new StaffError(`Studio ${id} has no debit "${name}".`);
}

interface Found {
  readonly debit: Debit;
  /** Number of the file in which it has the name that was given. */
  readonly attempt: number;
}

async function returnDebits(
  unit: UnitOfWork,
  debits: readonly Found[],
  reason: string | null,
): Promise<void> {
  for (const { debit, attempt } of debits) {
    const isCurrent = attempt === debit.attempt;
    if (isCurrent && (await takeBack(unit, debit, 'RETURNED', reason))) continue;
    throw new StaffError(
      `Debit ${nameOf(debit)} is ${debit.status}; only one that was sent can be returned, under the id with which it was sent.`,
    );
  }
}

/** Books what the bank has collected although it seemed refused, returned or not sent. */
async function collectDebits(context: Context, tx: Database, debits: readonly Found[]): Promise<void> {
  for (const { debit, attempt } of debits) {
    // Under an earlier id, the bank may still collect it a second time.
    const isInFile = attempt !== debit.attempt && debit.status === 'SENT';
    if (isInFile || !(await collectNevertheless(context, tx, { id: debit.id, attempt }))) {
      throw new StaffError(
        `Debit ${nameOf(debit)} is ${debit.status}; it cannot be collected again. If it is in another file that the bank has not carried out, withdraw its batch first.`,
      );
    }
    // A payment that was reversed is booked again.
    await checkPayments(context, tx, [debit]);
  }
}

async function collectBatch(
  context: Context,
  tx: Database,
  studio: Studio,
  batchId: string | null,
): Promise<void> {
  if (batchId === null) {
    throw new StaffError(
      'The entry names no batch; give endToEndIds of the debits that the bank has collected.',
    );
  }
  const batch = await requireBatch(tx, studio, batchId);
  if (await bookBatch(context, tx, batchId)) return;
  if (batch.status === 'BOOKED') throw new StaffError(`Batch ${batchId} is booked already.`);
  if (await bookFreedBatch(context, tx, batch)) return;
  throw new StaffError(
    `Not all debits of batch ${batchId} wait. Give endToEndIds of those that the bank has collected; if one is in another file that the bank has not carried out, withdraw its batch first.`,
  );
}
