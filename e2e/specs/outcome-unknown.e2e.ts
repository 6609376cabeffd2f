import type { Page } from '@playwright/test';
import { runUntil } from '../support/clock.js';
import { countOf, inject, recordCalls } from '../support/faults.js';
import { HostPage } from '../support/host-page.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/fixtures.js';
import { Widget } from '../support/widget.js';

const tooMany = {
  errorCode: 'errormessage.payment.attempts.exceeded',
  errorMessage: 'Wait.',
  message: 'Wait.',
  traceId: 'injected-trace',
};

function errorsOf(host: HostPage) {
  return async () => (await host.events()).filter(({ type }) => type === 'error');
}

/** Fails every call that could return the payment's outcome. */
async function cutOff(page: Page): Promise<void> {
  await inject(page, 'PUT /authentication', { kind: 'offline' });
  await inject(page, 'GET /payment', { kind: 'offline' });
}

for (const takesErrors of [false, true]) {
  test(`unknown outcome: the widget says so, blocks other payments and keeps polling (onError ${takesErrors})`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    await page.clock.install();
    const calls = recordCalls(page);
    const session = await openSepaSession(backend);
    await open();
    await host.init({ userSessionToken: session.token, takesErrors });
    const form = new SepaForm(widget);
    await form.fill();
    // The gateway accepts the payment, but no response arrives from then on.
    const taken = await inject(page, 'PUT /authentication', { kind: 'answerLost' });
    await inject(page, 'GET /payment', { kind: 'offline' });
    await form.button.click();
    await expect.poll(() => taken.length).toBeGreaterThan(0);
    await page.clock.runFor(30_000);

    const unknown = widget.root.locator('upc-outcome-unknown');
    await expect(unknown).toContainText('Please do not pay again.');
    await expect(widget.root.getByRole('alert')).toContainText('Please do not pay again.');
    await expect(widget.root.locator('form, input, upc-notice')).toHaveCount(0);
    await expect(widget.root.getByRole('button')).toHaveText(['Check again']);

    // Setting the clock must not end the wait; two elapsed minutes must.
    await page.clock.setSystemTime(new Date(Date.now() + 86_400_000));
    await page.clock.runFor(30_000);
    expect(await errorsOf(host)()).toEqual([]);
    for (let round = 0; round < 8; round += 1) await page.clock.runFor(30_000);
    if (takesErrors) {
      await expect.poll(errorsOf(host)).toMatchObject([{ code: 'POLLING_TIMEOUT' }]);
    }
    await expect(unknown).toBeVisible();

    const asked = countOf(calls, 'GET /payment');
    await widget.button('Check again').click();
    await expect.poll(() => countOf(calls, 'GET /payment')).toBeGreaterThan(asked);
    // The widget polls again even if the button is not pressed.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await runUntil(page, async () => (await host.tokens()).length > 0);
    expect(await host.tokens()).toHaveLength(1);
    await expect(widget.success).toBeVisible();
    expect(countOf(calls, 'POST /payments')).toBe(1);
    expect(await errorsOf(host)()).toHaveLength(takesErrors ? 1 : 0);
  });
}

for (const [name, fault] of [
  ['HTML with status 200', { kind: 'answer', contentType: 'text/html', body: '<html>Welcome</html>' }],
  ['an incomplete response', { kind: 'answer', contentType: 'application/json', body: '{"id":"1111' }],
  ['a gateway error', { kind: 'status', status: 500 }],
] as const) {
  test(`${name} after the submission is not a failed payment: the outcome is queried${name === 'HTML with status 200' ? ' @core' : ''}`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const calls = recordCalls(page);
    await inject(page, 'PUT /authentication', fault, 1);
    const session = await openSepaSession(backend);
    await open();
    await host.init({ userSessionToken: session.token, takesErrors: true });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(await errorsOf(host)()).toEqual([]);
    expect(countOf(calls, 'POST /payments')).toBe(1);
    const keys = calls
      .filter((call) => call.method() === 'PUT')
      .map((call) => call.headers()['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
}

test('of two tabs that submit, one pays, and the other does not report a cancellation', async ({
  backend,
  context,
  host,
  open,
  page,
  stack,
  widget,
}) => {
  await page.clock.install();
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await cutOff(page);
  await form.button.click();
  await runUntil(page, () => widget.root.locator('upc-outcome-unknown').isVisible());

  const other = await context.newPage();
  await other.goto(stack.partner.pageUrl('script'));
  const otherHost = new HostPage(other, stack.serviceUrl);
  await otherHost.init({ userSessionToken: session.token });
  const otherForm = new SepaForm(new Widget(other));
  await otherForm.fill();
  await otherForm.button.click();
  await expect.poll(() => otherHost.tokens()).toHaveLength(1);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.bringToFront();
  const notice = widget.root.locator('upc-notice');
  await runUntil(page, () => notice.isVisible());
  await expect(notice).toContainText('cancelled in another window');
  await expect(notice).toContainText('Reference:');
  await expect(notice).not.toContainText('You cancelled');
  expect(await host.tokens()).toEqual([]);
});

test('after too many failed attempts, the widget announces when it continues, and does so', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await page.clock.install();
  const calls = recordCalls(page);
  let isRefused = true;
  await page.route('**/api/v1/payments', (route) =>
    isRefused && route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: {
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'retry-after',
            'retry-after': '90',
          },
          contentType: 'application/json',
          body: JSON.stringify(tooMany),
        })
      : route.fallback(),
  );
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, takesErrors: true });
  const form = new SepaForm(widget);
  await form.fill();
  // With the clock paused, only the pause itself counts, not the time that the machine takes for the steps.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await form.button.click();
  const pause = widget.root.locator('upc-pause .note');
  await expect(pause).toHaveText('Several payments in a row have failed. You can try again in 2 minutes.');
  const status = widget.root.locator('upc-pause [role=status]');
  await expect(status).toHaveText('Several payments in a row have failed. You can try again in 2 minutes.');
  await expect(form.button).toHaveAttribute('aria-disabled', 'true');
  await form.button.click({ force: true });
  expect(countOf(calls, 'POST /payments')).toBe(1);

  await page.clock.runFor(60_000);
  await expect(pause).toContainText('in 30 seconds');
  // The countdown is only visual, so the status does not change.
  await expect(status).toHaveText('Several payments in a row have failed. You can try again in 2 minutes.');
  isRefused = false;
  await page.clock.runFor(31_000);
  await page.clock.resume();
  await expect(pause).toHaveText('You can try again now.');
  await expect(form.button).not.toHaveAttribute('aria-disabled');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(await errorsOf(host)()).toMatchObject([{ code: 'API_ERROR', httpStatus: 429 }]);
});
