import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const file = join(root, '.data/start.pid');

/** @returns {number | undefined} the process of the `npm start` that runs in this clone, if one does */
export function runningStart() {
  const pid = readPid();
  if (pid === undefined || pid === process.pid) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

/** Notes that this process is the `npm start` of the clone, until it ends. */
export function noteStart() {
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(file, `${process.pid} ${root}`);
  process.once('exit', () => {
    if (readPid() === process.pid) rmSync(file, { force: true });
  });
}

/** The note names the folder as well as the process: a folder that was copied while it ran holds the note of another clone. */
function readPid() {
  try {
    const [, pid, clone] = /^([1-9]\d*) (.+)$/.exec(readFileSync(file, 'utf8')) ?? [];
    return clone === root ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
