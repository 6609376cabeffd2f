import { CardForm, openCardSession } from '../support/card-form.js';
import { expect, test } from '../support/fixtures.js';
import { BacsForm } from '../support/bacs-form.js';
import { journeys, openJourney, signedSepa } from '../support/journeys.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { SignaturePad } from '../support/signature-pad.js';

/** Every change that `update` accepts. They are applied one after the other, and each must take effect. */
const changes = {
  styling: {
    primaryColor: 'rgb(10, 125, 79)',
    borderRadius: '0',
    iframeFields: { base: { color: 'rgb(1, 2, 3)' } },
  },
  i18n: { 'card.holder.label': 'Holder', 'accountHolder.label': 'Holder' },
  hidePaymentButton: true,
  locale: 'de',
} as const;

test("update loses nothing typed, in the provider's frames either @core @engine", async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open('npm');
  const button = await host.addButton();
  await host.init({
    userSessionToken: session.token,
    styling: { iframeFields: { base: { color: 'red' } } },
  });
  const form = new CardForm(widget);
  form.isSeparate = true;
  await form.fill();
  const number = form.frame(0).locator('input');
  const cvc = form.frame(2).locator('input');
  await cvc.focus();

  await host.update({ styling: changes.styling });
  await expect(form.button).toHaveCSS('background-color', changes.styling.primaryColor);
  await expect(number).toHaveCSS('color', 'rgb(1, 2, 3)');
  await host.update({ i18n: changes.i18n });
  await expect(widget.root.getByLabel('Holder')).toHaveValue('Mara Lindner');
  await host.update({ hidePaymentButton: true });
  await expect(form.button).toHaveCount(0);
  await host.update({ locale: 'de' });
  await expect(form.frame(0).getByLabel('Kartennummer')).toHaveValue('4242 4242 4242 4242');
  await host.updateCustomerFields({ email: { value: 'mara@example.org' } });

  await expect(cvc).toBeFocused();
  await expect(cvc).toHaveValue('123');
  await expect(widget.root.getByLabel('Holder')).toHaveValue('Mara Lindner');
  expect(await page.locator('iframe').count()).toBe(3);
  await button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  canaries.expectQuiet();
});

// Not @engine: Debian's Firefox ignores an emulated colour scheme.
test("the provider's fields follow a page that becomes dark while they are shown", async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openCardSession(backend);
  await page.emulateMedia({ colorScheme: 'light' });
  await open();
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light dark'));
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  const label = form.frame(0).locator('label').first();
  const light = await label.evaluate((element) => getComputedStyle(element).color);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(label).not.toHaveCSS('color', light);
  const dark = await form.holder.evaluate((element) => getComputedStyle(element).color);
  await expect(label).toHaveCSS('color', dark);
});

test('updateCustomerFields replaces what it names and nothing else that was typed', async ({
  host,
  open,
  stack,
  widget,
}) => {
  const token = await openJourney(stack, 'BACS');
  await open();
  await host.init({
    userSessionToken: token,
    countryCode: 'GB',
    featureFlags: { enableMandateDownload: false },
  });
  const form = new BacsForm(widget);
  await form.fill({ holder: 'Imogen Clarke' });
  await host.updateCustomerFields({
    email: { value: 'new@example.org' },
    address: {
      city: { value: 'Bath' },
      line2: { value: 'Flat 3' },
      country: { value: 'gb', visible: false },
    },
  });
  await expect(form.email).toHaveValue('new@example.org');
  await expect(widget.root.getByLabel('City')).toHaveValue('Bath');
  await expect(widget.root.getByLabel('Additional address line')).toHaveValue('Flat 3');
  await expect(widget.root.getByLabel('Country')).toHaveCount(0);
  await expect(form.holder).toHaveValue('Imogen Clarke');
  await expect(form.sortCode).toHaveValue('10-88-00');
  await expect(form.soleAuthority).toBeChecked();
  await form.check.click();
  await expect(widget.text(/Flat 3/)).toBeVisible();
  await form.sign.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a wrong value that the host gives shows at once, and a right one ends it', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open();
  await host.init({
    userSessionToken: session.token,
    customerFields: { name: { value: '12345', visible: false } },
  });
  const form = new SepaForm(widget);
  await expect(form.holder).toHaveAttribute('aria-invalid', 'true');
  await expect(form.holder).toHaveAccessibleDescription(/name/i);
  await host.updateCustomerFields({ name: { value: 'Mara Lindner', visible: false } });
  await expect(form.holder).toHaveCount(0);
  await form.iban.fill(ibans.success);
  await form.mandate.check();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a flag changes the form under way; ink and what was typed stay', async ({
  host,
  open,
  page,
  stack,
  widget,
}) => {
  const token = await openJourney(stack, 'SEPA', signedSepa);
  await open();
  await host.init({ userSessionToken: token });
  await signedSepa.fill(widget, page);
  const pad = new SignaturePad(page, widget);
  const ink = await pad.ink.getAttribute('d');
  await host.update({ featureFlags: { hideMandateCheckbox: true } });
  await expect(new SepaForm(widget).mandate).toHaveCount(0);
  await host.update({ featureFlags: { hideMandateCheckbox: true, enableSignatureTypeInput: true } });
  await expect(widget.root.getByRole('radio', { name: /Draw|Type/ })).toHaveCount(2);
  expect(await pad.ink.getAttribute('d')).toBe(ink);
  await host.update({ styling: changes.styling });
  await widget.button(journeys.SEPA.steps[0]?.button ?? '').click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});
