import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { asc, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { StaffError, staffRefusal } from '../../core/errors/staff-error.js';
import {
  type BankFile,
  fileName,
  methodsOf,
  readFileOfBank,
} from '../../modules/payments/providers/bank/bank-files.js';
import { formatOf } from '../../modules/payments/providers/bank/bank-format.js';
import { MOST_FILE_BYTES, NothingDueError } from '../../modules/payments/providers/bank/bank.staff.js';
import { bankBatches } from '../../modules/payments/providers/bank/bank.tables.js';
import { studiosOf } from '../../modules/payments/providers/bank/import-response.js';
import { readResponse } from '../../modules/payments/providers/bank/read-response.js';
import { recordAudit } from '../../modules/studios/staff/staff-action.js';
import { BANK_METHODS } from '../../modules/studios/studios.stored.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { performStaffAction } from '../staff-actions.js';
import { amountText, bankStatus } from './bank-status.js';
import { actorOf, type CliContext, studioIdOf, withActor, withOpened } from './cli-context.js';
import { table } from './table.js';

type Options = Readonly<Record<string, string>>;

/** Adds the commands for files that studios exchange with their own banks. */
export function addBankCommands(program: Command, cli: CliContext): void {
  const bank = program.command('bank').description("files for and from the studios' own banks");
  const command = (name: string, description: string) =>
    withActor(bank.command(name).description(description));
  command(
    'export',
    "Writes the debits that a studio's bank collects up to a day into new files for the bank, one for each method, with BECS one for each day. Each debit is in one file only.",
  )
    .requiredOption('--studio <id>', 'the studio, by its id')
    .requiredOption('--until <day>', 'the last day of execution, yyyy-MM-dd')
    .addOption(
      new Option(
        '--method <method>',
        "only the debits of this method (default: all that the studio's bank collects)",
      ).choices(BANK_METHODS),
    )
    .option('--to <path>', 'a folder, or for one method a file that does not exist yet', '.')
    .action((options: Options) => exportFiles(cli, options));
  command('file', 'Writes a stored file again, with the same bytes.')
    .argument('<messageId>', 'the message id of the file')
    .requiredOption('--studio <id>', 'the studio, by its id')
    .requiredOption('--to <path>', 'a file that does not exist yet, or a folder')
    .action((messageId: string, options: Options) => writeAgain(cli, messageId, options));
  command(
    'import',
    "Imports a file from a studio's bank: pain.002, camt.053, camt.054, returns and notifications of change of ACH, or returns of BECS; or one written here that is missing after a restore. A faulty file changes nothing.",
  )
    .argument('<file>', 'the file')
    .option('--studio <id>', 'the studio, by its id (default: each studio that the file belongs to)')
    .action((file: string, options: Options) => importFile(cli, file, options));
  bank
    .command('status')
    .description('Lists what waits for a file, for the bank or for a decision.')
    .option('--studio <id>', 'only this studio, by its id')
    .action((options: Options) => {
      const only = options.studio === undefined ? null : studioIdOf(options.studio);
      return withOpened(cli, async ({ app }) => cli.print(await bankStatus(app.context, only)));
    });
}

/** Writes a file for each method. What is refused for one does not stop the others. */
async function exportFiles(cli: CliContext, options: Options): Promise<void> {
  const studioId = studioIdOf(options.studio ?? '');
  const target = await targetOf(options.to ?? '');
  await withOpened(cli, async ({ app: { context } }) => {
    const methods =
      options.method === undefined ? await methodsOfStudio(context.db, studioId) : [options.method];
    if (methods.length > 1 && !target.isFolder) {
      throw new StaffError(
        `--to must be a folder that exists, because the bank of studio ${studioId} gets a file for each of ${methods.join(' and ')}; --method chooses one.`,
      );
    }
    const nothingDue: string[] = [];
    const faults: string[] = [];
    for (const method of methods) {
      const about = methods.length > 1 ? `${method}: ` : '';
      await attempt(
        () => exportFile({ cli, context, target }, options, { studioId, method }),
        (message, error) =>
          (error instanceof NothingDueError ? nothingDue : faults).push(`${about}${message}`),
      );
    }
    if (nothingDue.length === methods.length) faults.push(...nothingDue);
    else cli.print(nothingDue.map((each) => `${each}\n`).join(''));
    if (faults.length > 0) throw new StaffError(faults.join('\n'));
  });
}

/** Returns the methods that a studio's bank collects; one undefined, which the export refuses, if there is none. */
async function methodsOfStudio(db: Database, studioId: number): Promise<readonly (string | undefined)[]> {
  const [studio] = await db.select({ bank: studios.bank }).from(studios).where(eq(studios.id, studioId));
  const methods = studio ? methodsOf(studio) : [];
  return methods.length > 0 ? methods : [undefined];
}

interface Export {
  readonly cli: CliContext;
  readonly context: Context;
  readonly target: Target;
}

/** Writes files for a method until no debit is left. A path of a file is used only once. */
async function exportFile(
  { cli, context, target }: Export,
  options: Options,
  { studioId, method }: { readonly studioId: number; readonly method: string | undefined },
): Promise<void> {
  const { name, messageId, changed } = await perform(context, options, {
    name: 'bank.export',
    studioId,
    input: { until: options.until, ...(method !== undefined && { method }) },
  });
  cli.print(`${name}: bank-file ${messageId} ${JSON.stringify(changed)}\n`);
  const { file, content } = await readFileOfBank(context, studioId, messageId);
  const written = target.pathOf(file);
  await writeNew(written, content).catch((error: unknown) => {
    throw new StaffError(
      `${error instanceof Error ? error.message : ''} Nothing is lost: the file ${messageId} is stored, and its debits are in no other. ` +
        `Get it with: upc-service bank file ${messageId} --studio ${studioId} --to <path>`,
    );
  });
  const batches = await context.db
    .select()
    .from(bankBatches)
    .where(eq(bankBatches.fileId, file.id))
    .orderBy(asc(bankBatches.id));
  const rows = batches.map(({ id, executionOn, type, count, total, currency }) => [
    ...[id, executionOn, type ?? '-', String(count)],
    amountText(total, currency),
  ]);
  cli.print(table(['Batch', 'Execution day', 'Type', 'Debits', 'Total'], rows));
  cli.print(`Hand ${written} in at the bank, once.\n`);
  if (file.paymentMethod !== null && formatOf(file.paymentMethod).collectedAfterBankDays !== undefined) {
    cli.print(
      `Confirm it once the bank has taken it: upc-service staff bank-file.confirm --studio ${studioId} --messageId ${messageId}\n`,
    );
  }
  const { forAnotherFile } = changed;
  if (typeof forAnotherFile !== 'number') return;
  if (target.isFolder) return exportFile({ cli, context, target }, options, { studioId, method });
  cli.print(`Debits for another file: ${forAnotherFile}. Export again.\n`);
}

async function writeAgain(cli: CliContext, messageId: string, options: Options): Promise<void> {
  const { studio = '', to = '' } = options;
  const studioId = studioIdOf(studio);
  const { pathOf } = await targetOf(to);
  await withOpened(cli, async ({ app: { context } }) => {
    const { file, content } = await readFileOfBank(context, studioId, messageId);
    const target = pathOf(file);
    // The file contains accounts, so the record must exist before anybody can read it.
    await recordAudit(context, context.db, {
      studioId,
      action: 'bank.file',
      actor: actorOf(options),
      entity: `bank-file ${messageId}`,
      changed: { file: path.basename(target) },
      traceId: randomUUID(),
    });
    await writeNew(target, content);
    cli.print(
      `${target} contains the file ${messageId}. If the bank has it already, do not hand it in again.\n`,
    );
  });
}

async function importFile(cli: CliContext, file: string, options: Options): Promise<void> {
  const only = options.studio === undefined ? null : studioIdOf(options.studio);
  const content = await contentOf(file);
  await withOpened(cli, async ({ app: { context } }) => {
    const faults: string[] = [];
    const found = () => studiosOfFile(context.db, content);
    const note = (message: string) => faults.push(`${file}: ${message}`);
    const studioIds = only === null ? ((await attempt(found, note)) ?? []) : [only];
    const input = { content: content.toString('base64') };
    // A repetition must still reach the other studios, so a fault of one does not end the work.
    for (const studioId of studioIds) {
      const about = studioIds.length > 1 ? ` (studio ${studioId})` : '';
      const imported = await attempt(
        () => perform(context, options, { name: 'bank.import', studioId, input }),
        (message) => faults.push(`${file}${about}: ${message}`),
      );
      if (!imported) continue;
      const { name, messageId, changed } = imported;
      cli.print(`${name}: studio ${studioId}, bank-file ${messageId} ${JSON.stringify(changed)}\n`);
      if (changed.toDecide !== undefined) {
        cli.print(
          'Decide about each entry that could not be assigned: upc-service staff bank-entry.decide.\n',
        );
      }
      if (changed.batchesRefused !== undefined) {
        cli.print(
          'Correct the reason of the refusal, then export again: the debits of refused batches wait.\n',
        );
      }
    }
    if (faults.length > 0) throw new StaffError(faults.join('\n'));
  });
}

/** Does some work and passes its refusal on, so that other work is still done. */
async function attempt<T>(
  work: () => Promise<T>,
  onRefusal: (message: string, error: unknown) => void,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const refusal = staffRefusal(error);
    if (!refusal) throw error;
    onRefusal(refusal.message, error);
    return undefined;
  }
}

