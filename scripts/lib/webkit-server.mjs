// Runs WebKit's driver on an invisible screen, in a process of its own. It sends the address of the driver to its
// parent. When its parent requests it or is gone, it ends screen and driver by their ids, with every browser that the
// driver has started. Arguments: <driver> <Xvfb> <port>
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
  // WebKit reports this as `prefers-reduced-motion`, so that tests measure colours at rest and not during a transition.
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const display = await startScreen();
  start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    // The browser must neither read nor change the person's own settings and data.
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
 * Starts Xvfb, which selects a free display and reports it.
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
 * Starts a command in a process group of its own, which can be ended as a whole. The driver does not end its browsers
 * itself.
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
      // The whole group has ended already.
    }
    await ended;
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}
