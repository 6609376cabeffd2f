import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '../../packages/service/test/support/bundled-program.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Limit for a start that hangs, in milliseconds: on a busy machine, an embedded database takes a minute to open. */
const startDeadline = 180_000;

/** A server of ours in its own process. */
export interface RunningProcess {
  /** Address at which it listens according to its own output, with the host name `localhost`. */
  readonly url: string;
  /** Returns its output, for the report of a failed test. */
  readonly output: () => string;
  /** Ends it by its process id and waits until it has exited. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Programs that journeys start, as paths of TypeScript files from the root. */
const entries = ['packages/service/src/main.ts', 'packages/simulator/src/main.ts', 'demo/server.ts'] as const;

export type Entry = (typeof entries)[number];

/** Returns the name of the variable in which workers find a program's bundled file. */
const programVariable = (entry: Entry): string => `UPC_PROGRAM_${entry.replaceAll(/\W/g, '_')}`;

/** Bundles the programs once for all workers, because starting them from their sources takes three times as long. */
export async function bundlePrograms(): Promise<void> {
  await Promise.all(
    entries.map(async (entry) => {
      process.env[programVariable(entry)] = await bundledProgram(entry);
    }),
  );
}

/**
 * Starts something up to three times if its port is taken, since a port that was free a moment ago may no longer be.
 * Any other failure is thrown immediately.
 *
 * @throws the error of the last start.
 */
export async function startWherePortIsFree<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let left = 2; ; left -= 1) {
    try {
      return await start();
    } catch (error) {
      if (left === 0 || !(error as Error).message.includes('EADDRINUSE')) throw error;
    }
  }
}

/**
 * Starts a program and waits until it prints the address at which it listens.
 *
 * @throws if it ends before it listens, or takes too long; the error contains its output. Also if `bundlePrograms` was
 * not called.
 */
export function startProcess(entry: Entry, env: Readonly<Record<string, string>>): Promise<RunningProcess> {
  return startWherePortIsFree(() => startOnce(entry, env));
}

async function startOnce(entry: Entry, env: Readonly<Record<string, string>>): Promise<RunningProcess> {
  const program = process.env[programVariable(entry)];
  if (program === undefined)
    throw new Error(`${entry} is not bundled: the global set-up of this run has to.`);
  const child = spawn(process.execPath, ['--import', './scripts/lib/end-with-parent.mjs', program], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  const output = (): string => lines.join('\n');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const url = await listening(child, lines, entry);
  return {
    url,
    output,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
}

function listening(child: ChildProcess, lines: string[], entry: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${entry} ${why}\n${lines.join('\n')}`));
    };
    const timer = setTimeout(() => fail(`does not listen after ${startDeadline} ms.`), startDeadline);
    // `close` follows the last of its output, which contains the reason.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      fail(`ended (${signal ?? code ?? 'unknown'}) before it listened.`);
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const port = /https?:\/\/[^\s":]+:(\d+)/.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(`http://localhost:${port}`);
    });
  });
}
