import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaffError } from '../errors/staff-error.js';
// In the built program, the journal of the time when it was built.
import known from './migrations/meta/_journal.json' with { type: 'json' };

export interface Journal {
  readonly entries: readonly { readonly tag: string; readonly sha256: string }[];
}

/**
 * The folder of the migrations.
 *
 * @throws StaffError when it holds others than the program was built with, as after an update without a build: the
 * database would get tables that the code does not know.
 */
export function currentMigrations(): string {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  requireBuilt(JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal, known);
  return folder;
}

/** @throws StaffError as `currentMigrations`. */
export function requireBuilt(found: Journal, built: Journal): void {
  const digests = new Set(built.entries.map(({ sha256 }) => sha256));
  const later = found.entries.filter(({ sha256 }) => !digests.has(sha256)).map(({ tag }) => tag);
  if (later.length === 0) return;
  throw new StaffError(
    `This program was built with another ${later.join(', ')}.sql than the one beside it. Run npm run build, then start it again; the database was not changed.`,
  );
}
