import { join } from 'node:path';
import { PartnerBackend } from '../support/open-api.js';
import { HostPage } from '../support/host-page.js';
import { startPartnerServer } from '../support/partner-server.js';
import { root } from '../support/process.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { Widget } from '../support/widget.js';
import { expect, test } from './fixtures.js';

const COMMAND = `npm exec --yes --package "${join(root, 'upc-sandbox.tgz')}" -- upc-sandbox`;

test('sessions end by the clock of the sandbox, and the widget counts down by it', async ({ page, type }) => {
  const sandbox = type(`${COMMAND} --port 0`);
  await sandbox.prints('The sandbox is ready');
  const address = (name: string): string =>
    new RegExp(`${name} +(http://localhost:\\d+)`).exec(sandbox.output())?.[1] ?? '';
  const serviceUrl = address('Service');
  const advance = async (duration: string): Promise<void> => {
    const command = type(`${COMMAND} clock advance ${duration} --port ${new URL(serviceUrl).port}`);
    expect(await command.ended, command.output()).toBe(0);
    expect(command.output()).toMatch(/^It is .* UTC in the sandbox \(.* ahead\)\./m);
  };
  const partner = await startPartnerServer({
    serviceUrl,
    simulatorUrl: address('Provider'),
    policy: 'strict',
  });
  try {
    const backend = new PartnerBackend(serviceUrl);
    const host = new HostPage(page, serviceUrl);
    const widget = new Widget(page);
    const form = new SepaForm(widget);
    const open = async (userSessionToken: string): Promise<void> => {
      await page.goto(partner.pageUrl('script'));
      await host.init({ userSessionToken });
    };

    await test.step('a session that is open has ended after 31 minutes', async () => {
      await open((await openSepaSession(backend)).token);
      await form.fill();
      await advance('31m');
      await form.button.click();
      await expect(widget.text('This payment session has expired.').first()).toBeVisible();
      expect(await host.tokens()).toEqual([]);
    });

    await test.step('a new session warns of its end, at the time of the sandbox, and still pays', async () => {
      const { token, tokenValidUntil } = await openSepaSession(backend);
      await open(token);
      await expect(form.button).toBeVisible();
      const warning = widget.text(/^This payment session ends at/);
      await expect(warning).toHaveCount(0);
      await advance('28m');
      await open(token);
      const time = new Date(tokenValidUntil).toLocaleTimeString('en-GB', {
        timeZone: 'Europe/Berlin',
        hour: '2-digit',
        minute: '2-digit',
      });
      await expect(warning.first()).toContainText(time);
      await form.fill();
      await form.button.click();
      await expect.poll(() => host.tokens()).toHaveLength(1);
    });
  } finally {
    await partner.close();
  }
});
