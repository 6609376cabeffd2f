import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { Entry } from '../../scripts/matrix/entries.mjs';
import { installExample } from '../../scripts/matrix/example.mjs';
import { plan } from './plan.js';

interface Fixtures {
  /**
   * Copies an entry's folder outside the clone and installs it there, with the packed packages.
   *
   * @param gatewayUrl replaces the address in its sources.
   * @returns the path of the copy.
   */
  readonly install: (entry: Entry, gatewayUrl?: string) => Promise<string>;
  /** Records a value for the summary table. */
  readonly note: (type: 'version' | 'files' | 'bytes' | 'tests', value: string | number) => void;
}

export const test = base.extend<Fixtures>({
  note: async ({}, use, { annotations }) => {
    await use((type, value) => void annotations.push({ type, description: String(value) }));
  },
  install: async ({ note }, use) => {
    const { folder, tarballs } = plan();
    const parent = await mkdtemp(join(folder, 'example-'));
    await use(async (entry, gatewayUrl = '') => {
      const copy = join(parent, 'copy');
      await installExample(entry.folder, copy, tarballs, gatewayUrl);
      if (entry.tool !== undefined) {
        const manifest = await readFile(join(copy, 'node_modules', entry.tool, 'package.json'), 'utf8');
        note('version', (JSON.parse(manifest) as { version: string }).version);
      }
      return copy;
    });
    await rm(parent, { recursive: true, force: true });
  },
});
