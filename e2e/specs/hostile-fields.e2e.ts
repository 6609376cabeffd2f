import { countOf, recordCalls, tamper } from '../support/faults.js';
import { expect, test } from '../support/hostile.js';
import { firstButton, openJourney, signedSepa } from '../support/journeys.js';
import { ibans, SepaForm } from '../support/sepa-form.js';

/*
 * These tests cover "Field error" and "scripts in a signature SVG" of the quality requirements for hostile input. The
 * values that each field refuses are tested beside its code in src/forms.
 */

test('markup after a valid IBAN is reported at the field and nothing is sent', async ({
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  const calls = recordCalls(page);
  await open();
  const token = await openJourney(stack, 'SEPA');
  unharmed.secret(token);
  await host.init({ userSessionToken: token });
  const form = new SepaForm(widget);
  await form.fill({ iban: `${ibans.success}<svg onload=alert(1)>` });
  await form.button.click();
  await expect(form.iban).toHaveAttribute('aria-invalid', 'true');
  await expect(form.iban).toBeFocused();
  expect(countOf(calls, 'POST /payments')).toBe(0);
  expect(await host.tokens()).toEqual([]);
});

test('Arabic-Indic digits are sent as ASCII digits', async ({
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  await open();
  const token = await openJourney(stack, 'SEPA');
  unharmed.secret(token);
  await host.init({ userSessionToken: token });
  const written = ibans.success.replace(/\d/g, (ascii) => String.fromCodePoint(0x0660 + Number(ascii)));
  unharmed.secret(written);
  const form = new SepaForm(widget);
  await form.fill({ iban: written });
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(bodies.join(' ')).not.toMatch(/[^\P{Nd}0-9]/u);
});

test('the service redraws a signature that contains scripts from its strokes', async ({
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  const token = await openJourney(stack, 'SEPA', signedSepa);
  unharmed.secret(token);
  await open();
  await tamper(page, 'request', 'POST /payments', {
    'mandate.signature':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 200" onload="window.pwned=1"><script>window.pwned=1</script>' +
      '<foreignObject><img src="x" onerror="window.pwned=1"/></foreignObject><path d="M10 10L90 90" onclick="pwned()"/></svg>',
  });
  await host.init({ userSessionToken: token });
  await signedSepa.fill(widget, page);
  await widget.button(firstButton(signedSepa)).click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const success = JSON.stringify((await host.events()).find(({ type }) => type === 'success'));
  expect(success).toContain('M 10,10 L 90,90');
  expect(success).not.toMatch(/script|onload|onclick|onerror|foreignObject|pwned/);
});