/**
 * Returns the studios that a file belongs to.
 *
 * @throws StaffError when it belongs to none, or was written for one of several studios with the same account.
 */
async function studiosOfFile(db: Database, content: Buffer): Promise<number[]> {
  const response = await readResponse(content);
  const ids = await studiosOf(db, response);
  if (response.kind !== 'COLLECTION' || ids.length === 1) return ids;
  throw new StaffError(
    `The file was written for one of the studios ${ids.join(', ')}, which have the same account; --studio says for which.`,
  );
}

/** Performs an action whose subject is a bank file. */
async function perform(
  context: Context,
  options: Options,
  request: { readonly name: string; readonly studioId: number; readonly input: unknown },
) {
  const more = { actor: actorOf(options), traceId: randomUUID() };
  const { entity, changed } = await performStaffAction(context, { ...request, ...more });
  return { name: request.name, messageId: entity.replace(/^bank-file /, ''), changed };
}

interface Target {
  readonly isFolder: boolean;
  /** Names the path for a file. */
  readonly pathOf: (file: BankFile) => string;
}

/** @throws StaffError when the path is an existing file. */
async function targetOf(to: string): Promise<Target> {
  const target = path.resolve(to);
  const found = await stat(target).catch(() => null);
  if (found === null) return { isFolder: false, pathOf: () => target };
  if (found.isDirectory()) return { isFolder: true, pathOf: (file) => path.join(target, fileName(file)) };
  throw new StaffError(`${target} already exists.`);
}

/**
 * Writes a file that only its owner may read. An incomplete file is deleted.
 *
 * @throws StaffError when it exists or cannot be written.
 */
async function writeNew(target: string, content: Buffer): Promise<void> {
  const refused = (error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    return new StaffError(
      code === 'EEXIST' ? `${target} already exists.` : `${target} cannot be written (${String(code)}).`,
    );
  };
  const opened = await open(target, 'wx', 0o600).catch((error: unknown) => {
    throw refused(error);
  });
  try {
    await opened.writeFile(content);
    await opened.sync();
  } catch (error) {
    await rm(target, { force: true });
    throw refused(error);
  } finally {
    await opened.close();
  }
}

async function contentOf(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (size > MOST_FILE_BYTES) {
    throw new StaffError(`${file} has ${size} bytes; allowed are at most ${MOST_FILE_BYTES}.`);
  }
  return readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

const unreadable = (file: string, error: unknown) =>
  new StaffError(`${file} cannot be read (${String((error as NodeJS.ErrnoException).code)}).`);
