import { settingsHelp } from '@upc/server-kit/settings';
import { Command, CommanderError } from 'commander';
import { faultMessage } from '../../core/errors/fault-message.js';
import { staffRefusal } from '../../core/errors/staff-error.js';
import { withSecretFiles } from '../../core/secrets/secret-files.js';
import { ALL_SETTINGS, readEnvironment } from '../../environment.js';
import { startService } from '../../service.js';
import { addBankCommands } from './bank-commands.js';
import { type CliContext, withOpened } from './cli-context.js';
import { endOnSignals } from './end-on-signals.js';
import { addEraseCommand } from './erase.js';
import { addOperatorCommands } from './operator-commands.js';
import { addActionCommands } from './staff-action-commands.js';
import { addStripeCommands } from './stripe-commands.js';
import { addStudioCommands } from './studio-commands.js';

const DESCRIPTION = `The Open API, the payment gateway, the studio page, and commands for operators.

Commands other than serve work on the database of the service, with the same environment variables, and leave an audit
record. Only one process can open an embedded database: stop the service first. docs/install.md takes you from an empty
server to the first payment.`;

const helpOnSettings = () => `
Everything is set by environment variables:

${settingsHelp(ALL_SETTINGS)}
An empty file counts as unset, and is rejected for DATABASE_URL, DATABASE_DIRECT_URL, UPC_SECRET and the secret keys of
further accounts.

When the service listens, it prints one line of JSON to standard output:
  {"listening":"http://127.0.0.1:4010","publicUrl":"http://localhost:4010"}
Logs go to standard error. SIGTERM and SIGINT end it cleanly.
`;

/**
 * Runs `upc-service` with the given arguments. Without a command, it serves.
 *
 * @returns the exit code; a service that was started keeps running.
 */
export async function runCommand(args: readonly string[], cli: CliContext): Promise<number> {
  try {
    const variables = withSecretFiles(cli.variables, (line) => cli.printError(`${line}\n`));
    await programOf({ ...cli, variables }).parseAsync(args.length === 0 ? ['serve'] : [...args], {
      from: 'user',
    });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const message =
      staffRefusal(error)?.message ?? (error instanceof Error ? faultMessage(error) : String(error));
    const isServing = args.length === 0 || args[0] === 'serve';
    cli.printError(`${isServing ? 'The service cannot start.' : 'upc-service:'} ${message}\n`);
    return 1;
  }
}

function programOf(cli: CliContext): Command {
  const program = new Command('upc-service')
    .description(DESCRIPTION)
    .exitOverride()
    .configureOutput({ writeOut: cli.print, writeErr: cli.printError })
    .addHelpText('after', helpOnSettings);
  program
    .command('serve')
    .description('runs the service (also without a command)')
    .action(() => serve(cli));
  program
    .command('migrate')
    .description('migrates the database to this version, as serve does too')
    .action(() => migrate(cli));
  addActionCommands(program, cli);
  addOperatorCommands(program, cli);
  addEraseCommand(program, cli);
  addStripeCommands(program, cli);
  addBankCommands(program, cli);
  const studio = program.commands.find((command) => command.name() === 'studio');
  if (studio) addStudioCommands(studio, cli);
  return program;
}

/** Migrates the database by opening it. */
async function migrate(cli: CliContext): Promise<void> {
  await withOpened(cli, async ({ database: { raw } }) => {
    const { rows } = await raw.query({ text: 'select hash from drizzle.__drizzle_migrations' });
    cli.print(`The database has all ${rows.length} migrations.\n`);
  });
}

/** Runs the service until the process receives a signal to end. */
async function serve({ variables, print, printError }: CliContext): Promise<void> {
  const service = await startService(readEnvironment(variables));
  const { url: listening, publicUrl, metricsUrl } = service;
  const exit = (code: number) => process.exit(code);
  endOnSignals({ signals: process, exit, printError, now: () => performance.now() }, () => service.close());
  print(`${JSON.stringify({ listening, publicUrl, ...(metricsUrl && { metrics: metricsUrl }) })}\n`);
}
