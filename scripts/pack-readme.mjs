import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/*
 * npm packs README.md of the root, always, and that is the README of the repository. Around `npm pack` and `npm publish` the
 * one of the package lies there instead, and the other is kept where git does not look. In the folder of the package.
 */
const OF_PACKAGE = 'e2e/package/README.md';
const KEPT = '.cache/README.md';
/** A copy that was kept already when another had to be: a run before was interrupted, and the file changed since. */
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

/** Whether the README of the repository is away: git or somebody may have brought it back after an interruption. */
function isAway() {
  return !existsSync('README.md') || readFileSync('README.md').equals(readFileSync(OF_PACKAGE));
}

const step = steps[/** @type {keyof typeof steps} */ (process.argv[2])];
if (!step) throw new Error('Say put or restore.');
step();
