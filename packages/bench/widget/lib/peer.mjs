import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/root.mjs';
import { npm } from '../../../../scripts/lib/run.mjs';

const folder = join(root, 'packages/bench/widget/peer');

/**
 * Installs the library that the widget is compared with, in a folder of its own that neither `npm start` nor the tests
 * use.
 * @throws when the installation fails
 */
export async function installPeer() {
  if (existsSync(join(folder, 'node_modules/@adyen/adyen-web'))) return;
  const { code, output } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  if (code !== 0) throw new Error(`adyen-web cannot be installed:\n${output}`);
}
