import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DATABASE = 'test/support/database.ts';

/**
 * Finds the tests that do not import `database.ts`, directly or through another module.
 * @returns paths from the folder of the service
 */
export function testsWithoutDatabase(service: string): string[] {
  const known = new Map<string, boolean>();
  return ['src', 'test']
    .flatMap((folder) =>
      readdirSync(path.join(service, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !needsDatabase(file));

  function needsDatabase(file: string): boolean {
    if (file === DATABASE) return true;
    const found = known.get(file);
    if (found !== undefined) return found;
    // Modules may import each other.
    known.set(file, false);
    const needs = importsOf(service, file).some(needsDatabase);
    known.set(file, needs);
    return needs;
  }
}

/** Returns the modules of the service and its tests that a module imports. */
function importsOf(service: string, file: string): string[] {
  const text = readFileSync(path.join(service, file), 'utf8');
  return [...text.matchAll(/'(\.[^']+)\.js'/g)]
    .map(([, module]) => path.posix.join(path.posix.dirname(file), `${module}.ts`))
    .filter((module) => existsSync(path.join(service, module)));
}
