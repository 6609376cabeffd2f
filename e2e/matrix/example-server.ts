import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExampleEntry } from '../../scripts/matrix/entries.mjs';
import { answers, freePort } from '../../scripts/lib/ports.mjs';
import { root, startWherePortIsFree } from '../support/process.js';

/** Server of an example, with the studio's key, on an origin that the studios have registered. */
export interface ExampleServer {
  readonly url: string;
  end(): Promise<void>;
}

/**
 * Starts the example's own server, or `examples/server.mjs` on the built files if it has none.
 *
 * @param folder of the built example.
 * @throws if the server ends before it listens; the error contains its output.
 */
export function serveExample(
  entry: ExampleEntry,
  folder: string,
  addresses: Readonly<Record<'gateway' | 'provider', string>>,
): Promise<ExampleServer> {
  return startWherePortIsFree(() => startExample(entry, folder, addresses));
}

async function startExample(
  { serves, trustedTypes = '' }: ExampleEntry,
  folder: string,
  { gateway, provider }: Readonly<Record<'gateway' | 'provider', string>>,
): Promise<ExampleServer> {
  const port = await freePort();
  const program = serves
    ? serves.map((part, at) => (at === 0 ? join('node_modules', part) : part))
    : [join(root, 'examples/server.mjs'), 'dist', trustedTypes];
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: { ...process.env, ...quiet, PORT: String(port), GATEWAY: gateway, PROVIDER: provider },
    // The server gets its own process group, so that its child processes end with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  while (!(await answers(port))) {
    if (child.exitCode !== null)
      throw new Error(`The server of the example has ended:\n${(await output).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url: `http://localhost:${port}`, end: () => end(child) };
}

/** Settings that stop the tools from sending telemetry. */
export const quiet = { NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' };

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (process.platform === 'win32') child.kill();
  else process.kill(-child.pid);
  await ended;
}
