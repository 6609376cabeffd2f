import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaffError } from '../errors/staff-error.js';
// In the built program, this is the journal at the time of the build.
import known from './migrations/meta/_journal.json' with { type: 'json' };

export interface Journal {
  readonly entries: readonly { readonly tag: string; readonly sha256: string }[];
}

/**
 * Returns the folder of the migrations.
 *
 * @throws StaffError when it contains migrations that the program was not built with, as after an update without a
 * build: the database would get tables that the code does not know.
 */
export function currentMigrations(): string {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  requireBuilt(JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal, known);
  return folder;
}

/**
 * Checks the migrations that were found against those of the build.
 *
 * @throws StaffError as `currentMigrations`.
 */
export function requireBuilt(found: Journal, built: Journal): void {
  const digests = new Set(built.entries.map(({ sha256 }) => sha256));
  const later = found.entries.filter(({ sha256 }) => !digests.has(sha256)).map(({ tag }) => tag);
  if (later.length === 0) return;
  throw new StaffError(
    `This program was built with another ${later.join(', ')}.sql than the one next to it. Run npm run build, then start it again; the database was not changed.`,
  );
}
