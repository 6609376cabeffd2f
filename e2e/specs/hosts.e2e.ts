import { CardForm } from '../support/card-form.js';
import { hardHosts, openHost, plainHost, type Host } from '../support/hosts.js';
import { computedStylesOf, type ComputedStyles, type Part } from '../support/computed-styles.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { expect, test } from '../support/fixtures.js';
import type { HostPage } from '../support/host-page.js';
import type { PartnerBackend } from '../support/open-api.js';
import type { Stack } from '../support/stack.js';
import type { Widget } from '../support/widget.js';
import type { Page } from '@playwright/test';

type PartStyles = readonly Partial<Record<Part, ComputedStyles>>[];

/** Styles on a plain host, with which all other hosts are compared. A worker measures them once. */
let plain: PartStyles | undefined;

interface Journey {
  readonly backend: PartnerBackend;
  readonly host: HostPage;
  readonly page: Page;
  readonly stack: Stack;
  readonly widget: Widget;
}

/** Mounts on the host, types into the card frames, then leaves a wrong IBAN in the SEPA form. @returns the styles of both forms. */
async function journey({ backend, host, page, stack, widget }: Journey, hard: Host): Promise<PartStyles> {
  const session = await backend.openSession();
  await openHost(page, hard, stack.partner, stack.serviceUrl);
  await host.init({ userSessionToken: session.token });
  if (hard.then) await page.evaluate(hard.then);

  await widget.chooseMethod('Card');
  const card = new CardForm(widget);
  await card.fill();
  await expect(card.number).toHaveValue('4242 4242 4242 4242');
  await card.holder.focus();
  const withCard = await computedStylesOf(page);

  await widget.chooseMethod('SEPA Direct Debit');
  const sepa = new SepaForm(widget);
  await sepa.iban.fill(ibans.wrongCheckDigits);
  await sepa.iban.press('Tab');
  await expect(widget.root.locator('.message')).toBeVisible();
  await sepa.holder.focus();
  return [withCard, await computedStylesOf(page)];
}

/** Hosts that are also tried in the other engines: one for each kind of style, and the top layer. */
const inEveryEngine: readonly string[] = [
  'all unset, important',
  'rules for frames, blocks, fields and slots',
  'what is inherited',
  'in a modal dialog',
];

test.describe('looks and works the same @nightly', () => {
  for (const hard of hardHosts) {
    test(`${hard.name}${inEveryEngine.includes(hard.name) ? ' @engine' : ''}`, async ({
      backend,
      canaries,
      host,
      page,
      stack,
      widget,
    }) => {
      plain ??= await journey({ backend, host, page, stack, widget }, plainHost);
      const found = await journey({ backend, host, page, stack, widget }, hard);
      expect(found).toEqual(plain);

      const sepa = new SepaForm(widget);
      const focus = await sepa.holder.evaluate((input) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(input);
        return [outlineStyle, outlineWidth, outlineColor];
      });
      expect(focus).toEqual(['solid', '2px', 'rgb(29, 78, 216)']);

      await sepa.fill();
      await sepa.iban.press('Enter');
      await expect.poll(() => host.tokens()).toHaveLength(1);
      expect(new URL(page.url()).pathname).toMatch(/^\/hosts\//);
      await expect(widget.success).toBeVisible();
      canaries.expectQuiet();
    });
  }
});
