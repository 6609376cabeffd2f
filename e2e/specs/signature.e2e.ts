import { countOf, recordCalls } from '../support/faults.js';
import { expect, test } from '../support/fixtures.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { SignaturePad } from '../support/signature-pad.js';

const signed = { requireDirectDebitSignature: true };

test('a mandate is signed by hand; the ink stays when the page changes its size @core @engine', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openSepaSession(backend, signed);
  await open('npm');
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  const pad = new SignaturePad(page, widget);
  await form.fill();
  await pad.draw();
  const ink = await pad.ink.getAttribute('d');
  expect(ink).toMatch(/^M[\d. ]+(L[\d. ]+)+$/);
  await page.setViewportSize({ width: 640, height: 320 });
  expect(await pad.ink.getAttribute('d')).toBe(ink);
  await form.button.click();

  await expect.poll(() => host.tokens()).toHaveLength(1);
  // The service redraws the signature from the points that it received.
  const success = (await host.events()).find((event) => event.type === 'success');
  const signature = expect.stringMatching(/^<svg [^>]*viewBox="0 0 500 200"><path d="M[^"]+"/);
  expect(success).toMatchObject({ details: { sepa: { bankAccountDetails: { signature } } } });
  canaries.expectQuiet();
});

test('a mandate is signed by keyboard alone @engine', async ({ backend, host, open, page, widget }) => {
  const session = await openSepaSession(backend, signed);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  const signature = new SignaturePad(page, widget);
  await form.fill();
  await form.mandate.focus();
  await page.keyboard.press('Tab');
  await expect(signature.cannotDraw).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(signature.name).toBeFocused();
  await page.keyboard.type('Mara Lindner');
  await page.keyboard.press('Enter');
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a missing signature is told, and nothing is sent', async ({ backend, host, open, page, widget }) => {
  const calls = recordCalls(page);
  const session = await openSepaSession(backend, signed);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect(widget.root.getByRole('group', { name: 'Your signature' })).toBeFocused();
  await expect(widget.text('Sign here.').first()).toBeVisible();
  expect(countOf(calls, 'POST /payments')).toBe(0);
});
