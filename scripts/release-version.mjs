import { releaseVersion } from './lib/release-version.mjs';
import { root } from './lib/root.mjs';
import { npm } from './lib/run.mjs';

const version = await releaseVersion(root);
const { code, output } = await npm(['install', '--package-lock-only', '--ignore-scripts']);
if (code !== 0) throw new Error(`The lock file could not take the version:\n${output}`);
console.log(`The next version is ${version}: look at CHANGELOG.md, then commit.`);
