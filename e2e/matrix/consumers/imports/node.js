import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Versions that Lit writes down, for its word of several copies. */
const ofLit = /^(lit(Element|Html)|reactiveElement)Versions$/;

const globals = Object.getOwnPropertyNames(globalThis);
await import('upc-payment-widget');
const more = Object.getOwnPropertyNames(globalThis).filter((name) => !globals.includes(name));
assert.deepEqual(
  more.filter((name) => !ofLit.test(name)),
  [],
);

const resolved = (path) => fileURLToPath(import.meta.resolve(path));
const { exports } = JSON.parse(await readFile(resolved('upc-payment-widget/package.json'), 'utf8'));
for (const path of Object.keys(exports)) {
  const file = resolved(`upc-payment-widget/${path}`.replace(/\/\.\/?/, '/').replace(/\/$/, ''));
  assert.ok(existsSync(file), `${path} is not in the package.`);
}
