import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { root } from '../../../../scripts/lib/root.mjs';

/** Milliseconds within which a program must end once it is asked to. */
const END_MS = 60_000;

/**
 * A program that prints its address once it listens, as the service and the simulated provider do.
 * @typedef {object} Program
 * @property {number} pid
 * @property {string} url
 * @property {number} startedIn milliseconds until it listened
 * @property {() => Promise<void>} end
 */

/**
 * @param {readonly string[]} args arguments for Node
 * @param {Record<string, string>} env
 * @returns {Promise<Program>}
 */
export async function startProgram(args, env) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} has ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const listening = /^(?:\{"listening":"|simulator: listening on )([^"]+)/.exec(line)?.[1];
      if (listening !== undefined) resolve(listening);
    });
  });
  return {
    pid: /** @type {number} */ (child.pid),
    url,
    startedIn: performance.now() - begun,
    end: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Clock ticks per second in the kernel's process statistics (`sysconf(_SC_CLK_TCK)`), 100 on every current Linux. */
const TICKS = 100;

/**
 * Returns the processor time that a process has used, in seconds, including the time in the kernel.
 * @param {{ pid: number }} program
 */
export function processorTime({ pid }) {
  const { user, system } = processTimes(pid);
  return user + system;
}

/**
 * Reads what the kernel reports about a process (proc(5)). Times are in seconds. `ended` is the processor time of its
 * children that have ended.
 * @param {number} pid
 */
export function processTimes(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) / TICKS);
  return { parent: Number(fields[1]), user, system, ended: endedUser + endedSystem };
}

/**
 * Returns the resident memory of a process, in MiB.
 * @param {Program} program
 */
export function residentMemory({ pid }) {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}
