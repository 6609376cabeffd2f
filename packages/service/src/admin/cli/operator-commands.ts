import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { instantBefore } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { restorePglite, restorePostgres } from '../../core/database/backup.js';
import { faultMessage } from '../../core/errors/fault-message.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { RequiredLine } from '../../core/http/schemas.js';
import { readEnvironment } from '../../environment.js';
import { isHeldAfterRestore } from '../../modules/payments/held-after-restore.js';
import { addTag, removeTag } from '../../modules/studio-information/studio-information.js';
import { recordAudit, requireInput } from '../../modules/studios/staff/staff-action.js';
import { archiveEvents } from '../operations/archive-events.js';
import { compareBooks } from '../operations/compare-books.js';
import type { Finding } from '../operations/finding.js';
import { countOfOtherKeys, reencrypt } from '../operations/reencrypt.js';
import { findStuck } from '../operations/stuck.js';
import { findUnreadable } from '../operations/unreadable.js';
import { findUnsettled } from '../operations/unsettled.js';
import { actorOf, type CliContext, withActor, withOpened } from './cli-context.js';

type Options = Readonly<Record<string, string>>;

const TagInput = Type.Object({ name: RequiredLine('Sauna') });

/** Adds the commands that concern the whole installation. */
export function addOperatorCommands(program: Command, cli: CliContext): void {
  const command = (parent: Command, name: string, description: string) =>
    withActor(parent.command(name).description(description));
  const secret = program.command('secret').description('the secret that tokens and encryption depend on');
  command(
    secret,
    'rotate',
    'Encrypts again with UPC_SECRET what the secrets of UPC_SECRET_PREVIOUS have encrypted. Services may keep running.',
  ).action((options: Options) => rotateSecret(cli, options));
  const tag = program.command('tag').description('the tags that the studios of this installation can have');
  command(tag, 'add', 'Adds a tag. Repeating it changes nothing.')
    .requiredOption('--name <text>', 'the tag, as partners read it')
    .action((options: Options) => changeTags(cli, options, 'tag.add', addTag));
  command(tag, 'remove', 'Removes a tag from the installation and from its studios.')
    .requiredOption('--name <text>', 'the tag')
    .action((options: Options) => changeTags(cli, options, 'tag.remove', removeTag));
  command(
    program,
    'check',
    "Compares the books with the providers' records, and lists unfinished tasks with their remedies.",
  )
    .option('--days <number>', 'number of days for which payments are compared', '30')
    .action((options: Options) => check(cli, options));
  command(
    program,
    'archive',
    'Moves finished events of partners and of the studio page into a file. Services may keep running.',
  )
    .requiredOption('--to <file>', 'a file that does not exist yet: a line of JSON for each event')
    .option('--days <number>', 'minimum age of the events in days', '30')
    .action((options: Options) => archive(cli, options));
  command(
    program,
    'backup',
    'Writes the database into a file. The file does not contain the secret, which you must keep elsewhere.',
  )
    .requiredOption('--to <file>', 'a file that does not exist yet')
    .action((options: Options) => backUp(cli, options));
  command(
    program,
    'restore',
    'Fills an empty database from a backup. Needs the secret of the time of the backup.',
  )
    .requiredOption('--from <file>', 'a file that backup has written')
    .action((options: Options) => restore(cli, options));
  command(
    program,
    'resume',
    'Continues payments that restore has put on hold. Compare the books with the provider first.',
  ).action((options: Options) => resume(cli, options));
}

/** Writes an audit record that belongs to no single studio. */
function audit(
  context: Context,
  options: Options,
  action: string,
  changed: Readonly<Record<string, unknown>>,
): Promise<number> {
  const record = { studioId: null, action, actor: actorOf(options), entity: 'installation', changed };
  return recordAudit(context, context.db, { ...record, traceId: randomUUID() });
}

function changeTags(
  cli: CliContext,
  options: Options,
  action: string,
  change: (tx: Database, name: string) => Promise<void>,
): Promise<void> {
  const name = (options.name ?? '').trim();
  requireInput(TagInput, { name });
  return withOpened(cli, async ({ app: { context } }) => {
    await context.db.transaction((tx) => change(tx, name));
    await audit(context, options, action, { name });
    cli.print(`${action}: ${name}\n`);
  });
}

