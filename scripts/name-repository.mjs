import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf } from './lib/publishable.mjs';
import { root } from './lib/root.mjs';

// The workflow that releases the packages runs this. It writes the addresses of its repository into each package.json.
// The package of the sandbox takes them from the root.
const addresses = addressesOf(process.env);
for (const directory of ['', 'packages/sdk']) {
  const file = join(root, directory, 'package.json');
  const repository = { ...addresses.repository, ...(directory && { directory }) };
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), ...addresses, repository };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
console.log(`The packages now name ${addresses.repository.url}.`);
