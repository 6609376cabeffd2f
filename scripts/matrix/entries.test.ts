import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/root.mjs';
import { chosenEntries, entries, quickEntries, reasonToSkip } from './entries.mjs';

const folders = [...new Set(entries.map(({ folder }) => folder))];

describe('the matrix', () => {
  it('tries everything, or what is named', () => {
    expect(chosenEntries([])).toEqual(entries);
    expect(chosenEntries(['vite', 'webpack']).map(({ name }) => name)).toEqual(['webpack', 'vite']);
  });

  it('knows the entries that every change is tried with', () => {
    expect(chosenEntries(quickEntries)).toHaveLength(quickEntries.length);
    // These run the published test kit in a simulated document and in a browser.
    expect(quickEntries).toEqual(expect.arrayContaining(['test-vitest', 'test-playwright']));
  });

  it('names what is allowed, where a name is unknown', () => {
    expect(() => chosenEntries(['vite', 'wepback'])).toThrow(
      /^No entry is called wepback; there are webpack, rspack, /,
    );
  });

  it.each([
    ['20.20.1', '20.19', undefined],
    ['20.20.1', '20.20.1', undefined],
    ['24.0.0', '22.12', undefined],
    ['20.20.1', '22.12', 'needs Node 22.12, this is 20.20.1'],
    ['22.9.0', '22.12', 'needs Node 22.12, this is 22.9.0'],
  ])('on Node %s, something that needs %s', (node, needsNode, reason) => {
    expect(reasonToSkip({ needsNode }, node)).toBe(reason);
  });

  it('has the widget in each lock file as npm has it, without an address', () => {
    const found = folders.map((folder) => {
      const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { resolved?: string; integrity?: string } | undefined>;
      };
      const widget = packages['node_modules/upc-payment-widget'];
      const resolved = Object.keys(packages).filter((name) => packages[name]?.resolved !== undefined);
      return { folder, isThere: widget !== undefined, integrity: widget?.integrity, resolved };
    });
    // A page with a script tag installs no widget.
    const expected = (folder: string) => ({
      folder,
      isThere: folder !== 'examples/script-tag',
      integrity: undefined,
      resolved: [],
    });
    expect(found).toEqual(folders.map(expected));
  });
});
