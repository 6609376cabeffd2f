import { builds, expect, test } from '../support/fixtures.js';
import { inject } from '../support/faults.js';
import { comeBack, type Journey, type JourneyMethod, journeys, openJourney } from '../support/journeys.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/**
 * One method of each kind: secured fields, a box and several steps, a redirect with its brand's own button, and a
 * redirect without one.
 */
const methods: readonly JourneyMethod[] = ['CREDIT_CARD', 'BACS', 'IDEAL', 'BANCONTACT'];

for (const [index, method] of methods.entries()) {
  const build = builds[index % builds.length] ?? 'script';
  test(`${method}: one button of the page leads through every step (${build})${method === 'BACS' ? ' @core' : ''}`, async ({
    canaries,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const journey: Journey = journeys[method];
    const { countryCode } = journey;
    await open(build);
    const address = page.url();
    const button = await host.addButton();
    const token = await openJourney(stack, method);
    const config = { userSessionToken: token, countryCode, hidePaymentButton: true };
    await host.init(config);
    await widget.root.locator('form').waitFor();
    if (method === 'BACS') await expect(button).toBeDisabled();
    else await expect(button).toBeEnabled();
    await journey.fill(widget, page);

    for (const step of journey.steps) {
      if (step.shows) await expect(widget.text(step.shows).last()).toBeVisible();
      await expect(widget.button(step.button)).toHaveCount(journey.hasOwnButton ? 1 : 0);
      await expect(button).toBeEnabled();
      expect(await host.paymentState()).toEqual({ isProcessing: false, canSubmit: true });
      await button.click();
    }
    if (journey.leaves) {
      await comeBack(page, address);
      await host.init(config);
    }

    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(await host.paymentState()).toEqual({ isProcessing: false, canSubmit: false });
    if (!journey.leaves) {
      const [request] = await host.tokens();
      const before = journey.steps.slice(1).map(() => ({ type: 'resolved' as const, token: undefined }));
      expect(await host.submissions()).toEqual([...before, { type: 'resolved', token: request }]);
      await expect(button).toBeDisabled();
    }
    canaries.expectQuiet();
  });
}

for (const [name, code, iban, fault] of [
  ['a wrong field', 'VALIDATION_ERROR', ibans.wrongCheckDigits, undefined],
  ['a bank that refuses', 'PSP_ERROR', ibans.refused, undefined],
  ['a gateway that fails', 'API_ERROR', ibans.success, { kind: 'status', status: 400 }],
] as const) {
  test(`${name} rejects with ${code}, as onError is told, and the next try succeeds${code === 'VALIDATION_ERROR' ? ' @core' : ''}`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    if (fault) await inject(page, 'POST /payments', fault, 1);
    const session = await openSepaSession(backend);
    await open();
    const button = await host.addButton();
    await host.init({ userSessionToken: session.token, hidePaymentButton: true, takesErrors: true });
    const form = new SepaForm(widget);
    await form.fill({ iban });
    await button.click();
    await expect.poll(() => host.submissions()).toEqual([{ type: 'rejected', code }]);
    const errors = (await host.events()).filter(({ type }) => type === 'error');
    expect(errors).toMatchObject([{ code }]);
    await expect(button).toBeEnabled();

    await form.iban.fill(ibans.success);
    await button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    canaries.expectQuiet();
  });
}

test('a host that awaits nothing sees no unhandled rejection', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, hidePaymentButton: true });
  const form = new SepaForm(widget);
  await form.holder.waitFor();
  await page.evaluate(() => {
    const { hostWidgets } = window as unknown as { hostWidgets: { payment: { submitPayment(): unknown } } };
    hostWidgets.payment.submitPayment();
  });
  await expect(form.holder).toHaveAttribute('aria-invalid', 'true');
  canaries.expectQuiet();
});
