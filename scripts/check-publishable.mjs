import { readFileSync } from 'node:fs';
import { missingAddresses } from './lib/publishable.mjs';

// This runs before npm publish, in the folder of the package, once everything is built.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = missingAddresses(manifest);
if (missing.length > 0) {
  console.error(
    `package.json has no ${missing.join(', ')}, so nothing is published: users could not find the source.\n` +
      'The release workflow sets them from the repository that it runs in (.github/workflows/release.yml). By hand:\n' +
      '  npm pkg set repository.type=git repository.url=git+https://… homepage=https://… bugs.url=https://…',
  );
  process.exitCode = 1;
}
