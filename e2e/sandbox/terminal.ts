import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Limit for a hang, which includes everything that npm downloads. */
const DEADLINE_MS = 240_000;

/**
 * Environment of a server that reads its port from PORT and prints nothing: it listens on a free port and prints its
 * address.
 */
export const onFreePort = {
  PORT: '0',
  NODE_OPTIONS: `--import ${new URL('print-address.mjs', import.meta.url).href}`,
};

/** A command in its own terminal. */
export interface RunningCommand {
  /** Returns its output so far. */
  readonly output: () => string;
  /**
   * Waits until it has printed a text. @throws if it ends first or the time runs out; the error contains its output.
   */
  prints(text: string, deadlineMs?: number): Promise<void>;
  /** Exit code, once the command has ended. */
  readonly ended: Promise<number | null>;
  /** Presses Ctrl-C. A terminal sends it to everything that was started in it. Resolves once all of it has ended. */
  interrupt(): Promise<void>;
}

/** Runs a command line as a person types it, without the environment of the npm that runs these tests. */
export function runCommand(
  line: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|UPC_|PORT$)/.test(name));
  const child = spawn(line, {
    cwd: folder,
    env: {
      ...Object.fromEntries(own),
      npm_config_cache: process.env.UPC_NPM_FOLDER,
      npm_config_prefer_offline: 'true',
      ...env,
    },
    shell: true,
    // The command gets its own process group, as in a terminal.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => parts.push(part.toString()));
  const output = (): string => parts.join('');
  // `close` is emitted when nothing holds the output any more, so the command's child processes have ended as well.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output,
    ended,
    prints: async (text, deadlineMs = DEADLINE_MS) => {
      const failed = (how: string): Error => new Error(`${line}\n${how}\n${output()}`);
      const printed = new Promise<void>((resolve) => {
        const look = (): void => {
          if (output().includes(text)) resolve();
        };
        child.stdout.on('data', look);
        look();
      });
      const tooLate = new AbortController();
      await Promise.race([
        printed,
        ended.then((code) => Promise.reject(failed(`ended with ${code ?? 'a signal'}:`))),
        wait(deadlineMs, undefined, { signal: tooLate.signal }).then(() =>
          Promise.reject(failed(`has not said “${text}”:`)),
        ),
      ]).finally(() => tooLate.abort());
    },
    interrupt: async () => {
      interrupt(child);
      await ended;
    },
  };
}

function interrupt(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') child.kill('SIGINT');
  else process.kill(-child.pid, 'SIGINT');
}
