import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseVersion } from './release-version.mjs';
import { root } from './root.mjs';

let folder: string;
const write = (file: string, text: string): void => {
  writeFileSync(join(folder, file), text);
};
const changeset = (kind: string, text: string): string =>
  `---\n'upc-payment-widget': ${kind}\n---\n\n${text}\n`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upc-version-'));
  cpSync(join(root, '.changeset'), join(folder, '.changeset'), { recursive: true });
  for (const file of readdirSync(join(folder, '.changeset')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  ))
    rmSync(join(folder, '.changeset', file));
  write(
    'package.json',
    JSON.stringify({ name: 'upc-payment-widget', version: '0.1.0', workspaces: ['contract'] }),
  );
  mkdirSync(join(folder, 'packages/sdk'), { recursive: true });
  write('packages/sdk/package.json', JSON.stringify({ name: 'upc-open-api', version: '0.1.0' }));
  write('CHANGELOG.md', '# upc-payment-widget\n\n## 0.1.0\n\nThe first version.\n');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the next version', () => {
  it('comes from the changesets, of the package in the root of the workspaces', async () => {
    write('.changeset/one.md', changeset('patch', 'A mend.'));
    write('.changeset/two.md', changeset('minor', 'A parameter.'));
    expect(await releaseVersion(folder)).toBe('0.2.0');
    for (const file of ['package.json', 'packages/sdk/package.json'])
      expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toMatchObject({ version: '0.2.0' });
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(changelog.indexOf('## 0.2.0')).toBeLessThan(changelog.indexOf('## 0.1.0'));
    expect(changelog).toMatch(/### Minor Changes[^#]*A parameter\.[^#]*### Patch Changes[^#]*A mend\./);
    expect(readdirSync(join(folder, '.changeset')).sort()).toEqual(['README.md', 'config.json']);
  });

  it('is none without a changeset', async () => {
    await expect(releaseVersion(folder)).rejects.toThrow(/No changeset exists/);
  });
});
