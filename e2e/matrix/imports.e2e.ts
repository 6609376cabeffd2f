import { expect } from '@playwright/test';
import { run } from '../../scripts/lib/run.mjs';
import { test } from './fixtures.js';
import { entriesOf } from './plan.js';

for (const entry of entriesOf('node')) {
  test(entry.name, async ({ install }) => {
    const ended = await run(process.execPath, [entry.program], { cwd: await install(entry) });
    expect(ended).toEqual({ code: 0, output: '' });
  });
}
