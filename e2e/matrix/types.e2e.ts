import { expect } from '@playwright/test';
import { run } from '../../scripts/lib/run.mjs';
import { test } from './fixtures.js';
import { entriesOf } from './plan.js';

for (const entry of entriesOf('types')) {
  test(entry.name, async ({ install }) => {
    const cwd = await install(entry);
    for (const resolution of ['node16', 'nodenext', 'bundler']) {
      const tsc = [`node_modules/${entry.tool}/bin/tsc`, '-p', `tsconfig.${resolution}.json`];
      const { output } = await run(process.execPath, tsc, { cwd });
      expect(output, resolution).toBe('');
    }
  });
}
