import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { integrityOf, recordRelease, releasedVersions, releaseOf, releasesFolder } from './releases.mjs';

it('at least one version is released', () => {
  expect(releasedVersions().length).toBeGreaterThan(0);
});

describe.each(releasedVersions())('released/%s', (version) => {
  const folder = join(releasesFolder, version);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

  it('is as it was recorded, from a commit', () => {
    const { commit, integrity, ...release } = releaseOf(version);
    expect(release.version).toBe(version);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(integrity).toBe(integrityOf(folder));
  });

  it('says its version, and brings what it needs along', () => {
    expect(readFileSync(join(folder, 'widget.js'), 'utf8')).toContain(`"${version}"`);
    expect(files).toEqual(
      expect.arrayContaining(['widget.js.LICENSES.txt', 'logos.json', join('locales', 'de.json')]),
    );
  });

  it('has each compressed file as it is without compression', () => {
    const compressed = files.filter((file) => /\.(br|gz)$/.test(file));
    expect(compressed).not.toEqual([]);
    const different = compressed.filter((file) => {
      const packed = readFileSync(join(folder, file));
      const whole = file.endsWith('.br') ? brotliDecompressSync(packed) : gunzipSync(packed);
      return !whole.equals(readFileSync(join(folder, file.replace(/\.(br|gz)$/, ''))));
    });
    expect(different).toEqual([]);
  });
});

describe('a release is not recorded', () => {
  let folder: string;
  let checkout: string;
  let releases: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', checkout, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args]);
  const commit = (version: string): void => {
    writeFileSync(join(checkout, 'package.json'), JSON.stringify({ version }));
    git('add', '--all');
    git('commit', '--quiet', '--message', version);
  };
  const record = () => recordRelease(checkout, releases);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'upc-releases-'));
    checkout = join(folder, 'checkout');
    releases = join(checkout, 'released');
    mkdirSync(releases, { recursive: true });
    git('init', '--quiet');
    commit('1.0.0');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('when its version is there already', async () => {
    mkdirSync(join(releases, '1.0.0'));
    await expect(record()).rejects.toThrow('1.0.0 is released: a released version never changes.');
  });

  it('when a file has changed, or no commit has it', async () => {
    writeFileSync(join(checkout, 'new.ts'), '');
    await expect(record()).rejects.toThrow(/has changes that no commit has/);
    expect(readdirSync(releases)).toEqual([]);
  });

  it('when its commit is not in the repository that keeps it', async () => {
    const other = join(folder, 'other');
    execFileSync('git', ['clone', '--quiet', checkout, other]);
    commit('1.1.0');
    mkdirSync(join(other, 'released'));
    await expect(recordRelease(checkout, join(other, 'released'))).rejects.toThrow(
      /does not lead to the present one/,
    );
    expect(readdirSync(join(other, 'released'))).toEqual([]);
  });

  it('when it cannot be built', async () => {
    await expect(record()).rejects.toThrow(/The build failed:/);
    expect(readdirSync(releases)).toEqual([]);
  });
});

it('is recorded as it is built without addresses of an operator', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upc-releases-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args]);
  // In place of the bundler: it writes down what it was told of gateways.
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  mkdirSync(dirname(vite), { recursive: true });
  mkdirSync(join(folder, 'released'));
  writeFileSync(
    vite,
    `const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('dist/script', { recursive: true });
    writeFileSync('dist/script/widget.js', process.env.UPC_GATEWAY_URLS);`,
  );
  writeFileSync(join(folder, '.gitignore'), 'node_modules\ndist\n');
  writeFileSync(join(folder, 'package.json'), '{"version":"1.0.0"}');
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', '1.0.0');
  vi.stubEnv('UPC_GATEWAY_URLS', '{"live/eu-central-1":"https://pay.example"}');
  try {
    const release = await recordRelease(folder, join(folder, 'released'));
    const kept = join(folder, 'released/1.0.0');
    expect(readFileSync(join(kept, 'widget.js'), 'utf8')).toBe('{}');
    expect(release).toEqual(JSON.parse(readFileSync(join(kept, 'release.json'), 'utf8')));
    expect(release).toMatchObject({ version: '1.0.0', integrity: integrityOf(kept) });
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
