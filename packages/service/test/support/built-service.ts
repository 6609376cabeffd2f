import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SERVICE = fileURLToPath(new URL('../../', import.meta.url));

export interface BuiltService {
  readonly program: string;
  /** Folder of the files that the program consists of. */
  readonly parts: string;
  readonly remove: () => Promise<void>;
}

/** Builds the command `upc-service` as `npm run build` does, from the current source, in its own folder. */
export async function builtService(): Promise<BuiltService> {
  // The folder is in the workspace, so that packages are found as the service finds them.
  const cache = path.join(SERVICE, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'built-'));
  const parts = path.join(folder, 'dist');
  await build({ root: SERVICE, logLevel: 'error', build: { outDir: parts } });
  const program = path.join(folder, 'bin/upc-service.mjs');
  await mkdir(path.dirname(program));
  await copyFile(path.join(SERVICE, 'bin/upc-service.mjs'), program);
  return { program, parts, remove: () => rm(folder, { recursive: true }) };
}

export interface BuiltProcess {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  /** Address at which it listens; null if it has ended instead. */
  readonly url: string | null;
}

/** Starts the built service as a process, and waits until it listens or ends. */
export async function startBuilt(
  program: string,
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<BuiltProcess> {
  const child = spawn(process.execPath, ['--liftoff-only', program, ...args], {
    env: { ...process.env, PORT: '0', ...environment },
  });
  const output = { out: '', err: '' };
  child.stderr.on('data', (data: Buffer) => (output.err += data.toString()));
  const listening = new Promise<string | null>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      output.out += data.toString();
      if (output.out.startsWith('{"listening"') && output.out.endsWith('\n')) {
        resolve((JSON.parse(output.out) as { listening: string }).listening);
      }
    });
    child.once('close', () => resolve(null));
  });
  return { child, output, url: await listening };
}

/** Ends the process with a signal. @returns its exit code; null if it was killed. */
export async function endBuilt({ child }: BuiltProcess, signal: NodeJS.Signals): Promise<number | null> {
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.kill(signal);
  return (await closed)[0];
}
