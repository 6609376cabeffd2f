import { countOf, recordCalls, tamper } from '../support/faults.js';
import { doors } from '../support/fixtures.js';
import { expect, test } from '../support/hostile.js';
import {
  firstButton,
  type Journey,
  type JourneyMethod,
  journeys,
  openJourney,
  signedSepa,
} from '../support/journeys.js';
import { ibans } from '../support/sepa-form.js';
import { swissIbans } from '../support/swiss-debit-form.js';

/* Quality, hostile input: "Field error" and "scripts in a signature SVG". */

const wrong: readonly (readonly [method: JourneyMethod, field: string, value: string, why: string])[] = [
  ['SEPA', 'IBAN', ibans.wrongCheckDigits, 'wrong check digits'],
  ['SEPA', 'IBAN', 'BE41539007547035', 'right mod 97, another wrong national check'],
  // Right by ISO 7064 as a whole; the national check digits inside are not.
  ['SEPA', 'IBAN', 'ES1321000418400200051332', 'right mod 97, wrong national digits'],
  ['SEPA', 'IBAN', `${ibans.success}<svg onload=alert(1)>`, 'markup after a right one'],
  ['SEPA', 'IBAN', '<svg>', 'markup alone'],
  ['SEPA', 'IBAN', 'XX89370400440532013000', 'no country'],
  ['CH_DD', 'IBAN', swissIbans.qr, 'a QR-IBAN'],
  ['LSV', 'IBAN', swissIbans.qr, 'a QR-IBAN'],
  ['ACH', 'Routing number', '000000000', 'zeros, whose checksum is right'],
  ['ACH', 'Routing number', '110000001', 'a wrong checksum'],
  ['ACH', 'Account number', '12 34<script>', 'markup'],
  ['BACS', 'Account number', "0001234'", 'a quote'],
  ['BACS', 'Email', 'a@b', 'no domain'],
];

for (const [method, field, value, why] of wrong) {
  test(`${method}, ${field}: ${why} is told at the field, and nothing is sent`, async ({
    host,
    open,
    page,
    stack,
    unharmed,
    widget,
  }) => {
    const calls = recordCalls(page);
    await open();
    const journey: Journey = journeys[method];
    const token = await openJourney(stack, method);
    unharmed.secret(token);
    await host.init({ userSessionToken: token, countryCode: journey.countryCode });
    await journey.fill(widget, page);
    const input = widget.root.getByRole('textbox', { name: field });
    await input.fill(value);
    await widget.button(firstButton(journey)).click();
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toBeFocused();
    expect(countOf(calls, 'POST /payments')).toBe(0);
    expect(await host.tokens()).toEqual([]);
  });
}

for (const [index, [script, digit]] of [
  ['Arabic-Indic', 0x0660],
  ['Eastern Arabic', 0x06f0],
  ['Devanagari', 0x0966],
  ['full-width', 0xff10],
].entries()) {
  const door = doors[index % doors.length];
  test(`SEPA: ${String(script)} digits are sent as what they mean (${String(door)})`, async ({
    host,
    open,
    page,
    stack,
    unharmed,
    widget,
  }) => {
    await open(door);
    const token = await openJourney(stack, 'SEPA');
    unharmed.secret(token);
    await host.init({ userSessionToken: token });
    await journeys.SEPA.fill(widget, page);
    const written = ibans.success.replace(/\d/g, (ascii) =>
      String.fromCodePoint(Number(digit) + Number(ascii)),
    );
    unharmed.secret(written);
    await widget.root.getByRole('textbox', { name: 'IBAN' }).fill(written);
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await widget.button(firstButton(journeys.SEPA)).click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(bodies.join(' ')).not.toMatch(/[^\P{Nd}0-9]/u);
  });
}

test('line breaks in a name that the host gave are told at the field, and nothing is sent', async ({
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  const calls = recordCalls(page);
  const token = await openJourney(stack, 'SEPA');
  unharmed.secret(token);
  await open();
  const name = { value: 'Mara\r\nX-Evil: 1', visible: false };
  await host.init({ userSessionToken: token, customerFields: { name } });
  const holder = widget.root.getByLabel('Account holder');
  await expect(holder).toHaveAttribute('aria-invalid', 'true');
  await widget.button(firstButton(journeys.SEPA)).click();
  await expect(widget.root.getByRole('link', { name: /Account holder/ })).toBeVisible();
  expect(countOf(calls, 'POST /payments')).toBe(0);
});

test('a signature with scripts in it is drawn again by the service, from its strokes', async ({
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
