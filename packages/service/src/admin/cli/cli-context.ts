import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { StaffError } from '../../core/errors/staff-error.js';
import { type Environment, readEnvironment } from '../../environment.js';
import { openApp, type OpenApp } from '../../open-app.js';

/** The context of a command: its environment and its terminal. Tests give their own. */
export interface CliContext {
  readonly variables: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Opens the database, and what the rules need beside it. */
  readonly open: (environment: Environment) => Promise<Opened>;
  /** For a command that found what somebody has to look at. */
  readonly fail: () => void;
}

export type Opened = Pick<OpenApp, 'app' | 'database' | 'close'>;

/** The terminal and the environment of this process. */
export const THIS_PROCESS: CliContext = {
  variables: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  open: (environment) => openApp(environment, { studioPage: false }),
  fail: () => {
    process.exitCode = 1;
  },
};

/** Works on the opened database, and closes it in any case. */
export async function withOpened<T>(cli: CliContext, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await cli.open({ ...readEnvironment(cli.variables), logLevel: 'warn' });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The person behind a command, for the audit record: the account of this machine unless `--as` names somebody. */
export function withActor(command: Command): Command {
  return command.option(
    '--as <name>',
    'who does it, for the audit record (default: the account of this machine)',
  );
}

/** @param username of the account that runs the process; it throws in a container that runs as a number that no account has. */
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

/** @throws StaffError for what is not an id. */
export function studioIdOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new StaffError(`--studio is "${text}"; allowed is the id of a studio, which studio list names.`);
}

/** A value as it is given, or what is in the file that `@` names. @throws StaffError when it cannot be read. */
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
