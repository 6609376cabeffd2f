import { expectAccessible } from '../support/accessibility.js';
import { doors, expect, test } from '../support/fixtures.js';

for (const [index, [method, details, text]] of (
  [
    ['CASH', { cash: {} }, /in cash/],
    ['BANK_TRANSFER', { bankTransfer: {} }, 'Membership 4711'],
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
    await open(doors[index]);
    await host.init({ userSessionToken: session.token });
    await expect(widget.text(text)).toBeVisible();
    await expectAccessible(page);
    expect((await host.events()).at(-1)).toMatchObject({ type: 'state', canSubmit: true });
    await widget.button('Use this payment method').click();

    await expect(widget.success).toBeVisible();
    expect((await host.events()).find((event) => event.type === 'success')).toMatchObject({ details });
    canaries.expectQuiet();
  });
}
