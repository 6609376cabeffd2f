import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../support/process.js';

/*
 * The files that a partner ships can load only one script from elsewhere: Stripe's. These tests read the built files
 * rather than the source.
 */
async function scriptsIn(folder: string): Promise<string> {
  const files = (await readdir(join(root, folder), { recursive: true })).filter((name) =>
    name.endsWith('.js'),
  );
  expect(files).not.toEqual([]);
  return (await Promise.all(files.map((name) => readFile(join(root, folder, name), 'utf8')))).join('\n');
}

for (const [folder, elements] of [
  ['dist/es', 1],
  // This build includes the loader of Stripe's package, which finds a script that is already on the page. The third is
  // the script's second file.
  ['dist/script', 3],
] as const) {
  test(`${folder} knows the address of no script but Stripe's documented one`, async () => {
    const code = await scriptsIn(folder);
    // In minified code, an address ends where a template inserts a value: Stripe's loader adds its query there.
    const addresses = code.match(/https?:\/\/[^\s"'`)<>\\$]+/g) ?? [];
    expect(new Set(addresses.filter((address) => /\.m?js\b/.test(address)))).toEqual(
      new Set(['https://js.stripe.com/endive/stripe.js']),
    );
    expect(code.match(/createElement\(["'`]script["'`]\)/g)).toHaveLength(elements);
    expect(code).not.toMatch(/\bimport\(\s*[^"'`\s./]|\bimportScripts\b|\beval\(|new Function\b/);
    expect(code).not.toMatch(/\bimport\(\s*["'`](https?:)?\/\//);
  });
}
