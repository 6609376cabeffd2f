/*
 * Builds the documentation site. `npm run docs` builds docs/*.md into docs/.vitepress/dist, `npm run docs -- --dev`
 * shows the pages while they are edited. The tools that build the site are installed only in docs/, because neither
 * `npm start` nor the product needs them. The scripts themselves need the packages of the root.
 */
import { ensureInstalled } from './lib/install.mjs';

const isDev = process.argv.includes('--dev');
await ensureInstalled();
// This module imports packages that were only just installed.
const { installDocs, vitepress } = await import('./docs/site.mjs');
const { addApiReference } = await import('./docs/api-reference.mjs');
addApiReference();
await installDocs();
const { code, output } = await vitepress(isDev ? 'dev' : 'build', { show: isDev });
if (code !== 0) console.error(output);
else console.log('The site is in docs/.vitepress/dist.');
process.exitCode = code;
