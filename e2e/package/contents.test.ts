import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { packedFiles } from './packed-files.js';

const files = await packedFiles();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns the file in the repository from which a page of the package is packed. */
const source = (page: string): string => (page === 'README.md' ? 'e2e/package/README.md' : page);

/** Returns the links of a page, except those inside code. */
function links(page: string): readonly string[] {
  const text = read(source(page))
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/`[^`]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:href|src)="([^"]+)"/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
}

/** Returns the anchors of a page's headings, as repository hosts form them. */
function headings(page: string): readonly string[] {
  return [...read(source(page)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the packed files', () => {
  it('are the builds, their types and what a partner reads, and nothing that only we need', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'THIRD-PARTY-NOTICES.md',
        'dist/custom-elements.json',
        'dist/es/LICENSES.txt',
        'dist/es/index.js',
        'dist/index.d.ts',
        'dist/sbom.cdx.json',
        'dist/script/locales/de.json',
        'dist/script/logos.json',
        expect.stringMatching(/^dist\/script\/widget-later-[\da-f]{16}\.js$/),
        expect.stringMatching(/^dist\/script\/widget-later-[\da-f]{16}\.js\.map$/),
        'dist/script/widget.js',
        'dist/script/widget.js.LICENSES.txt',
        'dist/script/widget.js.map',
        'dist/testing/LICENSES.txt',
        'dist/testing/index.d.ts',
        'dist/testing/index.js',
        'dist/testing/script.js',
        'dist/wrappers/msw.js',
        'docs/skills/upc-payment-widget/SKILL.md',
        'locales/en.json',
        'src/testkit/testing-script.d.ts',
        'src/widget.d.ts',
      ]),
    );
    const known =
      /^(CHANGELOG\.md|LICENSE|README\.md|SECURITY\.md|THIRD-PARTY-NOTICES\.md|package\.json|src\/(widget|testkit\/testing-script)\.d\.ts|locales\/en\.json|docs\/([\w-]+|skills\/upc-payment-widget\/SKILL)\.md|dist\/(es|script|testing|wrappers)\/.+|dist\/(index\.d\.ts|custom-elements\.json|sbom\.cdx\.json))$/;
    expect(files.filter((file) => !known.test(file) || /\.(br|gz)$|\.test\./.test(file))).toEqual([]);
  });

  it('hold every file that package.json leads to', () => {
    const { exports, types, customElements, unpkg, jsdelivr } = JSON.parse(read('package.json')) as {
      exports: object;
      types: string;
      unpkg: string;
      jsdelivr: string;
      customElements: string;
    };
    const named =
      JSON.stringify([exports, types, `./${customElements}`, unpkg, jsdelivr]).match(
        /\.\/[^"*]+\.\w+(?=")/g,
      ) ?? [];
    const paths = named
      .map((path) => posix.normalize(path))
      .filter((path) => path.includes('/') || files.includes(path));
    expect(paths.length).toBeGreaterThan(5);
    const ways = Object.keys(exports).map((way) => posix.normalize(way));
    expect(paths.filter((path) => !files.includes(path) && !ways.includes(path))).toEqual([]);
  });

  const pages = files.filter((file) => file.endsWith('.md'));

  // Pages in docs also link to documentation that exists only in the repository.
  const isDocs = (page: string): boolean => page.startsWith('docs/');
  const isThere = (page: string, target: string): boolean =>
    files.includes(target) || (isDocs(page) && existsSync(join(root, target)));

  it.each(pages)('%s leads to files that are there, their headings and addresses', (page) => {
    const broken = links(page)
      .filter((link) => !/^https:\/\/|^http:\/\/localhost[:/]/.test(link))
      .filter((link) => {
        const [path = '', heading] = link.split('#');
        const target = path === '' ? page : posix.join(posix.dirname(page), path);
        return !isThere(page, target) || (heading !== undefined && !headings(target).includes(heading));
      });
    expect(broken).toEqual([]);
  });

  it('hold the pages that the skill for agents names as theirs', () => {
    const skill = read('docs/skills/upc-payment-widget/SKILL.md');
    const named = [...skill.matchAll(/`(docs\/[^`]+)`/g)].map(([, page]) => page);
    expect(named.length).toBeGreaterThan(2);
    expect(files).toEqual(expect.arrayContaining(named));
  });

  it('need links of their own in README.md, which leads to pages of the repository as well', () => {
    expect(links('README.md').length).toBeGreaterThan(8);
    for (const link of links('README.md').filter((target) => !target.includes('://')))
      expect(existsSync(join(root, dirname('README.md'), link.split('#')[0] ?? ''))).toBe(true);
  });
});
