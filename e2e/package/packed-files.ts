import { npm } from '../../scripts/lib/run.mjs';

/**
 * Files that npm would pack now, by path from the root. Nothing is built for it, and README.md is that of the repository, which
 * `npm pack` changes for `e2e/package/README.md`.
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
