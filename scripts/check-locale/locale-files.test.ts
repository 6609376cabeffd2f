import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { faultsOfFile } from './locale-files.mjs';

const files = readdirSync('locales');

it('nothing is wrong with the files of the languages', () => {
  const faults = files.map((file) => [file, faultsOfFile(`locales/${file}`)]);
  expect(faults).toEqual(files.map((file) => [file, []]));
});

/*
 * These languages are from the specification (message language). The last four regions are additions, for the schemes
 * and addresses of these countries.
 */
it('there is a file for every language and region of the specification', () => {
  const languages = 'cs de en es fr hu it nb nl pl ro ru sl sv tr'.split(' ');
  const regions = 'de-CH de-LI en-CA en-GB en-US fr-LU fr-BE fr-CH it-CH nl-BE'.split(' ');
  expect(files.map((file) => file.replace('.json', '')).sort()).toEqual([...languages, ...regions].sort());
});

it('a file that is no JSON, or not there, is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upc-locales-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'en.json'), '{}');
  writeFileSync(join(folder, 'de.json'), '{"a": "b",}');
  expect(faultsOfFile(join(folder, 'de.json'))).toEqual([expect.stringContaining('JSON')]);
  expect(faultsOfFile(join(folder, 'fr.json'))).toEqual([
    expect.stringMatching(/^There is no file .*fr\.json\.$/),
  ]);
});
