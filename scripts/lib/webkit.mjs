import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execaNode } from 'execa';
import { canInstall, install, onPath } from './apt.mjs';
import { startOnFreePort } from './ports.mjs';
import { root } from './root.mjs';

/**
 * Folders that may contain the browser for WebKit's driver. It is not a command on the path, but part of the library.
 */
const libraries = ['/usr/lib', '/usr/libexec', '/usr/lib64'];
const packages = ['webkit2gtk-driver', 'xvfb'];

/**
 * Runs WebKit's driver on an invisible screen until the work is done. The driver uses the engine of GTK's browsers.
 * Layout, DOM and script are the same as in Safari, but the integration with the system differs.
 * @template Result
 * @param {(env: { UPC_WEBKIT_DRIVER: string, UPC_WEBKIT: string }) => Promise<Result>} work receives the address of the
 * driver and the path of the browser, as environment variables for the tests
 * @returns {Promise<Result>}
 * @throws when the driver is not installed and cannot be installed, or does not start; the message says why
 */
export async function withWebKit(work) {
  const { driver, screen, browser } = await ensureWebKit();
  const { server, address } = await startOnFreePort((port) => startServer([driver, screen, String(port)]));
  try {
    return await work({ UPC_WEBKIT_DRIVER: address, UPC_WEBKIT: browser });
  } finally {
    server.kill();
    await server;
  }
}

/** @param {readonly string[]} args arguments of webkit-server.mjs */
async function startServer(args) {
  const server = execaNode('./scripts/lib/webkit-server.mjs', args, {
    nodeOptions: ['--import', './scripts/lib/end-with-parent.mjs'],
    cwd: root,
    stdin: 'ignore',
    ipc: true,
    all: true,
    reject: false,
    // end-with-parent.mjs ends the server.
    cleanup: false,
    // If it were killed immediately, it would leave the screen, the driver and its browsers behind.
    forceKillAfterDelay: false,
  });
  try {
    const address = /** @type {string} */ (await server.getOneMessage());
    return { server, address };
  } catch {
    const { all } = await server;
    throw new Error(`WebKit's driver could not be started:\n${all}`);
  }
}

/** @returns {boolean} whether the driver, which belongs to GTK's WebKit, exists for this system at all */
export function canHaveWebKit() {
  return process.platform === 'linux';
}

async function ensureWebKit() {
  const found = findWebKit();
  if (found !== undefined) return found;
  if (canInstall()) {
    await install('No driver of WebKit found', packages);
    const installed = findWebKit();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "These tests need WebKit's driver and a screen for it: they were not found, and could not be installed. " +
      `Install them (Debian: apt-get install ${packages.join(' ')}).`,
  );
}

function findWebKit() {
  const [driver] = onPath('WebKitWebDriver');
  const [screen] = onPath('Xvfb');
  const browser = libraries.flatMap(browsersBelow).sort().at(-1);
  if (driver === undefined || screen === undefined || browser === undefined) return undefined;
  return { driver, screen, browser };
}

/**
 * @param {string} library
 * @returns {string[]} such as `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`
 */
function browsersBelow(library) {
  const own = namesIn(library).filter((name) => /^webkit(2gtk|gtk)-/.test(name));
  const perMachine = namesIn(library)
    .filter((name) => /-linux-/.test(name))
    .flatMap((machine) =>
      namesIn(join(library, machine))
        .filter((name) => /^webkit(2gtk|gtk)-/.test(name))
        .map((name) => join(machine, name)),
    );
  return [...own, ...perMachine]
    .filter((folder) => namesIn(join(library, folder)).includes('MiniBrowser'))
    .map((folder) => join(library, folder, 'MiniBrowser'));
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
