import { recordRelease, releasesFolder } from './lib/releases.mjs';
import { root } from './lib/root.mjs';

if (process.argv.includes('--help')) {
  console.log(`npm run release:record -- [<folder>]

Builds the classic script of a release and keeps it in released/<version>, from where services go on serving it and the
journeys drive it. The folder is a clean checkout of the release, with its packages installed; by default this one.`);
  process.exit(0);
}

try {
  const { version, commit } = await recordRelease(process.argv[2] ?? root, releasesFolder);
  console.log(`released/${version} is what commit ${commit} builds. Commit it; it never changes again.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
