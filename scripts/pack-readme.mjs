import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/*
 * npm packs README.md of the root, always, and that is the one of the repository. Around `npm pack` and `npm publish` the
 * one of the package lies there instead, and the other is kept where git does not look. In the folder of the package.
 */
const KEPT = '.cache/README.md';

const steps = {
  /** One that is kept already is the right one: a run before has been interrupted. */
  put: () => {
    mkdirSync(dirname(KEPT), { recursive: true });
    if (!existsSync(KEPT)) renameSync('README.md', KEPT);
    copyFileSync('package/README.md', 'README.md');
  },
  restore: () => {
    if (existsSync(KEPT)) renameSync(KEPT, 'README.md');
  },
};

const step = steps[/** @type {keyof typeof steps} */ (process.argv[2])];
if (!step) throw new Error('Say put or restore.');
step();
