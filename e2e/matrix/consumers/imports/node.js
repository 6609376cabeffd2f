import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// Lit adds globals of its own in Node; the widget must add none.
await import('lit');
const globals = Object.getOwnPropertyNames(globalThis);
await import('upc-payment-widget');
assert.deepEqual(Object.getOwnPropertyNames(globalThis), globals);

const resolved = (path) => fileURLToPath(import.meta.resolve(path));
const { exports } = JSON.parse(await readFile(resolved('upc-payment-widget/package.json'), 'utf8'));
for (const path of Object.keys(exports)) {
  const file = resolved(`upc-payment-widget/${path}`.replace(/\/\.\/?/, '/').replace(/\/$/, ''));
  assert.ok(existsSync(file), `${path} is not in the package.`);
}
