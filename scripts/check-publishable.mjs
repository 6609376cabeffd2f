import { readFileSync } from 'node:fs';
import { missingAddresses, scriptFault } from './lib/publishable.mjs';

// Runs before npm publish, in the folder of the package, when everything is built.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = missingAddresses(manifest);
if (missing.length > 0) {
  console.error(
    `package.json has no ${missing.join(', ')}, so nothing is published: nobody would find the source.\n` +
      'The release workflow sets them from the repository that it runs in (.github/workflows/release.yml). By hand:\n' +
      '  npm pkg set repository.type=git repository.url=git+https://… homepage=https://… bugs.url=https://…',
  );
  process.exitCode = 1;
}
const fault = scriptFault('.', manifest.version);
if (fault !== undefined) {
  console.error(
    `${fault}, so nothing is published: one version has one content, from npm as from services.\n` +
      'The order of a release is in CONTRIBUTING.md; npm run release:record keeps the script.',
  );
  process.exitCode = 1;
}
