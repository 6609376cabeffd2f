import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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
    expect(integrity).toBe(integrityOf(version));
  });

  it('says its version, and brings what it needs along', () => {
    expect(readFileSync(join(folder, 'widget.js'), 'utf8')).toContain(`"${version}"`);
    expect(files).toEqual(
      expect.arrayContaining(['widget.js.LICENSES.txt', 'marks.json', join('locales', 'de.json')]),
    );
  });

  it.each(files.filter((file) => /\.(br|gz)$/.test(file)))('%s is its file, compressed', (file) => {
    const packed = readFileSync(join(folder, file));
    const whole = file.endsWith('.br') ? brotliDecompressSync(packed) : gunzipSync(packed);
    expect(whole.equals(readFileSync(join(folder, file.replace(/\.(br|gz)$/, ''))))).toBe(true);
  });
});

it('a version that is released is not recorded again', async () => {
  await expect(recordRelease()).rejects.toThrow(/never changes|has changes/);
});
