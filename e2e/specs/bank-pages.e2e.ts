import { expectAccessible } from '../support/accessibility.js';
import { expect, test } from '../support/card-frames.js';

test.describe('3-D Secure in a modal @nightly', () => {
  for (const [number, button, outcome] of [
    ['4000000000003220', 'Approve', 'authorized'],
    ['4000000000003220', 'The bank refuses', 'authentication_failed'],
    ['4000000000003220', 'Cancel', 'cancelled_by_payer'],
    ['4000008400001629', 'Approve', 'declined'],
  ] as const) {
    test(`${number}: ${button} is ${outcome}`, async ({ frames, provider }) => {
      await frames.mount();
      await frames.typeCard(number);
      const { id, clientSecret } = await provider.createIntent();
      await frames.confirm(clientSecret);
      const bank = frames.frame('bank');
      await expect(bank.getByText('€49.90')).toBeVisible();
      await bank.getByRole('button', { name: button, exact: true }).click();
      await frames.message('complete', 'bank');
      expect(await frames.result()).toMatchObject({ outcome: 'answered' });
      expect(await provider.outcome(id)).toBe(outcome);
    });
  }

  test('closed by the person: the payment still waits, and the page is told', async ({
    frames,
    provider,
  }) => {
    await frames.mount();
    await frames.typeCard('4000000000003220');
    const { id, clientSecret } = await provider.createIntent();
    await frames.confirm(clientSecret);
    await frames.message('ready', 'bank');
    await frames.send({ type: 'abandon', id: 'confirm-1' });
    expect(await frames.result()).toEqual({ outcome: 'answered', status: 'requires_action' });
    expect(await provider.outcome(id)).toBe('requires_action');
  });

  test('says that it is done to a page of a registered origin only', async ({
    frames,
    provider,
    hostPages,
    page,
  }) => {
    await frames.mount();
    await frames.typeCard('4000000000003220');
    const { clientSecret } = await provider.createIntent();
    await frames.confirm(clientSecret);
    const { url } = await frames.message('action');
    await page.goto(hostPages.foreignUrl);
    await page.evaluate((address) => {
      (window as unknown as { host: { openModal(url: string): void } }).host.openModal(address);
    }, String(url));
    await expect(frames.frame('bank').getByRole('button')).toHaveCount(0);
    expect(await frames.heard()).toEqual([]);
  });
});

test.describe('3-D Secure by redirect @nightly', () => {
  test('leads to the bank and back, with nothing added to the address', async ({
    frames,
    provider,
    hostPages,
    page,
  }) => {
    await frames.mount();
    await frames.typeCard('4000002760003184');
    const returnUrl = `${hostPages.url}/?order=7`;
    const { id, clientSecret } = await provider.createIntent({ returnUrl });
    await frames.confirm(clientSecret);
    await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page).toHaveURL(returnUrl);
    expect(await provider.outcome(id)).toBe('authorized');
  });

  test('never goes back when the person chooses so; going back in history shows how it stands', async ({
    frames,
    provider,
    hostPages,
    page,
  }) => {
    await frames.mount();
    await frames.typeCard('4000002760003184');
    const { id, clientSecret } = await provider.createIntent({ returnUrl: hostPages.url });
    await frames.confirm(clientSecret);
    const bankUrl = (await page.waitForURL(/\/pages\//), page.url());
    await page.getByRole('button', { name: 'Never go back' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing more happens here' })).toBeVisible();
    expect(await provider.outcome(id)).toBe('requires_action');
    await page.goto(bankUrl);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page).toHaveURL(`${hostPages.url}/`);
    await page.goto(bankUrl);
    await expect(page.getByRole('heading', { name: 'no longer waiting' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the merchant' }).click();
    await expect(page).toHaveURL(`${hostPages.url}/`);
  });
});

test.describe('the page itself @nightly', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const locale of ['en', 'de', 'ru'] as const) {
      test(`is accessible and fits 320 px: ${colorScheme}, ${locale}`, async ({ frames, provider, page }) => {
        await page.emulateMedia({ colorScheme });
        await frames.mount();
        await frames.typeCard('4000000000003220');
        await frames.confirm((await provider.createIntent()).clientSecret);
        const { url } = await frames.message('action');
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(`${String(url)}?locale=${locale}`);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
  }

  test('of BECS asks for the account, and puts the focus where something is wrong', async ({
    provider,
    hostPages,
    page,
  }) => {
    const { id, url } = await provider.openPage('BECS', 'AUD', hostPages.url);
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'Approve this payment method' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Account name').fill('Ada Lovelace');
    await page.getByLabel('BSB').fill('12');
    await page.getByLabel('Account number').fill('000123456');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText('A BSB has 6 digits')).toBeVisible();
    await expect(page.getByLabel('BSB')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('BSB').fill('000-000');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page).toHaveURL(`${hostPages.url}/`);
    expect(await provider.outcome(id)).toBe('succeeded');
  });

  test('works without script', async ({ provider, hostPages, browser, frames, page }) => {
    await frames.mount();
    await frames.typeCard('4000000000003220');
    const { id, clientSecret } = await provider.createIntent({ returnUrl: hostPages.url });
    await frames.confirm(clientSecret);
    const { url } = await frames.message('action');
    await page.close();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(String(url));
    await plain.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(plain).toHaveURL(`${hostPages.url}/`);
    expect(await provider.outcome(id)).toBe('authorized');
    await context.close();
  });
});
