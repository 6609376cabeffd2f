import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { bundleConsumer, bundleSdk, bundleWrapper, gzipSize } from './lib/sizes.mjs';

// Budgets of the built files, in KiB after gzip.
const budgets = { first: 44, script: 88, consumer: 40, wrapper: 2, locale: 6, sdk: 6, webhooks: 5 };

const script = join(root, 'dist/script');
const sizeOf = (/** @type {string} */ file) => gzipSize(readFileSync(join(script, file)));
const first = sizeOf('widget.js');
const later = readdirSync(script).filter((file) => /^widget-later-\w+\.js$/.test(file));
if (later.length !== 1) throw new Error(`${script} contains ${later.length} second files of the script.`);
const rows = [
  { name: 'widget.js, up to a usable SEPA form', budget: budgets.first, bytes: first },
  {
    name: 'widget.js and its second file, everything but the other locales',
    budget: budgets.script,
    bytes: later.reduce((sum, file) => sum + sizeOf(file), first),
  },
  ...readdirSync(join(script, 'locales'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: `locales/${file}`,
      budget: budgets.locale,
      bytes: sizeOf(`locales/${file}`),
    })),
  {
    name: 'a bundle of the npm build, up to a usable SEPA form',
    budget: budgets.consumer,
    bytes: await bundleConsumer(),
  },
  ...(await Promise.all(
    ['react', 'vue', 'angular', 'svelte', 'element'].map(async (wrapper) => ({
      name: `upc-payment-widget/${wrapper}, without the widget and the framework`,
      budget: budgets.wrapper,
      bytes: await bundleWrapper(wrapper),
    })),
  )),
  {
    name: 'upc-open-api, a client with one operation',
    budget: budgets.sdk,
    bytes: await bundleSdk('index', ['createClient', 'userSession']),
  },
  {
    name: 'upc-open-api/webhooks',
    budget: budgets.webhooks,
    bytes: await bundleSdk('webhooks', ['verifyEvent']),
  },
];

for (const { name, budget, bytes } of rows) {
  const fits = bytes <= budget * 1024;
  console.log(`${fits ? 'ok  ' : 'OVER'} ${(bytes / 1024).toFixed(1).padStart(5)} of ${budget} KiB  ${name}`);
  if (!fits) process.exitCode = 1;
}
