import type { Page } from '@playwright/test';
import { BacsForm } from '../support/bacs-form.js';
import { CardForm, cards, challengeFrame, openCardSession } from '../support/card-form.js';
import { inject } from '../support/faults.js';
import { expect, test } from '../support/fixtures.js';
import { countLeftovers, leftovers, memory, rememberWidgets } from '../support/leftovers.js';
import { type OpenedSession, PartnerBackend, testKeys } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import type { Stack } from '../support/stack.js';
import type { Widget } from '../support/widget.js';

/** Step that a person has reached when the page destroys the widget. */
interface Phase {
  readonly name: string;
  readonly mounts: number;
  readonly session: (stack: Stack) => Promise<OpenedSession>;
  readonly before?: (page: Page) => Promise<unknown>;
  readonly reach: (widget: Widget) => Promise<unknown>;
}

const phases: readonly Phase[] = [
  {
    name: 'while it loads',
    mounts: 20,
    session: ({ serviceUrl }) => openSepaSession(new PartnerBackend(serviceUrl)),
    before: (page) => inject(page, 'POST /session', { kind: 'silence' }),
    reach: ({ root }) => root.locator('.skeleton').waitFor(),
  },
  {
    name: 'with a form that is filled in',
    mounts: 20,
    session: ({ serviceUrl }) => openSepaSession(new PartnerBackend(serviceUrl)),
    reach: async (widget) => {
      const form = new SepaForm(widget);
      await form.fill({ iban: 'DE1' });
      await form.button.click();
    },
  },
  {
    name: 'with the card frames open',
    mounts: 15,
    session: ({ serviceUrl }) => openCardSession(new PartnerBackend(serviceUrl)),
    reach: (widget) => new CardForm(widget).fill(),
  },
  {
    name: 'on the page to check',
    mounts: 6,
    session: ({ serviceUrl }) =>
      new PartnerBackend(serviceUrl, testKeys.gbp).openSession({ permittedPaymentChoices: ['BACS'] }),
    reach: async (widget) => {
      const form = new BacsForm(widget);
      await form.fill();
      await form.check.click();
      await form.reviewTitle.waitFor();
    },
  },
  {
    name: 'with the page of the bank open',
    mounts: 6,
    session: ({ serviceUrl }) => openCardSession(new PartnerBackend(serviceUrl)),
    reach: async (widget) => {
      const form = new CardForm(widget);
      await form.fill(cards.modal);
      await form.button.click();
      await challengeFrame(widget).getByRole('button').first().waitFor();
    },
  },
];

for (const { name, mounts, session, before, reach } of phases) {
  test(`nothing is left of a widget that ends ${name}`, async ({
    browserName,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    await countLeftovers(page);
    await before?.(page);
    await open();
    const clean = await leftovers(page);
    const browser = browserName === 'chromium' ? await page.context().newCDPSession(page) : undefined;
    const mountOnce = async (): Promise<void> => {
      const { token } = await session(stack);
      await host.init({ userSessionToken: token });
      await reach(widget);
      await rememberWidgets(page);
      const heard = await host.destroy();
      await expect.poll(() => leftovers(page)).toEqual(clean);
      expect(await host.events()).toHaveLength(heard);
    };

    // Objects that are made once per page, such as element definitions and their shared styles, are not counted.
    await mountOnce();
    await mountOnce();
    if (!browser) return;
    const early = await memory(page, browser);
    for (let mount = 0; mount < mounts; mount += 1) await mountOnce();
    // The last widget is retained until its pending requests have finished.
    await expect(async () => {
      const late = await memory(page, browser);
      expect(late.widgets).toBeLessThanOrEqual(2);
      expect(late.documents).toBeLessThanOrEqual(early.documents + 1);
      expect(late.listeners).toBeLessThanOrEqual(early.listeners + 20);
      expect(late.nodes).toBeLessThanOrEqual(early.nodes + 100);
    }).toPass({ timeout: 60_000 });
  });
}

test('a thousand mounts retain nothing @nightly', async ({ backend, browserName, host, open, page }) => {
  test.skip(browserName !== 'chromium', 'Only Chromium reports what it holds.');
  test.setTimeout(360_000);
  await countLeftovers(page);
  await open();
  const browser = await page.context().newCDPSession(page);
  const sessions = await Promise.all([
    openSepaSession(backend),
    openSepaSession(backend),
    openSepaSession(backend),
  ]);

  /**
   * Mounts from within the page, because driving it from outside takes longer than everything else. Each widget is
   * destroyed with its form open.
   */
  const mount = (token: string, times: number): Promise<number> =>
    page.evaluate(
      async ({ token, times, baseUrl }) => {
        const { paymentWidget, widgets } = window as unknown as MountingWindow;
        const container = document.getElementById('payment')!;
        let forms = 0;
        for (let round = 0; round < times; round += 1) {
          const config = {
            userSessionToken: token,
            environment: 'test',
            baseUrl,
            countryCode: 'DE',
            locale: 'en',
            container,
          };
          const widget = paymentWidget.init(config);
          const element = container.querySelector('upc-payment-widget')!;
          widgets.push(new WeakRef(element));
          while (!element.shadowRoot?.querySelector('input'))
            await new Promise((resolve) => setTimeout(resolve));
          forms += 1;
          widget.destroy();
        }
        return forms;
      },
      { token, times, baseUrl: host.serviceUrl },
    );

  await mount(sessions[0].token, 50);
  const early = await memory(page, browser);
  expect(await mount(sessions[1].token, 500)).toBe(500);
  expect(await mount(sessions[2].token, 500)).toBe(500);
  // The last widgets are retained until their pending requests have finished.
  let late = early;
  await expect(async () => {
    late = await memory(page, browser);
    expect(late.nodes).toBeLessThanOrEqual(early.nodes + 100);
    expect(late.widgets).toBeLessThanOrEqual(10);
    expect(late.listeners).toBeLessThanOrEqual(early.listeners + 20);
  }).toPass({ timeout: 60_000 });
  test.info().annotations.push({ type: 'memory', description: JSON.stringify({ early, late }) });
});

interface MountingWindow {
  readonly paymentWidget: { init(config: object): { destroy(): void } };
  readonly widgets: WeakRef<Element>[];
}
