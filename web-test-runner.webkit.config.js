import { webdriverLauncher } from '@web/test-runner-webdriver';
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

/** The same tests of elements in WebKit. */
export default {
  ...shared,
  // The driver has one session at a time.
  concurrency: 1,
  browsers: [launcher],
};
