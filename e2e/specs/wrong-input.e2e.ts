import { countOf, recordCalls } from '../support/faults.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/fixtures.js';

test('a wrong IBAN is reported at the field and nothing is sent @core', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const calls = recordCalls(page);
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill({ iban: ibans.wrongCheckDigits });
  await form.button.click();

  await expect(form.iban).toBeFocused();
  await expect(form.iban).toHaveAttribute('aria-invalid', 'true');
  await expect(form.iban).toHaveAccessibleDescription(/typo/);
  expect(countOf(calls, 'POST /payments')).toBe(0);

  await form.iban.fill(ibans.success);
  await expect(form.iban).not.toHaveAttribute('aria-invalid', 'true');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});
