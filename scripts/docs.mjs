/*
 * The documentation site: `npm run docs` builds docs/*.md into docs/.vitepress/dist, `npm run docs -- --dev` shows them while
 * they are edited. What builds it is installed in docs/ alone, which neither `npm start` nor the product knows; the scripts
 * themselves need the packages of the root.
 */
import { ensureInstalled } from './lib/install.mjs';

const isDev = process.argv.includes('--dev');
await ensureInstalled();
// Imports what has been installed.
const { installDocs, vitepress } = await import('./docs/site.mjs');
await installDocs();
const { code, output } = await vitepress(isDev ? 'dev' : 'build', { show: isDev });
if (code !== 0) console.error(output);
else console.log('The site is in docs/.vitepress/dist.');
process.exitCode = code;
