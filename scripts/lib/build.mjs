import { npm } from './run.mjs';

/**
 * Builds the widget and the simulator's frames; `npm run build` itself skips what is up to date.
 * @throws when the build fails; the message holds its output
 */
export async function ensureBuilt() {
  console.log('Building what has changed of the widget and the frames of the simulated provider …');
  const { code, output } = await npm(['run', 'build']);
  if (code !== 0) throw new Error(`npm run build failed:\n${output}`);
}
