import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { build } from 'vite';
import { onFreePort, runCommand } from '../sandbox/terminal.js';
import { installPackage } from '../support/installed-package.js';
import { root } from '../support/process.js';
import { writeFirstPageFiles } from '../support/documentation.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test as base } from '../support/fixtures.js';

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'upc-outside-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

test('the files of the first page of the documentation, copied into a folder', async ({
  folder,
  page,
  stack,
  widget,
}) => {
  const names = await writeFirstPageFiles(folder, { 'http://localhost:4010': stack.serviceUrl });
  expect(names).toEqual(['backend.mjs', 'page.html']);
  const backend = runCommand('node backend.mjs', folder, onFreePort);
  try {
    await backend.prints('http://localhost:');
    const url = backend.output().trim();
    await page.goto(url);
    await widget.chooseMethod('SEPA Direct Debit');
    // A session that the page has stored and that has expired must not lock the member out.
    await page.evaluate(() => sessionStorage.setItem('session', 'the-token-of-a-session-that-is-over'));
    await page.reload();
    await widget.chooseMethod('SEPA Direct Debit');
    const form = new SepaForm(widget);
    await form.fill();
    // A backend that fails for a moment must not lose the payment.
    await page.route('**/token', (route) => route.fulfill({ status: 502, body: 'Refused' }), { times: 1 });
    await form.button.click();
    await expect(page.getByText('Please reload this page.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Paid. Thank you.')).toBeVisible();

    // The page distinguishes a refusal from an unknown outcome, and the member can pay in another way.
    await page.reload();
    await widget.chooseMethod('SEPA Direct Debit');
    await form.fill({ iban: ibans.noFunds });
    await form.button.click();
    await expect(page.getByText('The payment was refused.')).toBeVisible();
    await page.reload();
    await widget.chooseMethod('SEPA Direct Debit');
    await form.fill();
    await form.button.click();
    await expect(page.getByText('Paid. Thank you.')).toBeVisible();

    // The page receives only the session data that it needs.
    const answer = await fetch(`${url}/session`, { method: 'POST' });
    expect(Object.keys((await answer.json()) as object)).toEqual(['token']);
  } finally {
    await backend.interrupt();
  }
});

test('the npm tarball, bundled by a partner', async ({ backend, folder, host, page, widget }) => {
  test.setTimeout(180_000);
  await installPackage(folder);
  await writeFile(
    join(folder, 'main.ts'),
    // The partner already uses i18next, with keys that the widget's types must leave alone.
    `import i18next from 'i18next';
     import { init, type PaymentWidgetConfig } from 'upc-payment-widget';
     void i18next.init({ lng: 'en', resources: { en: { translation: { 'of the host': 'Join us' } } } });
     const text: string = i18next.t('of the host');
     document.title = text;
     const start = (config: PaymentWidgetConfig): { destroy(): void } => init(config);
     Object.assign(globalThis, { paymentWidget: { init: start } });\n`,
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A bundle</title></head>
     <body><div id="payment"></div><script type="module" src="./main.ts"></script></body></html>\n`,
  );

  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        types: [],
      },
      files: ['main.ts'],
    }),
  );

  // The types compile on their own, with library checks, and importing the package in Node has no effect.
  await execa(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  await execa(process.execPath, ['--input-type=module', '-e', "await import('upc-payment-widget')"], {
    cwd: folder,
  });
  // The licences of bundled libraries require their notices to be included.
  const installed = join(folder, 'node_modules/upc-payment-widget');
  for (const [file, libraries] of [
    ['script/widget.js.LICENSES.txt', ['lit', 'i18next', 'ibantools', '@stripe/stripe-js']],
    ['es/LICENSES.txt', ['ibantools']],
  ] as const) {
    const licenses = await readFile(join(installed, 'dist', file), 'utf8');
    for (const library of libraries)
      expect(licenses).toMatch(new RegExp(`^${library} \\d+\\.\\d+\\.\\d+\n\n.*\\S`, 'm'));
  }

  // webpack and Rspack resolve paths as Node does within ES modules: a folder, or a name without an extension, is an error.
  const chunks = join(installed, 'dist/es/chunks');
  const files = (await readdir(chunks))
    .filter((name) => name.endsWith('.js'))
    .map((name) => pathToFileURL(join(chunks, name)).href);
  const loadAll = `for (const file of ${JSON.stringify(files)}) await import(file);`;
  await execa(process.execPath, ['--input-type=module', '-e', loadAll], { cwd: folder });

  await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir: join(folder, 'out') } });
  const assets = join(folder, 'out/assets');
  const scripts = await Promise.all(
    (await readdir(assets)).map((name) => readFile(join(assets, name), 'utf8')),
  );
  expect(scripts.filter((script) => script.includes('i18next is already initialized'))).toHaveLength(1);

  const server = await serveFolder(join(folder, 'out'));
  try {
    const session = await openSepaSession(backend);
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/index.html`);
    await host.init({ userSessionToken: session.token, locale: 'de' });
    const form = new SepaForm(widget, 'de');
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    await expect(page).toHaveTitle('Join us');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

async function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(join(folder, pathname)).then(
      (content) => {
        response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}
