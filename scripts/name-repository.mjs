import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf } from './lib/publishable.mjs';
import { root } from './lib/root.mjs';

// The workflow that releases the package runs this. It writes the addresses of its repository into package.json.
const file = join(root, 'package.json');
const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), ...addressesOf(process.env) };
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`package.json now names ${manifest.repository.url}.`);
