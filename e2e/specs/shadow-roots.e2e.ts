import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.js';
import { SepaForm } from '../support/sepa-form.js';
import type { Stack } from '../support/stack.js';
import { CardForm } from '../support/card-form.js';
import { waitForLaterCode, Widget } from '../support/widget.js';

/** Shadow roots of the page's own components around the widget, from the outside in. */
const nestings: Readonly<Record<string, readonly ShadowRootMode[]>> = {
  'one open root': ['open'],
  'two open roots': ['open', 'open'],
};

/**
 * Puts a container into the page's own shadow roots, which have their own style sheet, and passes the element to
 * `init`.
 */
async function openNested(
  page: Page,
  stack: Stack,
  token: string,
  modes: readonly ShadowRootMode[],
  iframeFields = false,
): Promise<void> {
  await page.goto(stack.partner.pageUrl('script'));
  await page.evaluate(
    ({ modes, iframeFields, config }) => {
      let place: ParentNode & Node = document.getElementById('payment')!;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { all: unset; color: red; font-size: 40px } div { display: block; width: 600px }');
      for (const mode of modes) {
        const part = document.createElement('div');
        place.append(part);
        const root = part.attachShadow({ mode });
        root.adoptedStyleSheets = [sheet];
        place = root;
      }
      const container = document.createElement('div');
      place.append(container);
      const seen = { container, tokens: [] as string[], widget: undefined as unknown };
      Object.assign(window, { seen });
      const { paymentWidget } = window as unknown as { paymentWidget: { init(config: object): unknown } };
      seen.widget = paymentWidget.init({
        ...config,
        container,
        ...(iframeFields && { styling: { iframeFields: { base: { color: 'rgb(1, 2, 3)' } } } }),
        onSuccess: (token: string) => seen.tokens.push(token),
      });
    },
    {
      modes,
      iframeFields,
      config: {
        userSessionToken: token,
        environment: 'test',
        baseUrl: stack.serviceUrl,
        countryCode: 'DE',
        locale: 'en',
      },
    },
  );
}

interface Nested {
  readonly container: HTMLElement;
  readonly tokens: readonly string[];
}

interface Inside {
  readonly hasForm: boolean;
  readonly focused: string;
  readonly spoken: string | null | undefined;
}

function tokens(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { seen: Nested }).seen.tokens);
}

for (const [name, modes] of Object.entries(nestings)) {
  for (const iframeFields of [false, true]) {
    test(`in ${name} it is styled, takes the focus, speaks, and has ${iframeFields ? 'separate card frames' : 'a card frame'} @engine${name === 'one open root' && !iframeFields ? ' @core' : ''}`, async ({
      backend,
      canaries,
      page,
      stack,
      widget,
    }) => {
      const { token } = await backend.openSession();
      await openNested(page, stack, token, modes, iframeFields);
      await widget.chooseMethod('SEPA Direct Debit');
      const sepa = new SepaForm(widget);
      await waitForLaterCode(page);
      await sepa.button.click();
      const summary = widget.root.locator('.summary');
      await expect(summary).toBeFocused();
      await expect(widget.root.locator('[role=alert]')).toContainText(/check \d entries/);
      await summary.getByRole('link').first().click();
      await expect(sepa.holder).toBeFocused();
      await expect(sepa.holder).toHaveCSS('height', '48px');
      await expect(sepa.holder).toHaveCSS('font-size', '16px');
      await expect(sepa.holder).toHaveCSS('color', 'rgb(26, 34, 51)');

      await widget.chooseMethod('Card');
      // The frames are placed in the document's own tree, below the host of the outermost root.
      const card = new CardForm(Object.assign(new Widget(page), { root: page.locator('#payment') }));
      card.isSeparate = iframeFields;
      await card.fill();
      const [ours, theirs] = await Promise.all([
        card.holder.boundingBox(),
        card.number.evaluate((input) => input.getBoundingClientRect().height),
      ]);
      expect(theirs).toBe(ours?.height);
      await card.button.click();
      await expect.poll(() => tokens(page)).toHaveLength(1);
      canaries.expectQuiet();
    });
  }
}

for (const modes of [['closed'], ['open', 'closed'], ['closed', 'closed']] as const) {
  test(`in closed roots (${modes.join(', ')}) it works by keyboard @engine`, async ({
    backend,
    canaries,
    page,
    stack,
  }) => {
    const { token } = await backend.openSession({ permittedPaymentChoices: ['SEPA'] });
    await openNested(page, stack, token, modes);
    // A closed root cannot be searched from outside, so the test starts at the container, which the page holds.
    const inside = (): Promise<Inside> =>
      page.evaluate(() => {
        const { container } = (window as unknown as { seen: Nested }).seen;
        const root = container.firstElementChild!.shadowRoot!;
        return {
          hasForm: root.querySelector('input') !== null,
          focused: `${root.activeElement?.id} ${root.activeElement?.className}`,
          spoken: root.querySelector('[role=alert]')?.textContent,
        };
      });
    await expect.poll(async () => (await inside()).hasForm).toBe(true);
    await waitForLaterCode(page);
    await page.locator('h1').click();
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await inside()).focused).toMatch(/upc-accountHolder/);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await inside()).focused).toMatch(/summary/);
    expect((await inside()).spoken).toMatch(/check \d entries/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Mara Lindner');
    await page.keyboard.press('Tab');
    await page.keyboard.type('DE89370400440532013000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => tokens(page)).toHaveLength(1);
    canaries.expectQuiet();
  });
}
