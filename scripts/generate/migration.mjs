import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../lib/root.mjs';

const service = join(root, 'packages/service');
const drizzleKit = join(
  dirname(createRequire(join(service, 'package.json')).resolve('drizzle-kit')),
  'bin.cjs',
);

/** Foreign keys need every table, and indexes need nothing else. */
const ORDER = ['CREATE TABLE', 'ALTER TABLE', 'CREATE'];

/**
 * Writes the one migration, from the tables of the service, and its journal. Nothing is released: a change of the tables
 * changes this migration, and the service refuses a database that was made before.
 * @returns {{ sql: string, journal: string }}
 */
export function startMigration() {
  const exported = execFileSync(process.execPath, [drizzleKit, 'export'], { cwd: service, encoding: 'utf8' });
  const place = (/** @type {string} */ statement) => ORDER.findIndex((start) => statement.startsWith(start));
  // The tool lists tables in the order of the files on the disk.
  const statements = exported
    .trim()
    .split(/(?<=;)\n+/)
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  const sql = `${statements.join('--> statement-breakpoint\n')}\n`;
  const sha256 = createHash('sha256').update(sql).digest('hex');
  // The service compares the digest, so that a program that was built from other tables says so.
  const entry = {
    idx: 0,
    version: '7',
    when: 1_795_648_000_000,
    tag: '0000_start',
    breakpoints: true,
    sha256,
  };
  return { sql, journal: JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }) };
}
