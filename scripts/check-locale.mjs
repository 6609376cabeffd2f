/*
 * Checks locale files as the tests do, and prints a sentence for each fault: `node scripts/check-locale.mjs
 * locales/fr.json`. Without a name it checks all of them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOfFile } from './check-locale/locale-files.mjs';
import { root } from './lib/root.mjs';

const given = process.argv.slice(2);
const all = readdirSync(join(root, 'locales')).map((name) => `locales/${name}`);
const files = given.length > 0 ? given : all;
for (const file of files) {
  const faults = faultsOfFile(file);
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${file}`);
  for (const fault of faults) console.log(`     ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
