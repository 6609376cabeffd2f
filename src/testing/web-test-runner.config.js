import { writeFile, mkdir } from 'node:fs/promises';
import { summaryReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { findBrowser } from '../../scripts/lib/browsers.mjs';
import { bundledTests } from '../../scripts/test/bundled-tests.mjs';
import { reportOf } from '../../scripts/test/element-report.mjs';

const chromium = findBrowser('chromium');

/** Records the counts for `npm test`, which adds up the tests of all runners. */
const countReporter = {
  async stop({ sessions }) {
    await mkdir('test-results', { recursive: true });
    await writeFile('test-results/elements.json', JSON.stringify(reportOf(sessions)));
  },
};

const files = ['src/**/*.browser.test.ts'];

export default {
  files,
  concurrency: 2,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: chromium?.executablePath },
    }),
  ],
  plugins: [bundledTests(files)],
  reporters: [summaryReporter(), countReporter],
  // These times limit a hang rather than measure speed, since busy machines are many times slower.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 180_000 } },
};
