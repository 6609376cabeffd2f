import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const file = join(root, '.data/start.pid');

/** @returns {number | undefined} the process id of the `npm start` that is running in this clone, if any */
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

/** Writes a note that this process is the `npm start` of the clone. The note is removed when the process ends. */
export function noteStart() {
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(file, `${process.pid} ${root}`);
  process.once('exit', () => {
    if (readPid() === process.pid) rmSync(file, { force: true });
  });
}

/**
 * Reads the process id from the note. The note names the folder too, because a folder that was copied during a run
 * contains the note of another clone.
 */
function readPid() {
  try {
    const [, pid, clone] = /^([1-9]\d*) (.+)$/.exec(readFileSync(file, 'utf8')) ?? [];
    return clone === root ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
