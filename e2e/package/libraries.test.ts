import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { packedFiles } from './packed-files.js';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = (folder: string): { version: string; license: string } =>
  JSON.parse(read(`${folder}/package.json`)) as { version: string; license: string };

/** Packages whose code is bundled in the builds, according to their source maps. */
const bundled = [
  ...new Set(
    (await packedFiles())
      .filter((file) => file.endsWith('.js.map'))
      .flatMap((file) => (JSON.parse(read(file)) as { sources: string[] }).sources)
      .flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  ),
].sort();

/** Returns the rows of the table below a heading, with links in its cells reduced to their text. */
function table(file: string, heading: string): readonly (readonly string[])[] {
  const part = read(file).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...part.matchAll(/^\| (?!Package|-)(.+) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim().replace(/^\[(.+)\]\(.+\)$/, '$1')),
  );
}

describe('the notices', () => {
  const rows = table('THIRD-PARTY-NOTICES.md', 'Libraries');

  it('name every package that the builds hold, and no other', () => {
    expect(bundled.length).toBeGreaterThan(4);
    expect(rows.map(([name]) => name).sort()).toEqual(bundled);
  });

  it('name its license as the package does', () => {
    for (const [name, license] of rows) expect(license).toBe(manifest(`node_modules/${name}`).license);
  });

  it('come with the texts of the licenses beside the script and the test kit', () => {
    const texts = read('dist/script/widget.js.LICENSES.txt') + read('dist/testing/LICENSES.txt');
    for (const name of bundled)
      expect(texts).toContain(`${name} ${manifest(`node_modules/${name}`).version}\n`);
  });
});

describe('the bill of materials', () => {
  interface Bom {
    readonly bomFormat: string;
    readonly metadata: { readonly component: { name: string; purl: string } };
    readonly components: readonly {
      purl: string;
      licenses: readonly unknown[];
      hashes: readonly unknown[];
    }[];
  }
  const text = read('dist/sbom.cdx.json');
  const bom = JSON.parse(text) as Bom;

  it('is CycloneDX, and names what is installed with the package', () => {
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'upc-payment-widget' } },
    });
    const purls = bom.components.map(({ purl }) => purl.replace('%40', '@'));
    for (const name of bundled)
      expect(purls).toContain(`pkg:npm/${name}@${manifest(`node_modules/${name}`).version}`);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
    for (const name of Object.keys(dependencies))
      expect(purls.some((purl) => purl.startsWith(`pkg:npm/${name}@`))).toBe(true);
    expect(purls.filter((purl) => /vite|typescript|@upc\//.test(purl))).toEqual([]);
    for (const { licenses, hashes } of bom.components) {
      expect(licenses).toHaveLength(1);
      expect(hashes).toHaveLength(1);
    }
  });

  it('is the same when it is written again', () => {
    execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root });
    expect(read('dist/sbom.cdx.json')).toBe(text);
    expect(text).not.toContain(root);
  });
});
