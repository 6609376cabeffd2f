import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { typeErrors } from '../../scripts/docs/type-check.mjs';
import { expectAccessible } from '../support/accessibility.js';
import { type CopiedBlock, type CopiedPage, copiedPages } from '../support/copied-code.js';
import { expect, test } from '../support/demo-fixtures.js';
import type { PartnerBackend } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { Widget } from '../support/widget.js';

const look = new URLSearchParams({
  'styling.borderRadius': '19px',
  'css.--upc-field-height': '61px',
  'page.font': 'serif',
  locale: 'de',
  onError: 'true',
  'page.view': 'code',
});
/** Text that ends a script, a template literal or a template expression unless it is escaped. */
const hostile = "</script><b>`${'x'}` {@html 'x'} \\";
const ownButton = new URLSearchParams({
  ...Object.fromEntries(look),
  hidePaymentButton: 'true',
  i18n: `list.legend=${hostile}`,
});

for (const [name, make] of Object.entries(copiedPages)) {
  test(`the code for ${name} works as it is copied @nightly`, async ({ backend, demoUrl, page }) => {
    // A framework's compiler is slow on a busy machine.
    test.setTimeout(180_000);
    await page.goto(`${demoUrl}/styling#${look}`);
    await serving(await make(await copyFrom(page, name)), backend, async (address) => {
      const form = await openMade(page, address);
      await expect(form.button).toBeVisible();
    });

    await page.goto(`${demoUrl}/styling#${ownButton}`);
    await page.reload();
    await serving(await make(await copyFrom(page, name)), backend, async (address) => {
      const form = await openMade(page, address);
      await expect(new Widget(page, 'body').root.getByText(hostile)).toBeAttached();
      await expect(form.button).toBeHidden();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await expect(form.holder).toHaveAttribute('aria-invalid', 'true');
    });
  });
}

test('the code fits the types of the package', async ({ demoUrl, page }) => {
  test.setTimeout(180_000);
  await page.goto(`${demoUrl}/styling#${ownButton}`);
  const [react] = (await copyFrom(page, 'React')).filter(({ name }) => name.endsWith('.tsx'));
  const [element] = (await copyFrom(page, '<upc-payment>')).filter(({ name }) => name === 'JavaScript');
  const [angular] = (await copyFrom(page, 'Angular')).filter(({ name }) => name.endsWith('.ts'));
  const scripts = [
    { name: 'Payment.tsx', code: react?.code ?? '' },
    { name: 'element.js', code: element?.code ?? '' },
    { name: 'payment.component.ts', code: angular?.code ?? '' },
  ];
  expect(Object.fromEntries(typeErrors(scripts))).toEqual(
    Object.fromEntries(scripts.map(({ name }) => [name, []])),
  );
});

test('tabs of the code: by keyboard, in the address, on a small screen', async ({ demoUrl, page }) => {
  await page.goto(`${demoUrl}/styling#page.view=code&page.code=vue`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(tab('Vue')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Vue' })).toContainText('upc-payment-widget/vue');

  await tab('Vue').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Angular')).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Angular' })).toContainText('upc-payment-widget/angular');
  await page.keyboard.press('End');
  await expect(tab('<upc-payment>')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Script tag')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(page.getByRole('tabpanel', { name: 'Script tag' })).toContainText('integrity=');
  await page.keyboard.press('Tab');
  // Only the selected tab is a keyboard stop; the next stop is the code.
  await expect(page.getByRole('button', { name: 'Copy HTML' })).toBeFocused();

  await tab('Svelte').click();
  await expect(page).toHaveURL(/page\.code=svelte/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(tab('Svelte')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Copy Payment.svelte' }).click();
  await expect(page.getByRole('status').filter({ hasText: /copied|select it/ })).toBeVisible();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { within: 'main' });
  }
  await page.setViewportSize({ width: 320, height: 700 });
  for (const name of Object.keys(copiedPages)) {
    const box = await tab(name).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(320);
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { documentElement: root } = document;
    return { scrollWidth: root.scrollWidth, clientWidth: root.clientWidth };
  });
  expect(scrollWidth, 'less than 320 where a scroll bar takes room').toBe(clientWidth);
  await expectAccessible(page, { within: 'main' });
});

/** Returns everything that a tab offers for copying, read from the page. */
async function copyFrom(page: Page, tab: string): Promise<readonly CopiedBlock[]> {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: tab });
  await expect(panel.locator('.code-block').first()).toBeVisible();
  return panel.locator('.code-block').evaluateAll((blocks) =>
    blocks.map((block) => ({
      name: block.querySelector('.code-head span')?.textContent ?? '',
      code: block.querySelector('code')?.textContent ?? '',
    })),
  );
}

/** Opens the widget on a partner's page and expects the look that it had on the styling page. */
async function openMade(page: Page, address: string): Promise<SepaForm> {
  await page.goto(address);
  const widget = new Widget(page, 'body');
  await widget.chooseMethod('SEPA-Lastschrift');
  const form = new SepaForm(widget, 'de');
  await expect(form.holder).toHaveCSS('border-radius', '19px');
  await expect(form.holder).toHaveCSS('height', '61px');
  await expect(form.holder).toHaveCSS('font-family', /Charter/);
  return form;
}

/** Runs a partner's server for one page and its script, which opens sessions. */
async function serving(
  { body, script = '' }: CopiedPage,
  backend: PartnerBackend,
  act: (address: string) => Promise<void>,
): Promise<void> {
  const html = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Made</title><body>${body}
    ${script === '' ? '' : '<script type="module" src="/page.js"></script>'}</body></html>`;
  const answer = async (path: string): Promise<readonly [type: string, content: string]> => {
    if (path === '/page.js') return ['text/javascript', script];
    if (path !== '/session') return ['text/html', html];
    const { token } = await backend.openSession({ customerId: 2001, referenceText: 'Made' });
    return ['application/json', JSON.stringify({ token })];
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ([type, content]) => response.setHeader('content-type', `${type}; charset=utf-8`).end(content),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    await act(`http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
