import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaffError } from '../errors/staff-error.js';
// In the built program, the journal of the time when it was built.
import known from './migrations/meta/_journal.json' with { type: 'json' };

export interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/**
 * The folder of the migrations.
 *
 * @throws StaffError when it holds others than the program was built with, as after an update without a build: the
 * database would get a form that the code does not know.
 */
export function currentMigrations(): string {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  requireKnown(JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal, known);
  return folder;
}

/** @throws StaffError as `currentMigrations`. */
export function requireKnown(found: Journal, built: Journal): void {
  const tags = new Set(built.entries.map(({ tag }) => tag));
  const later = found.entries.filter(({ tag }) => !tags.has(tag)).map(({ tag }) => tag);
  if (later.length === 0) return;
  throw new StaffError(
    `This program was built before the migration ${later.join(', ')}. Run npm run build, then start it again; the database was not changed.`,
  );
}
