import { npm } from '../../scripts/lib/run.mjs';

/**
 * Lists the files that npm would pack now, by path from the root. It builds nothing, and README.md is the repository's
 * own, which `npm pack` replaces with `e2e/package/README.md`.
 */
export async function packedFiles(): Promise<readonly string[]> {
  const { code, output } = await npm([
    'pack',
    '--dry-run',
    '--json',
    '--ignore-scripts',
    '--loglevel=silent',
  ]);
  if (code !== 0) throw new Error(`npm pack ended with ${code}:\n${output}`);
  const [packed] = JSON.parse(output) as [{ files: { path: string }[] }];
  return packed.files.map(({ path }) => path);
}
