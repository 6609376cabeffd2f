import { webdriverLauncher } from '@web/test-runner-webdriver';
import { BrowserEndedError } from '../../scripts/test/element-report.mjs';
import shared from './web-test-runner.config.js';

// scripts/webkit.mjs and `npm run test:full` start the driver and set its address.
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

// The launcher presses all keys of a text before it releases the first, so a repeated digit would be lost.
const pressTogether = launcher.sendKeys.bind(launcher);
launcher.sendKeys = async (session, keys) => {
  for (const key of keys) await pressTogether(session, [key]);
};

/** Last test that began, by session id. A browser that has crashed cannot report it. */
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

// The session is started here, since otherwise a browser that crashes before the page has loaded goes unnoticed and all
// tests end with it.
launcher.startSession = async (session, url) => {
  await launcher.ensureManagerInitialized();
  await launcher.driverManager.startSession(session, url);
};

// A browser that has crashed never responds again, so later files get a new one.
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

/** Runs the same element tests in WebKit. */
export default {
  ...shared,
  // axe reports the same in WebKit as in Chromium, and takes half of the test time.
  files: process.env.UPC_NIGHTLY
    ? shared.files
    : [...shared.files, '!src/elements/every-state.browser.test.ts'],
  // The import that is added to each test file refers to a package.
  nodeResolve: true,
  // The driver supports only one session at a time.
  concurrency: 1,
  browsers: [launcher],
  plugins: [...shared.plugins, reportsTests],
};
