import { recordCalls } from '../support/faults.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/fixtures.js';

test('destroy and init a hundred times on one container', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open('npm');
  const before = await page.evaluate(() => document.querySelectorAll('*').length);
  for (let round = 0; round < 100; round += 1) {
    await host.init({ userSessionToken: session.token });
    await host.destroy();
  }
  await expect(page.locator('#payment')).toBeEmpty();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBe(before);
  expect(await host.events()).toEqual([]);

  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  canaries.expectQuiet();
});

test('what the host has in the container stays @core', async ({ backend, host, page, stack, widget }) => {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Own content</title>
    <script src="${stack.serviceUrl}/widget/widget.js"></script></head>
    <body><div id="payment"><p>Ours</p></div></body></html>`;
  const session = await openSepaSession(backend);
  await page.goto(stack.partner.serve('/own', html));
  await host.init({ userSessionToken: session.token });
  await expect(new SepaForm(widget).holder).toBeVisible();
  await host.destroy();
  await host.destroy();
  await expect(page.locator('#payment')).toHaveText('Ours');
});

test('loading the script asks for nothing, and leaves nothing on the page @core', async ({ open, page }) => {
  const calls = recordCalls(page);
  await open();
  expect(calls).toEqual([]);
  const added = await page.evaluate(() => ({
    prototype: Object.keys(Object.prototype),
    cookies: document.cookie,
    widget: typeof (window as unknown as { paymentWidget: { init: unknown } }).paymentWidget.init,
  }));
  expect(added).toEqual({ prototype: [], cookies: '', widget: 'function' });
});
