import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../src/store/migrations/', import.meta.url));
/** Migrations of before names began with a time. */
const numbered = ['0000_start', '0001_memberships', '0002_debits', '0003_providers'];

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly when: number; readonly tag: string }[];
}

const { entries } = JSON.parse(await readFile(`${folder}meta/_journal.json`, 'utf8')) as Journal;
const tags = entries.map(({ tag }) => tag);

/*
 * A database runs the migrations that are later than its last one. One that came to the journal after a later one, as
 * by a merge by hand, would never run where that one has run already: generate it again.
 */
test('migrations stand in the journal in the order of their times', () => {
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, at) => at));
});

test('names of new migrations begin with their time', () => {
  expect(tags.slice(0, numbered.length)).toEqual(numbered);
  expect(tags.slice(numbered.length).filter((tag) => !/^\d{14}_\w+$/.test(tag))).toEqual([]);
});

test('the folder holds the migrations of the journal and no other', async () => {
  const files = await readdir(folder);
  expect(files.filter((name) => name.endsWith('.sql')).sort()).toEqual(
    tags.map((tag) => `${tag}.sql`).sort(),
  );
});
