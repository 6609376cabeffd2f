import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const startDeadline = 60_000;

/** A server of ours in a process of its own. */
export interface RunningProcess {
  /** Where it listens, as its own output says, by the name `localhost`. */
  readonly url: string;
  /** What it printed, for the report of a failed test. */
  readonly output: () => string;
  /** Ends it by its process id and waits until it is gone. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts a program and waits until it says where it listens.
 *
 * @param entry TypeScript file, from the root.
 * @throws when it ends before it listens, or takes too long; with its output.
 */
export async function startProcess(
  entry: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningProcess> {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/lib/end-with-parent.mjs', '--import', 'tsx', entry],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
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
    child.once('exit', (code, signal) => {
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
