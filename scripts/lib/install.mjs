import { exec } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.mjs';
import { runningStart } from './start-lock.mjs';

const lockFile = join(root, 'package-lock.json');
const hashFile = join(root, 'node_modules/.upc-lock-hash');

/**
 * Installs the packages in the lock file, unless they are installed already. It never removes `node_modules` while `npm
 * start` is running.
 * @throws when the packages cannot be installed; the message says why and what to do
 */
export async function ensureInstalled() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return;
  if (!isInstalled()) {
    const pid = runningStart();
    if (pid !== undefined) {
      throw new Error(
        `The packages have changed and must be installed again, but npm start is running here (process ${pid}). Stop it first.`,
      );
    }
    console.log('Installing the packages (npm ci) …');
    // Only Node's own modules can be used here, because no package is installed yet.
    await promisify(exec)('npm ci --no-audit --no-fund', { cwd: root }).catch(({ stdout, stderr }) => {
      throw new Error(`npm ci failed:\n${stdout}${stderr}`);
    });
  }
  writeFileSync(hashFile, hash);
}

/** Returns whether npm's own record of the installed packages matches the lock file, as it does after `npm install`. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesOf(lockFile);
  const installed = packagesOf(record);
  return (
    Object.entries(wanted).every(
      ([path, entry]) =>
        !path.startsWith('node_modules/') ||
        (path in installed ? installed[path]?.version === entry.version : entry.optional || entry.peer),
    ) && Object.keys(installed).every((path) => path in wanted)
  );
}

/**
 * @typedef {{ version?: string, optional?: boolean, peer?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage | undefined> & Record<string, LockedPackage>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
