import { stripVTControlCharacters } from 'node:util';
import { expect } from '@playwright/test';
import { npmOrThrow } from '../../scripts/matrix/example.mjs';
import { test } from './fixtures.js';
import { entriesOf } from './plan.js';

for (const entry of entriesOf('tests')) {
  test(entry.name, async ({ install, note }) => {
    // The test kit responds; nothing listens at the address that the page names.
    const folder = await install(entry, 'http://localhost:9');
    const passed = passedIn(await npmOrThrow(['test'], folder, { CI: '1' }));
    note('tests', passed);
    expect(passed).toBe(entry.tests);
  });
}

/** Returns how many tests passed. Every runner prints it on its own line: `Tests: 4 passed`, `3 passed (2.1s)`. */
function passedIn(output: string): number {
  const [, count] = /^\s*(?:Tests:?\s+)?(\d+) passed/m.exec(stripVTControlCharacters(output)) ?? [];
  return Number(count);
}
