import { spawnSync } from 'node:child_process';
import { root } from '../scripts/lib/root.mjs';

/**
 * What npm would pack now, by path from the root. Nothing is built for it, and README.md is that of the repository, which
 * `npm pack` changes for `package/README.md`.
 */
export function packedFiles(): readonly string[] {
  const cli = process.env.npm_execpath;
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent'];
  const { stdout, status } =
    cli !== undefined && /\.[cm]?js$/.test(cli)
      ? spawnSync(process.execPath, [cli, ...args], { cwd: root, encoding: 'utf8' })
      : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm pack ended with ${status}:\n${stdout}`);
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return packed.files.map(({ path }) => path);
}
