import { webdriverLauncher } from '@web/test-runner-webdriver';
import { BrowserEndedError } from '../../scripts/test/element-report.mjs';
import shared from './web-test-runner.config.js';

// scripts/webkit.mjs and `npm run test:full` start the driver and say where it listens.
const { hostname, port } = new URL(process.env.UPC_WEBKIT_DRIVER ?? 'http://127.0.0.1:4444');

const launcher = webdriverLauncher({
  hostname,
  port: Number(port),
  path: '/',
  capabilities: {
    browserName: 'MiniBrowser',
    'wdio:enforceWebDriverClassic': true,
    'webkitgtk:browserOptions': { binary: process.env.UPC_WEBKIT, args: ['--automation'] },
  },
});

// The launcher presses all keys of a text before it lets the first go: of a digit that comes twice one is lost.
const pressTogether = launcher.sendKeys.bind(launcher);
launcher.sendKeys = async (session, keys) => {
  for (const key of keys) await pressTogether(session, [key]);
};

/** By the id of a session, the test that began last: a browser that has ended cannot say it. */
const begun = new Map();
const reportsTests = {
  name: 'reports-tests',
  transform(context) {
    if (!context.path.endsWith('.test.ts')) return undefined;
    const report = "executeServerCommand('test-begins', this.currentTest.fullTitle())";
    return `import { executeServerCommand } from '@web/test-runner-commands'; beforeEach(function () { return ${report}; }); ${context.body}`;
  },
  executeCommand({ command, payload, session }) {
    if (command !== 'test-begins') return undefined;
    begun.set(session.id, payload);
    return true;
  },
};

// Else nobody hears of a browser that has ended before the page was there, and all of the tests end with it.
launcher.startSession = async (session, url) => {
  await launcher.ensureManagerInitialized();
  await launcher.driverManager.startSession(session, url);
};

// One that has ended does not answer, and would not for all files after it: they get another one.
const stopSession = launcher.stopSession.bind(launcher);
launcher.stopSession = async (session) => {
  try {
    return await stopSession(session);
  } catch (error) {
    await launcher.stop();
    launcher.driver = undefined;
    launcher.driverManager = undefined;
    throw new BrowserEndedError(begun.get(session), error);
  }
};

/** The same tests of elements in WebKit. */
export default {
  ...shared,
  // axe finds in WebKit what it finds in Chromium, and takes half of the time.
  files: process.env.UPC_NIGHTLY
    ? shared.files
    : [...shared.files, '!src/elements/every-state.browser.test.ts'],
  // The import that is added to each file of tests is that of a package.
  nodeResolve: true,
  // The driver has one session at a time.
  concurrency: 1,
  browsers: [launcher],
  plugins: [...shared.plugins, reportsTests],
};
