import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix, sep } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { layOutSandbox } from '../../scripts/lib/sandbox-package.mjs';

/** The package that `npm run pack:sandbox` makes from the builds. */
const folder = mkdtempSync(join(tmpdir(), 'upc-laid-out-'));
layOutSandbox(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .split(sep)
      .join('/'),
  );
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  name: string;
  version: string;
  bin: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
};
const program = read(manifest.bin['upc-sandbox'] ?? '');

/** Packages that the program loads by any of its kinds of import. */
const loaded = new Set(
  [
    ...program.matchAll(/^(?:import|export) [^;]*?["']([^"'.][^"']*)["'];$/gm),
    ...program.matchAll(/\bimport\("([^".][^"]*)"\)/g),
    ...program.matchAll(/createRequire\(.*?\)\("([^"]+)"\)/g),
    ...program.matchAll(/\bresolve\$?\d*\(`?"?([a-z][\w-]+)\//g),
  ]
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)),
);

describe('upc-sandbox', () => {
  it('has the program, what it reads, the widget, and nothing else', () => {
    const known = [
      /^(LICENSE|README\.md|THIRD-PARTY-NOTICES\.md|package\.json|packages\/contract\/gateway\.yaml|packages\/sandbox\/dist\/main\.js)$/,
      /^(packages\/service\/)?locales\/[a-z]{2}(-[A-Z]{2})?\.json$/,
      /^packages\/service\/src\/modules\/payments\/mandates\/texts\/[\w.-]+\.json$/,
      /^packages\/service\/src\/modules\/payments\/bank-details\/data\/(valacdos|scsubtab)\.txt$/,
      /^packages\/service\/src\/admin\/seed\/data\/[\w-]+\.json$/,
      /^packages\/service\/src\/core\/database\/migrations\/(\w+\.sql|meta\/_journal\.json)$/,
      /^packages\/service\/src\/core\/http\/api-reference\/(page\.html|reference\.(css|js))$/,
      /^packages\/service\/dist\/api-reference\/redoc\.js(\.LICENSES\.txt)?$/,
      /^packages\/service\/src\/modules\/payments\/links\/page\.(css|js)$/,
      /^packages\/service\/src\/admin\/studio-page\/studio\.(css|js)$/,
      /^packages\/service\/src\/modules\/customers\/images\/jpeg\.worker\.js$/,
      /^packages\/simulator\/dist\/[\w-]+\.(js|css)$/,
      /^demo\/pages\/[\w/-]+\.(html|css|js|svg)$/,
      /^dist\/script\/(widget(-later-[\da-f]{16})?\.js|widget\.js\.LICENSES\.txt|logos\.json|locales\/[\w-]+\.json)$/,
    ];
    expect(files.filter((file) => !known.some((pattern) => pattern.test(file)))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        ...[
          'LICENSE',
          'THIRD-PARTY-NOTICES.md',
          'dist/script/widget.js',
          'dist/script/widget.js.LICENSES.txt',
          'packages/service/dist/api-reference/redoc.js',
          'packages/service/dist/api-reference/redoc.js.LICENSES.txt',
          'packages/service/src/modules/customers/images/jpeg.worker.js',
        ],
        expect.stringMatching(/^dist\/script\/widget-later-/),
      ]),
    );
  });

  it('names the source of each table of others that is in it', () => {
    const tables = files.filter((file) => file.endsWith('.txt') && !file.endsWith('.LICENSES.txt'));
    expect(tables.length).toBeGreaterThan(1);
    const [, data = ''] = read('THIRD-PARTY-NOTICES.md').split('\n## Data\n');
    expect(tables.filter((file) => !data.includes(`\`${posix.basename(file)}\``))).toEqual([]);
    // The licence requires this notice.
    expect(data).toContain('Uphold');
    expect(data).toContain('Permission is hereby granted, free of charge');
  });

  it('has the version of the widget in it', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(manifest).toMatchObject({ name: 'upc-sandbox', version });
  });

  it('asks npm for every package that the program loads, as our workspaces do, and for no workspace', () => {
    const names = Object.keys(manifest.dependencies);
    expect(loaded.size).toBeGreaterThan(20);
    expect([...loaded].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith('@upc/'))).toEqual([]);
    const service = JSON.parse(
      readFileSync(join(root, 'packages/service/package.json'), 'utf8'),
    ) as typeof manifest;
    expect(manifest.dependencies).toMatchObject(
      Object.fromEntries(Object.entries(service.dependencies).filter(([name]) => !name.startsWith('@upc/'))),
    );
  });

  it('has no key of a real account, no path of a machine and no address of a person', () => {
    for (const file of files) {
      const text = read(file);
      expect(text, file).not.toMatch(/\b[sr]k_live_\w{8}|\bwhsec_live|-----BEGIN/);
      expect(text, file).not.toContain(root);
      // Licences name the authors of libraries.
      if (file.endsWith('.LICENSES.txt')) continue;
      const addresses = text.match(/[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi) ?? [];
      expect(
        addresses.filter((address) => !/^example@|\bexample(\.\w+)?$/.test(address)),
        file,
      ).toEqual([]);
    }
  });

  it('is as small as its README says, packed', () => {
    const [, limit = ''] = /below (\d+) KiB/.exec(read('README.md')) ?? [];
    expect(existsSync(join(root, 'upc-sandbox.tgz'))).toBe(true);
    expect(statSync(join(root, 'upc-sandbox.tgz')).size / 1024).toBeLessThan(Number(limit));
  });
});
