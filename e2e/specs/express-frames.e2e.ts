import { expectAccessible } from '../support/accessibility.js';
import { expect, type Happening, test } from '../support/express-host.js';
import { type WalletLabel, walletCards } from '../support/express-sheet.js';
import { stubWallets } from '../support/wallets.js';

const everyWallet = { applePay: true, googlePay: true };
const approved: Happening = { approved: 'APPLE_PAY' };

test.describe('the buttons', () => {
  const labels: readonly WalletLabel[] = ['Apple Pay', 'Google Pay', 'Link'];
  for (const { when, wallets = everyWallet, forbids = false, shown } of [
    { when: 'everything is supported', shown: labels },
    { when: 'there is no Google Pay', wallets: { applePay: true }, shown: ['Apple Pay', 'Link'] },
    { when: 'there is neither', wallets: {}, shown: ['Link'] },
    { when: 'the page forbids payments', forbids: true, shown: ['Link'] },
  ]) {
    test(`are ${shown.join(', ')} if ${when}`, async ({ express, page, hostPages }) => {
      await stubWallets(page, wallets);
      await page.goto(forbids ? `${hostPages.url}/?payments=forbidden` : hostPages.url);
      expect(await express.mount()).toBe('mounted');
      await expect(express.row.getByRole('button')).toHaveText(
        shown.map((label) => new RegExp(`^${label} Simulation$`)),
      );
    });
  }

  test('are none if no wallet is left; the error says why', async ({ express, page }) => {
    await stubWallets(page, {});
    await page.reload();
    expect(await express.mount({ disableLink: true })).toBe(
      'PSP_ERROR: No wallet can be used here. Apple Pay: This browser has no Apple Pay on this page. ' +
        'Google Pay: This browser has no Google Pay. Link: Link is disabled.',
    );
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('are none on a page of an origin that is not registered', async ({ express, page, hostPages }) => {
    await page.goto(hostPages.foreignUrl);
    const { origin } = new URL(hostPages.foreignUrl);
    expect(await express.mount()).toMatch(
      new RegExp(`^PSP_ERROR: The payment provider's frame did not load .*${origin} is not registered\\.$`),
    );
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('open nothing while the page may not pay', async ({ express, page }) => {
    await express.mount({ canPay: false });
    await express.button('Link').click();
    await page.waitForTimeout(300);
    await express.expectClosed();
  });

  for (const [width, columns] of [
    [299, 1],
    [360, 2],
    [640, 3],
  ] as const) {
    test(`are ${columns} in a row on ${width} px, and large enough to press`, async ({ express, page }) => {
      await stubWallets(page, everyWallet);
      await page.setViewportSize({ width, height: 800 });
      await page.reload();
      await express.mount();
      const boxes = await Promise.all(labels.map((label) => express.button(label).boundingBox()));
      expect(new Set(boxes.map((box) => box?.x)).size).toBe(columns);
      for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44);
    });
  }
});

test.describe('the sheet', () => {
  test.beforeEach(async ({ page, express: _opened }) => {
    await stubWallets(page, everyWallet);
    await page.reload();
  });

  test('says what is approved, pays, and returns the focus', async ({ express, page }) => {
    await express.mount();
    await express.press('Apple Pay');
    for (const text of ['Simulation', '€25.00', 'Northside Berlin'])
      await expect(express.sheet.getByText(text).first()).toBeVisible();
    await expect(express.sheet.getByText('Later payments')).toHaveCount(0);
    await express.approve();
    await expect(express.sheet.getByRole('heading', { name: 'Done' })).toBeVisible();
    await express.expectClosed();
    await expect.poll(() => express.happened()).toEqual([approved, { confirmed: true }]);
    expect(await express.outcome()).toBe('authorized');
    await expect(express.button('Apple Pay')).toBeFocused();
    expect(await page.locator('iframe').count()).toBe(1);
  });

  test('stores a card with a token for the merchant, in a session without an amount', async ({ express }) => {
    await express.mount({ amount: 0, scope: 'MEMBER_ACCOUNT' });
    await express.press('Google Pay');
    for (const text of ['the card is only stored', 'A token for the merchant is requested'])
      await expect(express.sheet.getByText(text)).toBeVisible();
    await express.approve(walletCards.mastercard);
    await express.expectClosed();
    expect(await express.outcome()).toBe('succeeded');
  });

  test('asks for a token where a membership is paid', async ({ express }) => {
    await express.mount({ scope: 'MEMBER_ACCOUNT' });
    await express.press('Link');
    await expect(express.sheet.getByText('Later payments')).toBeVisible();
    await express.approve();
    await express.expectClosed();
    expect(await express.outcome()).toBe('authorized');
  });

  test('says that a card was declined, which the gateway then reports', async ({ express }) => {
    await express.mount();
    await express.press('Apple Pay');
    await express.approve(walletCards.declined);
    await expect(express.sheet.getByRole('heading', { name: 'The payment did not succeed' })).toBeVisible();
    await express.expectClosed();
    await expect.poll(() => express.happened()).toEqual([approved, { confirmed: true }]);
    expect(await express.outcome()).toBe('declined');
  });

  test('does not confirm another amount than the page says', async ({ express }) => {
    await express.mount({ madeFor: 2_600 });
    await express.press('Apple Pay');
    await express.approve();
    await express.expectClosed();
    await expect
      .poll(() => express.happened())
      .toEqual([
        approved,
        { failed: 'The payment provider refused the request: amount_mismatch.', openDialogs: 0 },
      ]);
    expect(await express.outcome()).toBe('requires_confirmation');
  });

  for (const [how, leave] of [
    ['its button', 'button'],
    ['Escape inside', 'inside'],
    ['Escape outside', 'outside'],
    ['the button of the window', 'window'],
  ] as const) {
    test(`is left by ${how}, and nothing has happened`, async ({ express, page }) => {
      await express.mount();
      await express.press('Apple Pay');
      if (leave === 'button') await express.cancel();
      if (leave === 'inside') await express.sheet.getByLabel('Card').press('Escape');
      if (leave === 'outside') await page.keyboard.press('Escape');
      if (leave === 'window') await express.dialog.getByRole('button', { name: 'Close' }).click();
      await express.expectClosed();
      await expect(express.button('Apple Pay')).toBeFocused();
      expect(await express.happened()).toEqual([]);
      await express.pay('Apple Pay');
      expect(await express.outcome()).toBe('authorized');
    });
  }

  test('refuses an address from which no cards are accepted, until it is changed', async ({ express }) => {
    await express.mount();
    await express.press('Apple Pay');
    await express.chooseAddress('AQ');
    const address = express.sheet.getByLabel('Billing address');
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await express.approve();
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription(/Cards from this country are not accepted/);
    expect(await express.happened()).toEqual([]);
    await express.chooseAddress('CH');
    await expect(address).not.toHaveAttribute('aria-invalid');
    await express.approve();
    await express.expectClosed();
    expect(await express.outcome()).toBe('authorized');
  });

  test('is cancelled while the gateway works, and then confirms nothing', async ({ express }) => {
    await express.mount({ gateway: 'waits' });
    await express.press('Apple Pay');
    await express.approve();
    await expect(express.sheet.getByRole('heading', { name: 'Please wait' })).toBeVisible();
    await express.dialog.getByRole('button', { name: 'Close' }).click();
    await express.expectClosed();
    await express.letGatewayAnswer();
    await expect
      .poll(() => express.happened())
      .toEqual([
        approved,
        {
          failed: 'The person has cancelled at the payment provider.',
          reason: 'CANCELLED_BY_PAYER',
          openDialogs: 0,
        },
      ]);
    expect(await express.outcome()).toBe('requires_confirmation');
  });

  test('says that it failed when the gateway does, and closes', async ({ express }) => {
    await express.mount({ gateway: 'fails' });
    await express.press('Apple Pay');
    await express.approve();
    await expect(express.sheet.getByRole('heading', { name: 'The payment did not succeed' })).toBeVisible();
    await express.expectClosed();
    expect(await express.happened()).toEqual([approved]);
  });

  const late = 'The wallet has closed its payment sheet, since the payment was not confirmed in time.';

  test('that did not wait says so, and confirms nothing', async ({ express }) => {
    await express.mount();
    await express.press('Apple Pay');
    await express.approveTooSlowly();
    await expect(express.sheet.getByRole('heading', { name: 'This took too long' })).toBeVisible();
    await express.expectClosed();
    await expect.poll(() => express.happened()).toEqual([approved, { failed: late, openDialogs: 0 }]);
    expect(await express.outcome()).toBe('requires_confirmation');
  });

  test('that waits too long for its confirmation leaves what was confirmed', async ({ express, page }) => {
    await page.clock.install();
    await page.reload();
    await express.mount();
    let answer!: () => void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/browser/intents/*/confirm', async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await express.press('Apple Pay');
    const confirmation = page.waitForRequest('**/v1/browser/intents/*/confirm');
    await express.approve();
    await confirmation;
    // What is being confirmed cannot be cancelled.
    await express.dialog.getByRole('button', { name: 'Close' }).click();
    await express.sheet.getByRole('heading', { name: 'Please wait' }).press('Escape');
    await expect(express.dialog).toHaveCount(1);
    await page.clock.runFor(30_000);
    await expect(express.sheet.getByRole('heading', { name: 'This took too long' })).toBeVisible();
    await page.clock.runFor(4_000);
    await express.expectClosed();
    answer();
    await expect.poll(() => express.happened()).toEqual([approved, { failed: late, openDialogs: 0 }]);
    expect(await express.outcome()).toBe('authorized');
  });

  test('disappears with the buttons', async ({ express, page }) => {
    await express.mount({ gateway: 'waits' });
    await express.press('Apple Pay');
    await express.approve();
    await express.destroy();
    await express.expectClosed();
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  for (const dark of [false, true]) {
    test(`axe finds nothing on 320 px, ${dark ? 'dark' : 'light'}, in German; it works by keyboard`, async ({
      express,
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 720 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await express.mount({ dark, locale: 'de', scope: 'MEMBER_ACCOUNT' });
      await expectAccessible(page, { transparent: true });
      await express.button('Google Pay').focus();
      await page.keyboard.press('Enter');
      await express.sheet.getByRole('button', { name: '25,00 € zahlen' }).waitFor();
      await expectAccessible(page, { within: 'dialog' });
      const overflow = await express.sheet
        .locator('html')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(overflow).toBe(0);
      const address = express.sheet.getByLabel('Rechnungsadresse');
      await address.selectOption('AQ');
      await address.focus();
      await expectAccessible(page, { within: 'dialog' });
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await express.expectClosed();
      expect(await express.outcome()).toBe('authorized');
    });
  }
});
