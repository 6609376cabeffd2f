import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { root } from '../lib/root.mjs';

const service = join(root, 'packages/service');
const drizzleKit = join(
  dirname(createRequire(join(service, 'package.json')).resolve('drizzle-kit')),
  'bin.cjs',
);

/** Order of the statements. Foreign keys require that all tables exist, and indexes are created last. */
const ORDER = ['CREATE TABLE', 'CREATE UNLOGGED TABLE', 'ALTER TABLE', 'CREATE'];

/**
 * Writes the only migration, from the tables of the service, and its journal. Nothing has been released, so a change of
 * the tables changes this migration, and the service refuses a database that was created before.
 * @returns {Promise<{ sql: string, journal: string }>}
 */
export async function startMigration() {
  /** @type {typeof import('../../packages/service/src/core/http/rate-limit.tables.js')} */
  const { UNLOGGED } = await tsImport(
    '../../packages/service/src/core/http/rate-limit.tables.ts',
    import.meta.url,
  );
  const exported = execFileSync(process.execPath, [drizzleKit, 'export'], { cwd: service, encoding: 'utf8' });
  const place = (/** @type {string} */ statement) => ORDER.findIndex((start) => statement.startsWith(start));
  // The tool lists the tables in the order of the files on the disk, so the statements are sorted.
  const statements = withUnlogged(exported, UNLOGGED)
    .trim()
    .split(/(?<=;)\n+/)
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  const sql = `${statements.join('--> statement-breakpoint\n')}\n`;
  const sha256 = createHash('sha256').update(sql).digest('hex');
  // The service compares the digest, so that it reports if it was built from other tables.
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

/**
 * Makes tables UNLOGGED, because their definitions cannot say so.
 * @param {string} sql
 * @param {readonly string[]} names
 */
function withUnlogged(sql, names) {
  return names.reduce((changed, name) => {
    const create = `CREATE TABLE "${name}" (`;
    if (!changed.includes(create))
      throw new Error(`No table "${name}" is created, so it cannot be UNLOGGED.`);
    return changed.replace(create, `CREATE UNLOGGED TABLE "${name}" (`);
  }, sql);
}
