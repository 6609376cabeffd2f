import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '../../packages/service/test/support/bundled-program.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Longest time of a start that hangs: on a busy machine, an embedded database takes a minute to open. */
const startDeadline = 180_000;

/** A server of ours in a process of its own. */
export interface RunningProcess {
  /** The address that it listens at, as its own output says, by the name `localhost`. */
  readonly url: string;
  /** Its output, for the report of a failed test. */
  readonly output: () => string;
  /** Ends it by its process id and waits until it is gone. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Programs that journeys start: TypeScript files, from the root. */
const entries = ['packages/service/src/main.ts', 'packages/simulator/src/main.ts', 'demo/server.ts'] as const;

export type Entry = (typeof entries)[number];

/** The name of the variable in which workers find the bundled file of a program. */
const programVariable = (entry: Entry): string => `UPC_PROGRAM_${entry.replaceAll(/\W/g, '_')}`;

/** Bundles the programs once for all workers: started from their sources they take three times as long. */
export async function bundlePrograms(): Promise<void> {
  await Promise.all(
    entries.map(async (entry) => {
      process.env[programVariable(entry)] = await bundledProgram(entry);
    }),
  );
}

/**
 * Starts something up to three times where its port is taken, as one may be that was free a moment ago. Any other failure is
 * its own fault.
 *
 * @throws what the last start has thrown.
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
 * Starts a program and waits until it says where it listens.
 *
 * @throws when it ends before it listens, or takes too long; with its output. When `bundlePrograms` was not called.
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
    // After the last of its output, which says why.
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
