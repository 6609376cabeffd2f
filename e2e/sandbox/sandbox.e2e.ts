import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { CardForm, openCardSession } from '../support/card-form.js';
import { builds } from '../support/fixtures.js';
import { HostPage } from '../support/host-page.js';
import { PartnerBackend } from '../support/open-api.js';
import { startPartnerServer } from '../support/partner-server.js';
import { root } from '../support/process.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { Widget } from '../support/widget.js';
import { expect, test } from './fixtures.js';

const COMMAND = `npm exec --yes --package "${join(root, 'upc-sandbox.tgz')}" -- upc-sandbox`;
const READY = 'The sandbox is ready';

test('pages that say sandbox, with both builds; a second start; Ctrl-C', async ({ folder, page, type }) => {
  const sandbox = type(`${COMMAND} --port 0`);
  await sandbox.prints(READY);
  const address = (name: string): string =>
    new RegExp(`${name} +(http://localhost:\\d+)`).exec(sandbox.output())?.[1] ?? '';
  const serviceUrl = address('Service');
  const partner = await startPartnerServer({
    serviceUrl,
    simulatorUrl: address('Provider'),
    policy: 'strict',
  });
  try {
    const backend = new PartnerBackend(serviceUrl);
    const host = new HostPage(page, serviceUrl);
    const widget = new Widget(page);
    for (const build of builds)
      await test.step(`SEPA and a card, with the build ${build}`, async () => {
        const sepa = await openSepaSession(backend);
        await page.goto(partner.pageUrl(build));
        await host.init({ userSessionToken: sepa.token, environment: 'sandbox' });
        const debit = new SepaForm(widget);
        await debit.fill();
        await debit.button.click();
        await expect.poll(() => host.tokens()).toHaveLength(1);

        const session = await openCardSession(backend);
        await page.goto(partner.pageUrl(build));
        await host.init({ userSessionToken: session.token, environment: 'sandbox' });
        const card = new CardForm(widget);
        await card.fill();
        await card.button.click();
        await expect.poll(() => host.tokens()).toHaveLength(1);
      });
  } finally {
    await partner.close();
  }

  await test.step('is reached from this machine alone', async () => {
    const { port } = new URL(serviceUrl);
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const other of others) expect(await answers(other.address, Number(port))).toBe(false);
    expect(await answers('127.0.0.1', Number(port))).toBe(true);
  });

  await test.step('shows a sign-up and says where its data is', async () => {
    const pages = /(http:\/\/localhost:\d+)\/signup/.exec(sandbox.output())?.[1] ?? '';
    expect((await fetch(`${pages}/signup`)).status).toBe(200);
    expect((await fetch(`${serviceUrl}/open-api/`)).status).toBe(200);
    expect((await fetch(`${serviceUrl}/studio`)).status).toBe(200);
    expect((await fetch(`${serviceUrl}/studio/studio.css`)).status).toBe(200);
    expect(sandbox.output()).toContain(join(folder, '.upc-sandbox'));
    expect(await readdir(folder)).toEqual(['.upc-sandbox']);
    expect(await readFile(join(folder, '.upc-sandbox/.gitignore'), 'utf8')).toBe('*\n');
  });

  await test.step('refuses the folder and the ports of the one that runs', async () => {
    // This starts the installed program directly, so that npm does not check the installation two more times.
    const installed = `node "${await installedProgram()}"`;
    const sameFolder = type(`${installed} --port 0`);
    expect(await sameFolder.ended).toBe(1);
    expect(sameFolder.output()).toContain('--data <folder>');

    const { port } = new URL(serviceUrl);
    const samePort = type(`${installed} --data other --port ${port}`);
    expect(await samePort.ended).toBe(1);
    expect(samePort.output()).toMatch(new RegExp(`Ports? ${port}(, \\d+)* (is|are) taken.*--port \\d+`));
  });

  await test.step('ends on Ctrl-C while it starts, and starts again', async () => {
    const command = `node "${await installedProgram()}" --data cut-off --port 0`;
    const cutOff = type(command);
    await cutOff.prints('Starting the service');
    await cutOff.interrupt();
    expect(cutOff.output()).toContain('Finishing work in progress');
    expect(cutOff.output()).not.toContain(READY);
    const again = type(command);
    await again.prints(READY);
    await again.interrupt();
  });

  await test.step('ends with everything on Ctrl-C', async () => {
    await sandbox.interrupt();
    for (const [url] of sandbox.output().matchAll(/http:\/\/localhost:\d+/g))
      expect(await answers('127.0.0.1', Number(new URL(url).port))).toBe(false);
  });
});

/** Returns the path of the program in this run's npm folder (global-setup.ts). */
async function installedProgram(): Promise<string> {
  const folder = join(process.env.UPC_NPM_FOLDER ?? '', '_npx');
  const [name = ''] = await readdir(folder);
  return join(folder, name, 'node_modules/upc-sandbox/packages/sandbox/dist/main.js');
}

/** Checks whether a server accepts connections at an address. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
