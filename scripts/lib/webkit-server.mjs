// A screen that nobody sees and WebKit's driver on it, in a process of their own: it sends the address of the
// driver to its parent, and ends both by their ids, with every browser that the driver has started, when it is told to or when
// the process that started it is gone. Arguments: <driver> <Xvfb> <port>
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { answers } from './ports.mjs';

const startDeadline = 30_000;
const [driver = '', xvfb = '', port = ''] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'upc-webkit-'));
/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

process.once('SIGTERM', () => end(0));
process.once('SIGINT', () => end(0));

try {
  // Reduced motion, which WebKit reports as `prefers-reduced-motion`: a colour is measured at rest, not on its way.
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const display = await startScreen();
  start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    // Nothing of the person's own settings and data, and nothing left in them.
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
  });
  const deadline = Date.now() + startDeadline;
  while (!(await answers(Number(port)))) {
    if (Date.now() > deadline) throw new Error(`${driver} does not listen after ${startDeadline / 1000} s.`);
    await delay(50);
  }
  process.send?.(`http://127.0.0.1:${port}`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * Xvfb takes a display that is free and says which.
 * @returns {Promise<string>} such as `:1`
 */
function startScreen() {
  const screen = start(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {});
  const said = /** @type {import('node:stream').Readable} */ (screen.stdio[3]);
  return new Promise((resolve, reject) => {
    createInterface(said).once('line', (line) => resolve(`:${line.trim()}`));
    const late = new Error(`${xvfb} names no display within ${startDeadline / 1000} s.`);
    setTimeout(() => reject(late), startDeadline).unref();
  });
}

/**
 * In a group of its own, which ends as a whole: the driver does not end its browsers.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
function start(command, args, env) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  children.unshift(child);
  child.once('error', (error) => fail(`${command}: ${error.message}`));
  child.once('exit', (code, signal) => fail(`${command} ended (${signal ?? code}).`));
  return child;
}

/** @param {string} why */
function fail(why) {
  console.error(why);
  void end(1);
}

/** @param {number} code */
async function end(code) {
  for (const child of children) {
    child.removeAllListeners('exit');
    if (child.pid === undefined) continue;
    const ended = child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve));
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group is gone already.
    }
    await ended;
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}
