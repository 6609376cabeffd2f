import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { StaffError } from '../errors/staff-error.js';

/** A single connection, so that queries run in order and within its transaction. */
interface Connection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

interface Migration {
  readonly statements: readonly string[];
  readonly hash: string;
  readonly time: number;
}

/**
 * Time for which a statement waits for a table in use, and number of attempts. While it waits, every other statement
 * that needs the table waits behind it.
 */
const LOCK_TIMEOUT = '3s';
const TRIES = 20;
const PAUSE_MS = 1_000;
/** Error code lock_not_available (PostgreSQL, appendix A). */
const NO_LOCK = '55P03';

/**
 * Matches an index that is built or dropped without blocking other sessions, which is not possible within a
 * transaction.
 */
const CONCURRENT = /^\s*(CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY (?:IF (?:NOT )?EXISTS )?"(\w+)"/i;

/**
 * Runs the migrations that are later than the database's last one, each in its own transaction. A migration that
 * consists of indexes `CONCURRENTLY` runs statement by statement instead, and continues from there after an
 * interruption. The record of executed migrations is drizzle's.
 *
 * @throws StaffError when the database has run a migration that is not among these; nothing is changed then. Migrations
 * later than the last of these are accepted: a newer process has run them, and this one still works beside it.
 */
export async function migrate(connection: Connection, folder: string): Promise<void> {
  await connection.query('create schema if not exists drizzle');
  await connection.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await connection.query('select hash, created_at from drizzle.__drizzle_migrations');
  const ran = (rows as { hash: string; created_at: string }[]).map((row) => ({
    hash: row.hash,
    time: Number(row.created_at),
  }));
  const migrations = readMigrations(folder);
  requireKnown(ran, migrations);
  const last = Math.max(0, ...ran.map(({ time }) => time));
  for (const migration of migrations.filter(({ time }) => time > last)) {
    if (migration.statements.some((statement) => CONCURRENT.test(statement))) {
      for (const statement of migration.statements) await buildBesideOthers(connection, statement);
      await record(connection, migration);
    } else {
      await inTransaction(connection, migration);
    }
  }
}

type Ran = Pick<Migration, 'hash' | 'time'>;

/**
 * Checks that this program contains every migration that the database has run, up to the program's newest one.
 *
 * @throws StaffError naming the migrations that are missing.
 */
function requireKnown(ran: readonly Ran[], known: readonly Migration[]): void {
  const hashes = new Set(known.map(({ hash }) => hash));
  const newest = Math.max(...known.map(({ time }) => time));
  const unknown = ran.filter(({ hash, time }) => time <= newest && !hashes.has(hash));
  if (unknown.length === 0) return;
  const names = unknown.map(({ hash, time }) => `${new Date(time).toISOString()} (${hash.slice(0, 12)})`);
  throw new StaffError(
    `This database was created by another version, with migrations that this program does not have: ${names.join(', ')}. ` +
      'Nothing was changed. Give this program an empty database or data folder, or run the version that created it.',
  );
}

function readMigrations(migrationsFolder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }) => ({
    statements: sql,
    hash,
    time: folderMillis,
  }));
}

/**
 * Runs a migration in a transaction. If a table is busy for long, it tries again later, so that no other statement
 * waits behind it meanwhile.
 */
async function inTransaction(connection: Connection, migration: Migration, triesLeft = TRIES): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const statement of migration.statements) await connection.query(statement);
    await record(connection, migration);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    if ((error as { code?: unknown }).code !== NO_LOCK || triesLeft <= 1) throw error;
    await wait(PAUSE_MS);
    await inTransaction(connection, migration, triesLeft - 1);
  }
}

/**
 * Builds or drops an index concurrently. An interrupted migration leaves an invalid index, which is dropped and built
 * again.
 */
async function buildBesideOthers(connection: Connection, statement: string): Promise<void> {
  const [, verb = '', name = ''] = CONCURRENT.exec(statement) ?? [];
  if (name === '') throw new Error('A migration with indexes CONCURRENTLY holds nothing else.');
  const { rows } = await connection.query(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [`"${name}"`],
  );
  const [found] = rows as { valid: boolean }[];
  const isDropped = verb.toUpperCase().startsWith('DROP');
  if (found && (isDropped || !found.valid)) await connection.query(`drop index concurrently "${name}"`);
  if (!isDropped && !found?.valid) await connection.query(statement);
}

async function record(connection: Connection, { hash, time }: Migration): Promise<void> {
  await connection.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    time,
  ]);
}
