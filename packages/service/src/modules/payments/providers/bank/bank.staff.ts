import { and, eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context, UnitOfWork } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import { queueReturnChecksNow } from '../../returns/returns.job.js';
import { defineStaffAction } from '../../../studios/staff/staff-action.js';
import type { Studio } from '../../../studios/studios.tables.js';
import { lockFiles } from './bank-files.js';
import { bankBatches, bankDebits, bankEntries } from './bank.tables.js';
import { SEALED_REFERENCES } from './bank.stored.js';
import {
  type Batch,
  bookBatch,
  bookFreedBatch,
  changeDebit,
  collectNevertheless,
  type Debit,
  debitOfEndToEndId,
  endToEndIdOf,
  freeBatch,
} from './debits.js';
import { exportCollection } from './export-collection.js';
import { importResponse, takeBack } from './import-response.js';
import { readSepaResponse } from './sepa/read-response.js';

async function requireBatch(tx: Database, { id }: Pick<Studio, 'id'>, batchId: string): Promise<Batch> {
  const [batch] = await tx
    .select()
    .from(bankBatches)
    .where(and(eq(bankBatches.id, batchId), eq(bankBatches.studioId, id)));
  if (batch) return batch;
  throw new StaffError(`Studio ${id} has no batch ${batchId}.`);
}

/** Bytes of a file; a statement with 10,000 debits has about 15 MB. */
export const MOST_FILE_BYTES = 50_000_000;

const Day = Type.String({ format: 'date', description: 'The last day of execution, yyyy-MM-dd.' });

export const BANK_ACTIONS = [
  defineStaffAction({
    name: 'bank.export',
    summary:
      "Writes the debits that the studio's bank collects up to a day into a file for the bank. Each debit is in one file only.",
    input: Type.Object({ until: Day }),
    run: async ({ studio, input: { until }, ...unit }) => {
      const file = await exportCollection(unit, studio, until);
      if (file === null) throw new StaffError(`No debit of studio ${studio.id} is due until ${until}.`);
      const { messageId, batches, leftOut } = file;
      const debits = batches.reduce((sum, { count }) => sum + count, 0);
      return {
        entity: `bank-file ${messageId}`,
        changed: { until, batches: batches.length, debits, ...(leftOut.length > 0 && { leftOut }) },
      };
    },
  }),
  defineStaffAction({
    name: 'bank.import',
    summary:
      "Imports a file from the studio's bank: pain.002, camt.053 or camt.054; after a restore also a pain.008 that was written here. A faulty file changes nothing. Payments that the bank has taken back are reversed within a minute.",
    input: Type.Object({
      content: Type.String({
        maxLength: Math.floor(MOST_FILE_BYTES / 3) * 4,
        contentEncoding: 'base64',
        description: 'The file in base64; upc-service bank import reads a file.',
      }),
    }),
    run: async ({ studio, input: { content: text }, ...unit }) => {
      const content = Buffer.from(text, 'base64');
      const response = await readSepaResponse(content);
      const { messageType, messageId, ...counts } = await importResponse(unit, studio, { content, response });
      const changed = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      return { entity: `bank-file ${messageId}`, changed: { messageType, ...changed } };
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
      if (!(await changeDebit(context, tx, debit.id, 'CANCELLED'))) {
        throw new StaffError(
          `Debit ${endToEndId} is ${debit.status}; only one that is in no file can be cancelled.`,
        );
      }
      await queueReturnChecksNow(tx, [debit.id], context.clock.now());
      return { entity: `bank-debit ${endToEndIdOf(debit)}`, changed: { status: 'CANCELLED' } };
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
      const debits: NamedDebit[] = [];
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
async function requireDebit(
  tx: Database,
  { id }: Pick<Studio, 'id'>,
  endToEndId: string,
): Promise<NamedDebit> {
  const named = PLAIN_ID.test(endToEndId) ? { id: endToEndId } : debitOfEndToEndId(endToEndId);
  const [debit] = named
    ? await tx
        .select()
        .from(bankDebits)
        .where(and(eq(bankDebits.id, named.id), eq(bankDebits.studioId, id)))
    : [];
  if (debit) return { debit, named: { id: debit.id, attempt: debit.attempt, ...named } };
  throw new StaffError(`Studio ${id} has no debit "${endToEndId}".`);
}

interface NamedDebit {
  readonly debit: Debit;
  /** The debit as it was named: by the id of its last file or of an earlier one. */
  readonly named: Pick<Debit, 'id' | 'attempt'>;
}

async function returnDebits(
  unit: UnitOfWork,
  debits: readonly NamedDebit[],
  reason: string | null,
): Promise<void> {
  for (const { debit, named } of debits) {
    const isCurrent = named.attempt === debit.attempt;
    if (isCurrent && (await takeBack(unit, debit, 'RETURNED', reason))) continue;
    throw new StaffError(
      `Debit ${endToEndIdOf(debit)} is ${debit.status}; only one that was sent can be returned, under the id with which it was sent.`,
    );
  }
}

/** Books what the bank has collected although it seemed refused, returned or not sent. */
async function collectDebits(context: Context, tx: Database, debits: readonly NamedDebit[]): Promise<void> {
  for (const { debit, named } of debits) {
    // Under an earlier id, the bank may still collect it a second time.
    const isInFile = named.attempt !== debit.attempt && debit.status === 'SENT';
    if (isInFile || !(await collectNevertheless(context, tx, named))) {
      throw new StaffError(
        `Debit ${endToEndIdOf(debit)} is ${debit.status}; it cannot be collected again. If it is in another file that the bank has not carried out, withdraw its batch first.`,
      );
    }
    // A payment that was reversed is booked again.
    await queueReturnChecksNow(tx, [debit.id], context.clock.now());
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
