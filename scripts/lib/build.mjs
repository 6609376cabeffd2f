import { npm } from './run.mjs';

/**
 * Builds the widget and the simulator's frames. `npm run build` itself skips the parts that are up to date.
 * @throws when the build fails; the message contains its output
 */
export async function ensureBuilt() {
  console.log('Building the changed parts of the widget and of the simulated provider’s frames …');
  const { code, output } = await npm(['run', 'build']);
  if (code !== 0) throw new Error(`npm run build failed:\n${output}`);
}
