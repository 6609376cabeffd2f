import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { root } from './lib/root.mjs';

/*
 * The source files that one SEPA payment passes, from the widget's request for the session to the usage of the token.
 * Everything is real but the page: the widget runs without its elements.
 *
 * The path: files that are on the call stack when a request or a statement leaves, in the widget and the service, so
 * those that somebody opens who follows the payment from one step to the next. Left out are those that are passed as well
 * when a partner reads a customer or a browser asks what it may send: they are the frame of every request (origins,
 * metrics, whose customer it is). Files that are only asked something on the way, such as whether an IBAN is valid, are in
 * the longer list of all files of which a function runs. Jobs are in
 * neither, nor is the simulated provider in the path: Stripe is in its place where money is real.
 */

register();
// As vite.config.ts defines it for the builds.
Object.assign(globalThis, { __VERSION__: '0.0.0' });
const origin = 'http://localhost:5173';
const apiKey = 'test-key-northside-berlin-eur';
const customerId = 2001;

/** @param {string} path from the root */
const load = (path) => import(pathToFileURL(join(root, path)).href);
const { createSimulator } = await load('packages/simulator/src/create-simulator.ts');
const { readEnvironment } = await load('packages/service/src/environment.ts');
const { startService } = await load('packages/service/src/service.ts');
const { GatewayClient } = await load('src/gateway/gateway-client.ts');
const { paymentMethods } = await load('src/methods/registry.ts');
const { systemClock } = await load('src/platform/clock.ts');
const { PaymentFlow } = await load('src/flow/payment-flow.ts');
const { Submission } = await load('src/flow/submission.ts');
const { parsedConfig } = await load('src/testing/fixtures.ts');

/** A page that nobody hides or leaves. */
const page = {
  wakeup: { isHidden: () => false, onWake: () => undefined },
  newKey: () => crypto.randomUUID(),
};

const folder = await mkdtemp(join(tmpdir(), 'upc-files-'));
const simulator = await createSimulator({
  dataDir: join(folder, 'simulator'),
  secretKey: 'sk_test_of_this_count',
});
const start = () =>
  startService(
    readEnvironment({
      UPC_DATA_DIR: join(folder, 'service'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      SIMULATOR_URL: simulator.url,
      SIMULATOR_SECRET_KEY: 'sk_test_of_this_count',
    }),
  );
// The first start fills the demo studios in the background, and ending it waits for that: nothing of it is counted.
await (await start()).close();
const service = await start();
const path = new Set();
await watchSteps();
const inspector = new Session();
inspector.connect();
try {
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  path.clear();
  await openApi(`/v1/customers/${customerId}`);
  await fetch(`${service.url}/api/v1/payments`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  const frame = new Set(path);
  path.clear();
  const { token } = await openApi('/v1/payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    customerId,
    referenceText: 'Membership',
    permittedPaymentChoices: ['SEPA'],
  });
  const paymentRequestToken = await pay(token);
  await openApi(`/v1/customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  for (const file of frame) path.delete(file);
  report(result.filter(({ functions }) => functions.some(ran)).map(({ url }) => url));
} finally {
  inspector.disconnect();
  await service.close();
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
}

/** Notes which files are on the stack at each request and each statement; async callers count. */
async function watchSteps() {
  const { PgDatabase } = await load('node_modules/drizzle-orm/pg-core/db.js');
  Error.stackTraceLimit = 500;
  /** @type {(readonly [target: any, name: string])[]} */
  const watched = [
    [globalThis, 'fetch'],
    ...[
      'select',
      'selectDistinct',
      'insert',
      'update',
      'delete',
      'execute',
      'transaction',
      'with',
      '$count',
    ].map((name) => /** @type {const} */ ([PgDatabase.prototype, name])),
  ];
  for (const [target, name] of watched) {
    const own = target[name];
    target[name] = function (/** @type {unknown[]} */ ...given) {
      const stack = new Error().stack ?? '';
      // Work of the service itself, and not of a request: jobs, and the look at the demo studios.
      if (!/service.src.(jobs|seed)./.test(stack)) for (const file of sourcesIn(stack)) path.add(file);
      return own.apply(this, given);
    };
  }
}

/** @param {string} stack */
function sourcesIn(stack) {
  return stack
    .split('\n')
    .map((line) => line.replaceAll('\\', '/').replace(root.replaceAll('\\', '/'), '<root>'))
    .flatMap((line) => /<root>\/((?:src|service\/src)\/[^:]+\.ts)/.exec(line)?.[1] ?? []);
}

/**
 * Whether a function ran. The first of a module is the module itself.
 * @param {import('node:inspector').Profiler.FunctionCoverage} coverage
 */
function ran({ ranges: [range] }) {
  return range !== undefined && range.startOffset > 0 && range.count > 0;
}

/**
 * A SEPA payment as the widget makes it.
 * @param {string} sessionToken
 * @returns {Promise<string>} the paymentRequestToken
 */
function pay(sessionToken) {
  return new Promise((resolve, reject) => {
    const flow = new PaymentFlow({
      config: parsedConfig({
        onSuccess: (/** @type {string} */ paymentRequestToken) => {
          flow.destroy();
          resolve(paymentRequestToken);
        },
        onError: reject,
      }),
      gateway: new GatewayClient({
        baseUrl: service.url,
        sessionToken,
        language: () => 'en',
        clock: systemClock,
        random: Math.random,
        // Headers that a browser adds by itself.
        fetch: (/** @type {string} */ url, /** @type {RequestInit} */ init) =>
          fetch(url, { ...init, headers: { ...init.headers, origin } }),
      }),
      methods: paymentMethods,
      clock: systemClock,
      prepareForm: () => Promise.resolve(),
      afterPaint: (/** @type {() => void} */ then) => then(),
      prepareTexts: () => Promise.resolve(),
      prepareSubmission: () => Promise.resolve((/** @type {unknown} */ core) => new Submission(core, page)),
      securedFields: { open: () => Promise.reject(new Error('SEPA has no secured fields.')) },
      returnUrl: () => origin,
      redirect: () => Promise.reject(new Error('SEPA leads nowhere.')),
      reportHostError: reject,
    });
    const stop = flow.subscribe(() => {
      if (flow.getForm() === undefined) return;
      stop();
      flow.changeField('accountHolder', 'Mara Lindner');
      flow.changeField('iban', 'DE89370400440532013000');
      flow.changeConsent('mandate', true);
      flow.submit().catch(reject);
    });
    flow.start();
  });
}

/**
 * @param {string} path
 * @param {object} [body] without one it is read
 */
async function openApi(path, body) {
  const response = await fetch(service.url + path, {
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** @param {readonly string[]} urls */
function report(urls) {
  const files = urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(root, fileURLToPath(url)))
    .filter(
      (file) =>
        /^(contract|platform|src|service|simulator)\/.*\.ts$/.test(file) &&
        !/^(src\/testing|service\/src\/(seed|jobs))\//.test(file),
    )
    .sort();
  for (const file of files) console.log(file);
  console.log(`${files.length} files of which a function runs`);
  for (const file of [...path].sort()) console.log(file);
  console.log(`${path.size} files on the path`);
}
