import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/*
 * npm always packs the README.md of the root, which is the README of the repository. Around `npm pack` and `npm
 * publish`, this script replaces it with the README of the package, and stores the original where git does not look. It
 * runs in the folder of the package.
 */
const OF_PACKAGE = 'e2e/package/README.md';
const KEPT = '.cache/README.md';
/** Second place for a stored README, in case a run was interrupted and the file has changed since. */
const KEPT_BEFORE = '.cache/README.before.md';

const steps = {
  put: () => {
    mkdirSync(dirname(KEPT), { recursive: true });
    if (!isAway()) {
      if (existsSync(KEPT)) renameSync(KEPT, KEPT_BEFORE);
      renameSync('README.md', KEPT);
    }
    copyFileSync(OF_PACKAGE, 'README.md');
  },
  restore: () => {
    if (existsSync(KEPT) && isAway()) renameSync(KEPT, 'README.md');
  },
};

/**
 * Returns whether the README of the repository has been replaced. After an interruption, git or a person may have
 * restored it.
 */
function isAway() {
  return !existsSync('README.md') || readFileSync('README.md').equals(readFileSync(OF_PACKAGE));
}

const step = steps[/** @type {keyof typeof steps} */ (process.argv[2])];
if (!step) throw new Error('Say put or restore.');
step();
