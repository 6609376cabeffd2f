import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressesOf } from './lib/publishable.mjs';
import { root } from './lib/root.mjs';

let folder: string;
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string): void => {
  writeFileSync(join(folder, file), text);
};
const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...args], { cwd: folder, encoding: 'utf8' });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upc-publishing-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('what is published', () => {
  const workflow = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'studio/widget' };

  it('is refused without the addresses of its source', () => {
    write('package.json', JSON.stringify({ name: 'upc-payment-widget', homepage: 'https://git.example' }));
    const { status, stderr } = run('check-publishable.mjs');
    expect(status).toBe(1);
    expect(stderr).toContain('package.json has no repository, bugs, so nothing is published');
    expect(stderr).toContain('npm pkg set repository.type=git');
  });

  it('has those of the repository whose workflow releases it', () => {
    const addresses = addressesOf(workflow);
    expect(addresses).toEqual({
      repository: { type: 'git', url: 'git+https://git.example/studio/widget.git' },
      homepage: 'https://git.example/studio/widget#readme',
      bugs: { url: 'https://git.example/studio/widget/issues' },
    });
  });

  it('is allowed with them', () => {
    write('package.json', JSON.stringify({ name: 'upc-payment-widget', ...addressesOf(workflow) }));
    expect(run('check-publishable.mjs')).toMatchObject({ status: 0, stderr: '' });
  });

  it('names no repository that nobody has given', () => {
    expect(() => addressesOf({})).toThrow(/GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set/);
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['repository']));
  });

  it('is checked by npm publish, and nothing else is', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    // This script runs before `prepack`, which then finds everything built.
    expect(scripts.prepublishOnly).toBe('npm run build && node scripts/check-publishable.mjs');
    expect(scripts.prepack).not.toContain('check-publishable');
  });
});

describe('README.md, while the package is packed', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'e2e/package'), { recursive: true });
    write('e2e/package/README.md', 'of the package');
    write('README.md', 'of the repository');
  });

  it('is that of the package, and that of the repository before and after', () => {
    run('pack-readme.mjs', 'put');
    expect(read('README.md')).toBe('of the package');
    run('pack-readme.mjs', 'restore');
    expect(read('README.md')).toBe('of the repository');
  });

  it('is not lost when packing was interrupted, or is restored twice', () => {
    run('pack-readme.mjs', 'put');
    run('pack-readme.mjs', 'put');
    expect(read('README.md')).toBe('of the package');
    run('pack-readme.mjs', 'restore');
    run('pack-readme.mjs', 'restore');
    expect(read('README.md')).toBe('of the repository');
  });

  it('is as somebody has edited it after packing was interrupted', () => {
    run('pack-readme.mjs', 'put');
    // This simulates `git checkout README.md`.
    write('README.md', 'of the repository');
    write('README.md', 'of the repository, edited');
    run('pack-readme.mjs', 'put');
    expect(read('README.md')).toBe('of the package');
    run('pack-readme.mjs', 'restore');
    expect(read('README.md')).toBe('of the repository, edited');
  });

  it('is not replaced by an older one when there is nothing to restore', () => {
    run('pack-readme.mjs', 'put');
    write('README.md', 'of the repository, edited');
    run('pack-readme.mjs', 'restore');
    expect(read('README.md')).toBe('of the repository, edited');
  });

  it('is kept twice when the text of the package has changed after packing was interrupted', () => {
    run('pack-readme.mjs', 'put');
    write('e2e/package/README.md', 'of the package, edited');
    run('pack-readme.mjs', 'put');
    expect(read('README.md')).toBe('of the package, edited');
    expect(read('.cache/README.before.md')).toBe('of the repository');
  });
});