function rotateSecret(cli: CliContext, options: Options): Promise<void> {
  return withOpened(cli, async ({ app: { context } }) => {
    const [current, ...previous] = context.keys.ids;
    if (previous.length === 0) {
      throw new StaffError(
        'UPC_SECRET_PREVIOUS is empty. To rotate: make a secret (openssl rand -base64 32), set it as UPC_SECRET and the ' +
          'current one as UPC_SECRET_PREVIOUS, start every service again, then run this.',
      );
    }
    const { texts, unreadable } = await reencrypt(context);
    const left = Math.max(0, (await countOfOtherKeys(context)) - unreadable.length);
    const counts = { texts, left, unreadable: unreadable.length };
    await audit(context, options, 'secret.rotate', { to: current, from: previous, ...counts });
    for (const row of unreadable) cli.print(`${row} cannot be decrypted with the secrets that are set.\n`);
    if (left > 0) {
      throw new StaffError(
        `${texts} texts were encrypted again, ${left} still need an earlier secret: another transaction had locked them, or a service that was ` +
          'not started again writes with it. Start every service again, then run this again.',
      );
    }
    if (unreadable.length > 0) {
      throw new StaffError(
        `${texts} texts were encrypted again, ${unreadable.length} could not be decrypted: their rows are named above. ` +
          'If UPC_SECRET_PREVIOUS lacks a secret, add it; restore damaged values from a backup. Then run this again.',
      );
    }
    cli.print(
      `${texts} texts were encrypted again, with the key ${current}. Keep UPC_SECRET_PREVIOUS for 30 days: tokens, links and ` +
        'repeated requests of that time depend on it. Earlier backups need it for as long as they are kept.\n',
    );
  });
}

function check(cli: CliContext, options: Options): Promise<void> {
  const { days = '' } = options;
  if (!/^[1-9]\d{0,3}$/.test(days)) {
    throw new StaffError(`--days is "${days}"; allowed is a number of days, 1 to 9999.`);
  }
  return withOpened(cli, async ({ app: { context } }) => {
    let compared = 0;
    const compare = async () => {
      const comparison = await compareBooks(context, Number(days));
      compared = comparison.compared;
      return comparison.findings;
    };
    const parts = [
      await findingsOf('stored data', () => findUnreadable(context)),
      await findingsOf('operator tasks', () => findUnsettled(context)),
      await findingsOf('the books', compare),
      await findingsOf('unfinished tasks', () => findStuck(context)),
    ];
    const findings = parts.flat();
    for (const { what, advice } of findings) cli.print(`- ${what}\n  ${advice}\n`);
    cli.print(`Payments compared: ${compared}. Findings: ${findings.length}.\n`);
    await audit(context, options, 'books.check', { compared, findings: findings.length });
    if (findings.length > 0) cli.fail();
  });
}

/** Runs one part of a check. If it fails, the failure becomes a finding and the other parts still run. */
async function findingsOf(
  part: string,
  find: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await find();
  } catch (fault) {
    const why = fault instanceof Error ? faultMessage(fault) : 'unknown';
    return [
      { what: `The check of ${part} failed: ${why}`, advice: 'Correct the cause, then run this again.' },
    ];
  }
}

/**
 * Minimum age of archived events in days. For two days, `check` lists events that were given up, and `webhook replay`
 * can send them again.
 */
const LEAST_ARCHIVE_DAYS = 3;

function archive(cli: CliContext, options: Options): Promise<void> {
  const { days = '' } = options;
  if (!/^\d{1,4}$/.test(days) || Number(days) < LEAST_ARCHIVE_DAYS) {
    throw new StaffError(`--days is "${days}"; allowed is a number of days, ${LEAST_ARCHIVE_DAYS} to 9999.`);
  }
  const file = path.resolve(options.to ?? '');
  return withOpened(cli, async ({ app: { context } }) => {
    const before = instantBefore(context.clock.now(), { days: Number(days) });
    const count = await archiveEvents(context.db, before, file);
    await audit(context, options, 'events.archive', { file: path.basename(file), days: Number(days), count });
    cli.print(count > 0 ? `${file} contains ${count} events.\n` : `No event is older than ${days} days.\n`);
  });
}

function backUp(cli: CliContext, options: Options): Promise<void> {
  const file = path.resolve(options.to ?? '');
  return withOpened(cli, async ({ app: { context }, database }) => {
    await audit(context, options, 'database.backup', { file: path.basename(file) });
    await database.backUp(file);
    cli.print(`${file} contains the database; its secret has the key id ${context.keys.ids[0]}.\n`);
  });
}

async function restore(cli: CliContext, options: Options): Promise<void> {
  const { database, dataFolder } = readEnvironment(cli.variables);
  const file = path.resolve(options.from ?? '');
  await (database === null ? restorePglite(dataFolder, file) : restorePostgres(database.directUrl, file));
  // The database is opened with the current secret; a secret that does not belong to it is refused here.
  await withOpened(cli, async ({ app: { context } }) => {
    await audit(context, options, 'database.restore', { file: path.basename(file) });
  });
  cli.print(
    'The database is restored. Payment runs and jobs that move money are on hold: claims that are open here may have been paid since. Compare ' +
      "with the provider's export and upc-service check, correct the differences, then run: upc-service resume.\n",
  );
}

function resume(cli: CliContext, options: Options): Promise<void> {
  return withOpened(cli, async ({ app: { context } }) => {
    if (!(await isHeldAfterRestore(context.db))) throw new StaffError('No payments are on hold.');
    await audit(context, options, 'payments.resume', {});
    cli.print('Payment runs and jobs continue with their next batch.\n');
  });
}
