import { expectAccessible } from '../support/accessibility.js';
import { builds, expect, test } from '../support/fixtures.js';

for (const [index, [method, details, texts]] of (
  [
    ['CASH', { cash: {} }, [/in cash/]],
    ['BANK_TRANSFER', { bankTransfer: {} }, ['DE02 1203 0000 0000 2020 51', 'Membership 4711']],
  ] as const
).entries()) {
  test(`${method} says what will happen and is set with one button`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    const session = await backend.openSession({
      permittedPaymentChoices: [method],
      referenceText: 'Membership 4711',
    });
    await open(builds[index]);
    await host.init({ userSessionToken: session.token });
    for (const text of texts) await expect(widget.text(text)).toBeVisible();
    await expectAccessible(page);
    expect((await host.events()).at(-1)).toMatchObject({ type: 'state', canSubmit: true });
    await widget.button('Use this payment method').click();

    await expect(widget.success).toBeVisible();
    // Only now does the payer need the account.
    if (method === 'BANK_TRANSFER') await expect(widget.text('DE02 1203 0000 0000 2020 51')).toBeVisible();
    expect((await host.events()).find((event) => event.type === 'success')).toMatchObject({ details });
    canaries.expectQuiet();
  });
}
