import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type RunningCommand, runCommand } from './terminal.js';

interface Fixtures {
  /** Empty folder outside the clone. */
  readonly folder: string;
  /** Types a command in that folder and ends it with Ctrl-C after the test. */
  readonly type: (line: string, env?: Readonly<Record<string, string>>) => RunningCommand;
}

export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'upc-empty-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  type: async ({ folder }, use) => {
    const running: RunningCommand[] = [];
    await use((line, env) => {
      const started = runCommand(line, folder, env);
      running.push(started);
      return started;
    });
    await Promise.all(running.map((one) => one.interrupt()));
  },
});

export { expect } from '@playwright/test';
