import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/*
 * The clones in these tests contain only the note and the modules that it needs. Each check runs in a process of its
 * own.
 */

let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'start-lock-')));
});
afterEach(async () => {
  for (const child of started.splice(0)) await end(child);
  rmSync(folder, { recursive: true, force: true });
});

function clone(name: string): string {
  const lib = join(folder, name, 'scripts/lib');
  mkdirSync(lib, { recursive: true });
  for (const file of ['start-lock.mjs', 'root.mjs']) {
    cpSync(fileURLToPath(new URL(file, import.meta.url)), join(lib, file));
  }
  return join(folder, name);
}

const note = (of: string) => join(of, '.data/start.pid');

function run(of: string, script: string): ChildProcess {
  const lock = pathToFileURL(join(of, 'scripts/lib/start-lock.mjs')).href;
  const source = `import { noteStart, runningStart } from ${JSON.stringify(lock)}; ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  started.push(child);
  return child;
}

/** Runs the part of `npm start` that writes the note. */
async function start(of: string): Promise<ChildProcess> {
  const child = run(
    of,
    `noteStart(); process.stdin.on('end', () => process.exit()).resume(); console.log('up');`,
  );
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

/** Returns what another `npm start` in a clone would find. */
async function running(of: string): Promise<string> {
  const child = run(of, 'console.log(String(runningStart()));');
  const [answer] = child.stdout ? ((await once(child.stdout, 'data')) as [Buffer]) : [];
  return String(answer).trim();
}

describe('the note of a running start', () => {
  it('names the process as long as it runs', async () => {
    const here = clone('here');
    expect(await running(here)).toBe('undefined');
    const child = await start(here);
    expect(await running(here)).toBe(String(child.pid));
    await end(child);
    expect(existsSync(note(here))).toBe(false);
    expect(await running(here)).toBe('undefined');
  });

  it('does not keep a copy of the folder from starting, nor is it taken away by the copy', async () => {
    const here = clone('here');
    const child = await start(here);
    const copy = join(folder, 'copy');
    cpSync(here, copy, { recursive: true });
    expect(existsSync(note(copy))).toBe(true);
    expect(await running(copy)).toBe('undefined');
    const other = await start(copy);
    expect([await running(here), await running(copy)]).toEqual([String(child.pid), String(other.pid)]);
    await end(other);
    expect(await running(here)).toBe(String(child.pid));
  });

  it('of a process that was killed does not hinder', async () => {
    const here = clone('here');
    const child = await start(here);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(note(here))).toBe(true);
    expect(await running(here)).toBe('undefined');
  });

  it.each(['', 'x', '-1 /', '0'])('that says %j is none', async (text) => {
    const here = clone('here');
    mkdirSync(join(here, '.data'));
    writeFileSync(note(here), text);
    expect(await running(here)).toBe('undefined');
  });
});
