import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { StaffError } from '../../core/errors/staff-error.js';
import { type Environment, readEnvironment } from '../../environment.js';
import { openApp, type OpenApp } from '../../open-app.js';

/** Environment and terminal of a command. Tests pass their own. */
export interface CliContext {
  readonly variables: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Opens the database and the application that the commands work with. */
  readonly open: (environment: Environment) => Promise<Opened>;
  /** Sets the exit code to 1, for a command that has found something that needs attention. */
  readonly fail: () => void;
}

export type Opened = Pick<OpenApp, 'app' | 'database' | 'close'>;

/** Terminal and environment of this process. */
export const THIS_PROCESS: CliContext = {
  variables: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  open: (environment) => openApp(environment, { studioPage: false }),
  fail: () => {
    process.exitCode = 1;
  },
};

/** Opens the database, does the work, and always closes the database. */
export async function withOpened<T>(cli: CliContext, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await cli.open({ ...readEnvironment(cli.variables), logLevel: 'warn' });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/**
 * Adds the option `--as`, which names the person behind the command for the audit record. The default is the account of
 * this machine.
 */
export function withActor(command: Command): Command {
  return command.option(
    '--as <name>',
    'who does it, for the audit record (default: the account of this machine)',
  );
}

/**
 * Returns the actor of a command for the audit record.
 *
 * @param username returns the name of the account that runs the process; it throws in a container whose user id has no
 * account.
 */
export function actorOf(
  { as }: { readonly as?: unknown },
  username: () => string = () => userInfo().username,
): string {
  if (typeof as === 'string') return `command: ${as}`;
  try {
    return `command: ${username()}`;
  } catch {
    return `command: uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Reads the id of a studio.
 *
 * @throws StaffError when the text is not an id.
 */
export function studioIdOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new StaffError(`--studio is "${text}"; allowed is the id of a studio, which studio list names.`);
}

/**
 * Returns the given value, or the content of the file that `@` names.
 *
 * @throws StaffError when the file cannot be read.
 */
export async function textOrFile(name: string, given: string): Promise<string> {
  if (!given.startsWith('@')) return given;
  try {
    return await readFile(given.slice(1), 'utf8');
  } catch (error) {
    throw new StaffError(
      `--${name}: ${given.slice(1)} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
