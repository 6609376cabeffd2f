import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { summaryReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { findBrowser } from './scripts/lib/browsers.mjs';
import { reportOf } from './scripts/lib/element-report.mjs';

const chromium = findBrowser('chromium');

/** As Vite does when it builds: `x.css?inline` is a module with the text, an imported `.json` one with the value. */
const modulesAsVite = {
  name: 'modules-as-vite',
  async serve(context) {
    const isCss = context.path.endsWith('.css') && 'inline' in context.query;
    const isJson = context.path.endsWith('.json') && context.get('sec-fetch-dest') === 'script';
    if (!isCss && !isJson) return undefined;
    const text = await readFile(new URL(`.${context.path}`, import.meta.url), 'utf8');
    return { body: `export default ${isJson ? text : JSON.stringify(text)};`, type: 'js' };
  },
};

/** Counts for `npm test`, which adds up the tests of all runners. */
const countReporter = {
  async stop({ sessions }) {
    await mkdir('test-results', { recursive: true });
    await writeFile('test-results/elements.json', JSON.stringify(reportOf(sessions)));
  },
};

export default {
  files: '{src,testkit}/**/*.browser.test.ts',
  nodeResolve: { exportConditions: ['browser', 'development'] },
  concurrency: 2,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: chromium?.executablePath },
    }),
  ],
  plugins: [modulesAsVite, esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.base.json' })],
  reporters: [summaryReporter(), countReporter],
  // Longest time of a hang, not a measure of speed: busy machines take many times as long.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 60_000 } },
};
