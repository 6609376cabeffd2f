import { spawnSync } from 'node:child_process';

/** @returns {string | undefined} the reason why this machine cannot build and run images; undefined if it can */
export function whyNoImages() {
  for (const args of [['info'], ['buildx', 'version'], ['compose', 'version']]) {
    const { error, status, stderr } = spawnSync('docker', args, { encoding: 'utf8', timeout: 10_000 });
    if (error) return `docker ${args[0]} does not run (${error.message})`;
    if (status !== 0) return `docker ${args.join(' ')} fails: ${stderr.trim().split('\n')[0]}`;
  }
  return undefined;
}
