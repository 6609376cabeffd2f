import { describe, expect, vi } from 'vitest';
import { cards, openCardSession } from '../support/card-form.js';
import { openRedirectSession } from '../support/redirects.js';
import { type Browser, keys, type PageElement } from './browser.js';
import { stoppedBy, test } from './fixtures.js';
import { waitOptions } from './wait-options.js';
import type { Widget } from './widget.js';

/** Waits for visible content of the provider, in a frame or on its own page. */
function seekOnPage(browser: Browser, selector: string, text = ''): Promise<PageElement> {
  return vi.waitFor(async () => {
    const element = await browser.evaluate(
      (sought) =>
        [...document.querySelectorAll<HTMLElement>(sought.selector)].find(
          (one) => one.getClientRects().length > 0 && one.textContent.includes(sought.text),
        ) ?? null,
      { selector, text },
    );
    if (element === null) throw new Error(`There is no "${text}" (${selector}).`);
    return element as unknown as PageElement;
  }, waitOptions);
}

async function typeCard(browser: Browser, widget: Widget, number: string): Promise<void> {
  await widget.type('Name on the card', 'Mara Lindner');
  const frame = await vi.waitFor(async () => {
    const found = await browser.evaluate(() => document.querySelector('#payment iframe'));
    if (found === null) throw new Error('The provider has put no frame there.');
    return found as unknown as PageElement;
  }, waitOptions);
  await browser.enterFrame(frame);
  await browser.click(await seekOnPage(browser, 'input[name=number]'));
  // A person also moves from one field to the next with only the keyboard.
  await browser.press(number, keys.tab, '1234', keys.tab, '123');
  const shown = await browser.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input')].map(({ value }) => value),
  );
  expect(shown).toEqual([number.replace(/(.{4})(?=.)/g, '$1 '), '12/34', '123']);
  await browser.enterFrame(null);
}

describe('what is on the provider’s pages', () => {
  test('a card is typed into secured frames', async ({
    backend,
    browser,
    host,
    open,
    stack,
    token,
    widget,
  }) => {
    const session = await openCardSession(backend);
    await open(stack.partner.pageUrl('npm'));
    await host.init({ userSessionToken: session.token });
    await typeCard(browser, widget, cards.success);
    await widget.click('button', 'Pay');
    expect(await token()).toMatch(/\S{16}/);
    expect(await stoppedBy(browser)).toEqual([]);
  });

  test('secured frames show at their height at once', async ({
    backend,
    browser,
    host,
    open,
    stack,
    widget,
  }) => {
    const session = await openCardSession(backend, { permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] });
    await open(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: session.token });
    const card = await widget.get('radio', 'Card');
    await browser.evaluate(() => {
      const page = window as unknown as { heights: number[] };
      const heights: number[] = (page.heights = []);
      const root = document.querySelector('#payment upc-payment-widget')?.shadowRoot;
      const note = (): void => {
        const frame = document.querySelector('#payment iframe');
        if (frame && root?.querySelector('.secured[aria-busy=false]')) heights.push(frame.clientHeight);
      };
      if (root)
        new MutationObserver(note).observe(root, { subtree: true, childList: true, attributes: true });
    });
    await browser.click(card);
    await widget.seek('.secured[aria-busy=false]');
    const heights = await browser.evaluate(() => (window as unknown as { heights: number[] }).heights);
    expect(heights[0]).toBeGreaterThan(150);
  });

  test('3-D Secure shows in a modal', async ({ backend, browser, host, open, stack, token, widget }) => {
    const session = await openCardSession(backend);
    await open(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: session.token });
    await typeCard(browser, widget, cards.modal);
    await widget.click('button', 'Pay');
    await browser.enterFrame(await widget.seek('dialog[open] iframe'));
    await browser.click(await seekOnPage(browser, 'button', 'Approve'));
    await browser.enterFrame(null);
    expect(await token()).toMatch(/\S{16}/);
    expect(await widget.text()).toContain('All done');
    expect(await stoppedBy(browser)).toEqual([]);
  });

  test('a person is led to iDEAL and comes back', async ({ browser, host, open, stack, token, widget }) => {
    const session = await openRedirectSession(stack, 'IDEAL');
    const address = stack.partner.pageUrl('script');
    await open(address);
    await host.init({ userSessionToken: session.token });
    await widget.click('button', 'with iDEAL');
    await browser.click(await seekOnPage(browser, 'button', 'Approve'));
    await vi.waitFor(async () => expect(await browser.address()).toBe(address), waitOptions);
    await host.init({ userSessionToken: session.token });
    expect(await token()).toMatch(/\S{16}/);
    expect(await browser.address()).toBe(address);
  });
});
